/**
 * The options of retries. Their defaults are in defaults.ts, their checks in fields.ts. Imports nothing.
 */

/** How failures are retried. Connection errors and timeouts are too, whatever `statuses` says. */
export interface RetryOptions {
  /**
   * The statuses that are retried: 429 and 5xx only. Takes the place of the default list.
   * @default [429, 502, 503, 504] and the preset's further ones
   */
  statuses?: readonly number[];

  /**
   * Upper bound of the first computed wait, in milliseconds, at least 1. It doubles with each retry; the wait is uniform in [0, bound], always.
   * @default 250
   */
  baseDelayMs?: number;

  /**
   * Upper bound of every computed wait, in milliseconds. Never cuts a Retry-After short.
   * @default 30_000
   */
  maxDelayMs?: number;

  /**
   * Attempts a call, the first one counted, at least 1.
   * @default 5
   */
  maxAttempts?: number;

  /**
   * The time in which a call's last wait must end and its last retry begin, in milliseconds. Runs from the first moment of the call, waiting for tokens
   * included. Never cuts a running attempt short. A `deadlineAt` or 95% of axios's `timeout`, if smaller, comes first.
   * @default 45_000
   */
  maxElapsedMs?: number;

  /** A stock that retries spend, so that they don't keep a provider in trouble; `false`: unlimited. */
  quota?: RetryQuotaOptions | false;
}

/** The retry quota, a stock of units for each provider and process. Empty: no retries, while first attempts still go. */
export interface RetryQuotaOptions {
  /**
   * Units in stock at the start, and at the most.
   * @default 500
   */
  capacity?: number;

  /**
   * Units that a retry after a rate limit costs.
   * @default 5
   */
  throttleCost?: number;

  /**
   * Units that any other retry costs.
   * @default 14
   */
  otherCost?: number;

  /**
   * Units that a success gives back; one that needed retries gives back what its last retry cost.
   * @default 1
   */
  refund?: number;
}
