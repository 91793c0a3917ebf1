/**
 * What one call takes from the retry quota, and what it gives back. Imports only types.
 */
import type { RetryQuota } from '../core/retry-quota.js';

export class RetryTab {
  readonly #quota: RetryQuota | undefined;
  /** The price of the last retry. */
  #spent = 0;
  /** The price of one that is decided on, and not sent yet. */
  #pledged = 0;

  /** @param quota `undefined`: retries cost nothing. */
  constructor(quota: RetryQuota | undefined) {
    this.#quota = quota;
  }

  /** The price of the next retry, or `undefined` when the stock doesn't cover it. */
  priceOf(throttled: boolean): number | undefined {
    return this.#quota ? this.#quota.priceOf(throttled) : 0;
  }

  pledge(price: number): void {
    this.#pledged = price;
    this.#quota?.spend(price);
  }

  attemptSent(): void {
    this.#spent = this.#pledged;
    this.#pledged = 0;
  }

  succeeded(): void {
    this.#quota?.restore(this.#spent);
  }

  /** The call is over: a retry that was not sent costs nothing. */
  close(): void {
    if (this.#pledged > 0) this.#quota?.restore(this.#pledged);
  }
}
