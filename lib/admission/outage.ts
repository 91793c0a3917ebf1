/**
 * What holds while the fleet's store is out of reach: a share of the limits for this process, nothing at all, or no limit.
 */
import type { BucketSpec } from '../core/bucket.js';
import type { Charges, LedgerTerms, OutagePolicy, Refusal } from '../core/ports.js';
import { MemoryLedger } from './ledger-memory.js';

/** How often a call tries whether the store is back. */
const PROBE_MS = 1_000;

export interface OutageOptions {
  terms: LedgerTerms;
  policy: OutagePolicy;
  /** How many processes lived when the store was last heard of. */
  processes: () => number;
  /** Tries the store; rejects while it is out of reach. */
  probe: () => Promise<void>;
}

export class Outage {
  readonly #options: OutageOptions;
  #since: number | undefined;
  #share: MemoryLedger | undefined;
  #probing = false;
  #probeAt = 0;

  constructor(options: OutageOptions) {
    this.#options = options;
  }

  get active(): boolean {
    return this.#since !== undefined;
  }

  /** The store failed a call. */
  begin(error: unknown): void {
    if (this.active) return;
    const { terms, policy, processes } = this.#options;
    const count = Math.max(1, processes());
    this.#since = terms.clock.now();
    this.#probeAt = this.#since + PROBE_MS;
    this.#share = new MemoryLedger({
      quota: terms.quota.map((spec) => shareOf(spec, count)),
      ceiling: terms.ceiling.map((spec) => shareOf(spec, count)),
      throttleBelow: terms.throttleBelow,
      clock: terms.clock,
      // All processes begin with their share at once: together that is one bucket.
      fill: 1 / count,
    });
    const reason = error instanceof Error ? error.message : String(error);
    terms.onFleetEvent?.({ kind: 'degraded', reason, policy, processes: count });
  }

  take(scope: string, charges: Charges): Refusal | undefined {
    this.#probe();
    const { policy, terms } = this.#options;
    if (policy === 'open') return undefined;
    if (policy === 'fail') return { by: 'store', whose: 'provider', until: terms.clock.now() + PROBE_MS };
    return (this.#share as MemoryLedger).take(scope, charges);
  }

  /** Calls look for the store themselves: where nobody calls, nothing polls. */
  #probe(): void {
    const { clock, onFleetEvent } = this.#options.terms;
    if (this.#probing || clock.now() < this.#probeAt) return;
    this.#probing = true;
    this.#options
      .probe()
      .then(
        () => {
          const outageMs = clock.now() - (this.#since ?? clock.now());
          this.#since = this.#share = undefined;
          onFleetEvent?.({ kind: 'restored', outageMs });
        },
        () => (this.#probeAt = clock.now() + PROBE_MS),
      )
      .finally(() => (this.#probing = false));
  }
}

/** This process's part. A bucket can't hold less than a token, so a small share begins with less and fills slowly. */
function shareOf(spec: BucketSpec, processes: number): BucketSpec {
  return { ...spec, rate: spec.rate / processes, burst: Math.max(1, spec.burst / processes) };
}
