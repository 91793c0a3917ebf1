/**
 * An account as people see it. Imports only core.
 */
import { holdOn, type Account, type HeldBy } from './account.js';
import { tokensAt, type BucketSpec, type BucketState } from './bucket.js';

/** A bucket as it is now. */
export interface BucketStatus {
  /** The published quota: `limit` in any window of `windowMs`. */
  limit: number;
  windowMs: number;
  /** The most tokens that may be taken at once. */
  burst: number;
  /** Tokens that are there; below zero after a request that took more than the burst. */
  tokens: number;
  /** The quota was not configured, but read from responses. */
  learned: boolean;
}

/** The books of one credential, or of the provider. */
export interface AccountStatus {
  /** Until when nothing is sent (epoch ms), and why: a pause that the server asked for, or an allowance that is gone. */
  heldUntil?: number;
  heldBy?: HeldBy;
  /** Empty in a fleet: there the buckets are in the store. */
  buckets: readonly BucketStatus[];
}

export function statusOf(account: Account, specs: readonly BucketSpec[], now: number): AccountStatus {
  const hold = holdOn(account, [], { units: 0, tokens: [] }, now);
  return {
    ...(hold && { heldUntil: hold.until, heldBy: hold.by }),
    buckets: specs.map((spec, i) => ({
      limit: spec.limit,
      windowMs: spec.windowMs,
      burst: spec.burst,
      tokens: Math.min(spec.burst, tokensAt(spec, account.buckets[i] as BucketState, now)),
      learned: account.learned !== undefined,
    })),
  };
}
