/**
 * An account of what a gate has granted, kept by an observer: plain sums over the whole history, without a bucket. What may be taken at an instant
 * follows from one rule: any run of grants holds no more than the burst, and what flowed in since its first.
 */
import type { BucketSpec } from '../../lib/core/bucket.js';

interface Entry {
  readonly at: number;
  /** What the run that begins here may hold at once, by window; `undefined`: the burst. */
  most: number[] | undefined;
  /** By window; less where it came back unused. */
  cost: number[];
}

export interface Grant extends Entry {
  /** It came back unused. */
  unused: boolean;
}

/** Adding up thousands of fractions leaves dust. */
const DUST = 1e-9;

export class GrantBooks {
  readonly specs: readonly BucketSpec[];
  readonly grants: Grant[] = [];
  readonly #entries: Entry[];
  #pausedUntil = 0;

  constructor(specs: readonly BucketSpec[], openedAt: number) {
    this.specs = specs;
    this.#entries = [{ at: openedAt, most: undefined, cost: specs.map(() => 0) }];
  }

  grant(cost: number, at: number): Grant {
    const grant = { at, most: undefined, cost: this.specs.map(() => cost), unused: false };
    this.#entries.push(grant);
    this.grants.push(grant);
    return grant;
  }

  /** What flowed in since it was granted is not undone. */
  comeBack(grant: Grant, now: number): void {
    const gone = grant.cost.map((cost, i) => Math.min(cost, this.#spec(i).rate * (now - grant.at)));
    // What comes back after a pause can be used besides the one token that the pause left.
    for (const entry of this.#entries.slice(this.#entries.indexOf(grant)))
      if (entry.most && entry.at <= now)
        entry.most = entry.most.map((most, i) => most + (grant.cost[i] ?? 0) - (gone[i] ?? 0));
    grant.unused = true;
    grant.cost = gone;
    this.#entries.push({ at: now, most: undefined, cost: this.specs.map(() => 0) });
  }

  pause(until: number): void {
    if (until <= this.#pausedUntil) return;
    this.#pausedUntil = until;
    this.#entries.push({ at: until, most: this.specs.map(() => 1), cost: this.specs.map(() => 0) });
  }

  /** The least wait until `cost` could be granted, in ms. */
  waitFor(cost: number, now: number): number {
    const pause = Math.max(0, this.#pausedUntil - now);
    const waits = this.specs.map((spec, i) => (this.#missing(i, cost, now + pause) - DUST) / spec.rate);
    return pause + Math.max(0, ...waits);
  }

  /** The most that any half-open window of this length held; each begins with a grant. */
  fullestWindow(spec: number): number {
    const { windowMs } = this.#spec(spec);
    const used = this.grants.filter(({ unused }) => !unused);
    const sums = used.map(({ at: start }) =>
      used.reduce(
        (sum, { at, cost }) => sum + (at >= start && at < start + windowMs ? (cost[spec] ?? 0) : 0),
        0,
      ),
    );
    return Math.max(0, ...sums);
  }

  #missing(spec: number, cost: number, now: number): number {
    const { burst, rate } = this.#spec(spec);
    let sum = cost;
    let worst = -Infinity;
    for (let i = this.#entries.length - 1; i >= 0; i--) {
      const entry = this.#entries[i] as Entry;
      sum += entry.cost[spec] ?? 0;
      worst = Math.max(worst, sum - (entry.most?.[spec] ?? burst) - rate * (now - entry.at));
    }
    return worst;
  }

  #spec(spec: number): BucketSpec {
    return this.specs[spec] as BucketSpec;
  }
}
