/**
 * The retry quota: a stock of units that retries spend and successes give back, so that a provider in trouble is not kept there by its
 * callers' retries. First attempts are free. As in the AWS SDKs' standard retry mode. Imports nothing.
 */

export interface RetryQuotaPolicy {
  /** Units in stock at the start, and at the most. */
  readonly capacity: number;
  /** Price of a retry after a throttle. */
  readonly throttleCost: number;
  /** Price of any other retry. */
  readonly otherCost: number;
  /** What a call that succeeds at once gives back; one that was retried gives back what its last retry had cost. */
  readonly refund: number;
}

export class RetryQuota {
  readonly #policy: RetryQuotaPolicy;
  #units: number;

  constructor(policy: RetryQuotaPolicy) {
    this.#policy = policy;
    this.#units = policy.capacity;
  }

  get units(): number {
    return this.#units;
  }

  /** The price of the next retry, or `undefined` when the stock doesn't cover it. */
  priceOf(throttled: boolean): number | undefined {
    const price = throttled ? this.#policy.throttleCost : this.#policy.otherCost;
    return price <= this.#units ? price : undefined;
  }

  spend(price: number): void {
    this.#units -= price;
  }

  /** To be called for each success, with what its retries had cost (0: it succeeded at once). */
  restore(spent: number): void {
    this.#units = Math.min(this.#policy.capacity, this.#units + (spent || this.#policy.refund));
  }
}
