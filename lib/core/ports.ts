/**
 * The seams: what the loop and the gate need from the outside world, as interfaces. Imports only core's types.
 */
import type { Charge, Hold } from './account.js';
import type { AccountStatus } from './account-status.js';
import type { BucketSpec } from './bucket.js';
import type { LimitScope, RateWindow } from './types.js';

/** Time. Replaced in tests. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  setTimeout(callback: () => void, ms: number): unknown;
  clearTimeout(handle: unknown): void;
}

/** A uniform sample in [0, 1). Replaced in tests. */
export type Random = () => number;

/** What a request takes: from its credential's account, and from the provider's. */
export interface Charges {
  readonly credential: Charge;
  readonly provider: Charge;
}

/** By how much what a request took differs from what it was charged, for each bucket. */
export interface Corrections {
  readonly credential: readonly number[];
  readonly provider: readonly number[];
}

/** Why tokens were refused, until when, and by whose account. */
export interface Refusal extends Hold {
  readonly whose: LimitScope;
}

/** Whose account is meant: that of one scope, or that of the whole provider. */
export interface AccountRef {
  readonly whose: LimitScope;
  /** The credential's fingerprint. */
  readonly scope: string;
}

/** What a ledger may want to know of the calls that it is asked for. */
export interface TakeTerms {
  /** How many calls of the scope wait: an answer may cover several of them. */
  readonly waiting: number;
  /** The wait of the call that is asked for must have ended before this instant. */
  readonly endsAt: number;
}

/** The books that tokens are taken from: in this process's memory, or shared by a fleet. All instants are on the caller's clock. */
export type Ledger = LocalLedger | RemoteLedger;

/** What all ledgers do. */
export interface Books {
  /** Puts back what was taken at `takenAt` for a request that was never sent. */
  giveBack(scope: string, charges: Charges, takenAt: number): void;
  /** Takes what a request turned out to cost more than it was charged at `takenAt`; what it cost less comes back. */
  correct(scope: string, more: Corrections, takenAt: number): void;
  /** Every scope whose account is open. */
  readonly scopes: Iterable<string>;
  statusOf(account: AccountRef): AccountStatus;
  /** The earliest that `take` could succeed, as far as is known here, once `ahead` has been taken by others. */
  foresee(scope: string, charges: Charges, ahead?: Charges): Refusal | undefined;
  /** Grants nothing before `until`; then lets callers out one by one. Only ever lengthened. */
  pause(account: AccountRef, until: number): void;
  /** Tells everybody, until `until`, that the allowance is gone. */
  close(account: AccountRef, until: number): void;
  /** Learns from the windows that a response told of. `refused`: the response was a refusal, so what is left has to last. */
  observe(account: AccountRef, windows: readonly RateWindow[], refused: boolean): void;
}

export interface LocalLedger extends Books {
  readonly remote?: false;
  /** Takes a request's tokens from every window of its credential and of the provider, all or none. Nothing returned: taken. */
  take(scope: string, charges: Charges): Refusal | undefined;
}

export interface RemoteLedger extends Books {
  readonly remote: true;
  /** As with a local ledger. A promise never rejects; it lasts until the tokens may be used. */
  take(scope: string, charges: Charges, terms: TakeTerms): Refusal | undefined | Promise<Refusal | undefined>;
  /** Whom to tell what others have learned of an account. */
  onNews(listener: (account: AccountRef, hold: Hold) => void): void;
  /** Lets go of connections and timers. */
  shut(): void;
}

/** What a ledger is opened for. */
export interface LedgerTerms {
  /** The provider's id. */
  readonly provider: string;
  /** Windows of each credential. */
  readonly quota: readonly BucketSpec[];
  /** Windows of all credentials together. */
  readonly ceiling: readonly BucketSpec[];
  /** Share of a window below which the pace slows down. */
  readonly throttleBelow: number;
  readonly clock: Clock;
  /** Told when the shared books are lost, or back, or kept by others to other figures. */
  readonly onFleetEvent?: (event: FleetEvent) => void;
}

/** What happens to the books that a fleet shares. */
export type FleetEvent =
  /** The store is out of reach: limits hold for this process, as `policy` says. */
  | {
      readonly kind: 'degraded';
      readonly reason: string;
      readonly policy: OutagePolicy;
      readonly processes: number;
    }
  /** The store is back: limits hold for the fleet again. */
  | { readonly kind: 'restored'; readonly outageMs: number }
  /** Another process has other figures for this provider; the stricter ones hold for all. */
  | { readonly kind: 'disagreement'; readonly windows: readonly string[] };

/** What to do while the store is out of reach: keep to this process's share of the limits, reject, or let everything pass. */
export type OutagePolicy = 'share' | 'fail' | 'open';

/** Opens ledgers that all processes of a fleet share. */
export interface Fleet {
  openLedger(terms: LedgerTerms): RemoteLedger;
}
