/**
 * The strictest way to enforce a quota: a log of every admission, and none more than the limit in any window of
 * any phase. Pure: the clock is an argument. Imports nothing.
 */

/** What a provider publishes: at most `limit` requests in any window of `windowMs`. */
export interface PublishedQuota {
  limit: number;
  windowMs: number;
}

/** Windows are half-open: a request that comes exactly `windowMs` after another no longer meets it. */
export class SlidingWindow {
  readonly quota: PublishedQuota;
  #admittedAt: number[] = [];

  constructor(quota: PublishedQuota) {
    this.quota = quota;
  }

  /** How long until one more request may be admitted, in ms: 0 for at once. Admits nothing. */
  waitMs(now: number): number {
    this.#forgetBefore(now);
    const oldest = this.#admittedAt[0];
    if (oldest === undefined || this.#admittedAt.length < this.quota.limit) return 0;
    return oldest + this.quota.windowMs - now;
  }

  /** Enters an admission. The caller has asked `waitMs` first. */
  admit(now: number): void {
    this.#admittedAt.push(now);
  }

  /** How many more could be admitted at this instant. */
  remaining(now: number): number {
    this.#forgetBefore(now);
    return this.quota.limit - this.#admittedAt.length;
  }

  #forgetBefore(now: number): void {
    const kept = this.#admittedAt.findIndex((at) => at > now - this.quota.windowMs);
    this.#admittedAt = kept === -1 ? [] : this.#admittedAt.slice(kept);
  }
}

/** The largest number of instants, given in ascending order, that any half-open window of `windowMs` holds. */
export function fullestWindow(instants: readonly number[], windowMs: number): number {
  let fullest = 0;
  let first = 0;
  instants.forEach((at, index) => {
    while ((instants[first] ?? at) <= at - windowMs) first += 1;
    fullest = Math.max(fullest, index - first + 1);
  });
  return fullest;
}
