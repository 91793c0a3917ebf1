/**
 * What can be seen of the limits now. Types and their assembly; holds nothing itself.
 */
import type { AccountStatus } from '../core/account-status.js';
import type { Books } from '../core/ports.js';
import type { Lane } from './lane.js';

export interface ScopeStatus extends AccountStatus {
  /** The credential's fingerprint, or `anonymous`. */
  scope: string;
  /** Calls that wait for tokens. */
  queued: number;
  /** Since when the oldest of them waits, epoch ms. */
  oldestSince?: number;
  /** Calls that were sent and not answered yet. */
  inFlight: number;
}

export interface Status {
  /** The provider's id. */
  provider: string;
  /** The provider as a whole. */
  ceiling: AccountStatus;
  /** Every scope with calls under way, or with books that are not as new. */
  scopes: readonly ScopeStatus[];
}

export function describeStatus(lanes: Iterable<Lane>, books: Books): Omit<Status, 'provider'> {
  const byScope = new Map([...lanes].map((lane) => [lane.scope, lane]));
  const scopes = [...new Set([...byScope.keys(), ...books.scopes])].sort();
  return {
    ceiling: books.statusOf({ whose: 'provider', scope: '' }),
    scopes: scopes.map((scope) => {
      const lane = byScope.get(scope);
      const [oldest] = lane?.room?.waiting ?? [];
      return {
        scope,
        queued: lane?.room?.size ?? 0,
        ...(oldest && { oldestSince: oldest.since }),
        inFlight: lane?.inFlight ?? 0,
        ...books.statusOf({ whose: 'credential', scope }),
      };
    }),
  };
}
