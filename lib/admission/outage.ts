/**
 * What holds while the fleet's store is out of reach: a share of the limits for this process, nothing at all, or no limit.
 */
import type { BucketSpec } from '../core/bucket.js';
import type { Charges, LedgerTerms, OutagePolicy, Refusal } from '../core/ports.js';
import { MemoryLedger } from './ledger-memory.js';

/** How long after the last failure a call tries whether the store is back; twice as long after each relapse. */
const PROBE_MS = 1_000;

const MOST_PROBE_MS = 30_000;

/** A store that is lost again so soon was not really back: no new bucket is opened for it. */
const RELAPSE_MS = 60_000;

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
  #restoredAt = -Infinity;
  #share: MemoryLedger;
  #sharedBy = 0;
  #probing = false;
  #probeMs = PROBE_MS;
  #probeAt = 0;

  constructor(options: OutageOptions) {
    this.#options = options;
    this.#share = this.#openShare();
  }

  get active(): boolean {
    return this.#since !== undefined;
  }

  /** The store failed a call. */
  begin(error: unknown): void {
    if (this.active) return;
    const { terms, policy, processes } = this.#options;
    const now = terms.clock.now();
    const relapsed = now - this.#restoredAt < RELAPSE_MS;
    this.#probeMs = relapsed ? Math.min(2 * this.#probeMs, MOST_PROBE_MS) : PROBE_MS;
    if (!relapsed || processes() !== this.#sharedBy) this.#share = this.#openShare();
    this.#since = now;
    this.#probeAt = now + this.#probeMs;
    const reason = error instanceof Error ? error.message : String(error);
    terms.onFleetEvent?.({ kind: 'degraded', reason, policy, processes: processes() });
  }

  take(scope: string, charges: Charges): Refusal | undefined {
    this.#probe();
    const { policy, terms } = this.#options;
    if (policy === 'open') return undefined;
    if (policy === 'fail') return { by: 'store', whose: 'provider', until: terms.clock.now() + PROBE_MS };
    return this.#share.take(scope, charges);
  }

  /** What was taken from the store, before, is lost with it. */
  giveBack(scope: string, charges: Charges, takenAt: number): void {
    if (this.#since !== undefined && takenAt >= this.#since) this.#share.giveBack(scope, charges, takenAt);
  }

  /** Calls look for the store themselves: where nobody calls, nothing polls. */
  #probe(): void {
    const { clock } = this.#options.terms;
    if (this.#probing || clock.now() < this.#probeAt) return;
    this.#probing = true;
    this.#options
      .probe()
      .then(
        () => this.#end(),
        () => (this.#probeAt = clock.now() + this.#probeMs),
      )
      .finally(() => (this.#probing = false));
  }

  #end(): void {
    const { clock, onFleetEvent } = this.#options.terms;
    const now = (this.#restoredAt = clock.now());
    const outageMs = now - (this.#since ?? now);
    this.#since = undefined;
    onFleetEvent?.({ kind: 'restored', outageMs });
  }

  /** This process's part of the limits. All processes begin with theirs at once: together that is one bucket at the most. */
  #openShare(): MemoryLedger {
    const { quota, ceiling, throttleBelow, clock } = this.#options.terms;
    const processes = (this.#sharedBy = this.#options.processes());
    return new MemoryLedger({
      quota: quota.map((spec) => shareOf(spec, processes)),
      ceiling: ceiling.map((spec) => shareOf(spec, processes)),
      throttleBelow,
      clock,
      fill: Math.min(1, ...[...quota, ...ceiling].map(({ burst }) => burst / processes)),
    });
  }
}

/** A bucket can't hold less than a token: a small share begins with less, and fills slowly. */
function shareOf(spec: BucketSpec, processes: number): BucketSpec {
  return { ...spec, rate: spec.rate / processes, burst: Math.max(1, spec.burst / processes) };
}
