/**
 * The fastest that a client can be which keeps to a token bucket of rate r and burst b. Pure.
 */
import type { PublishedQuota } from './sliding-window.js';

/** A token bucket that starts full. */
export interface Bucket {
  /** Tokens a second. */
  rate: number;
  /** Tokens it holds. */
  burst: number;
}

/** The bucket that keeps to a published quota: a share `headroom` of its rate, and a small burst. */
export function bucketFor(quota: PublishedQuota, headroom: number): Bucket {
  return {
    rate: (headroom * quota.limit * 1_000) / quota.windowMs,
    // (1 - 0.8) / 2 * 20 is 1.9999999999999996 to a computer, and 2 to whoever reads the rule.
    burst: Math.max(1, Math.floor(((1 - headroom) / 2) * quota.limit + 1e-9)),
  };
}

/** When the last of so many attempts can leave, in ms after the first. */
export function lastLeavesAtMs(attempts: number, bucket: Bucket): number {
  return (Math.max(0, attempts - bucket.burst) / bucket.rate) * 1_000;
}

/**
 * The earliest end of a burst: the slowest of all its buckets decides. Retries are attempts and need their tokens;
 * for pauses that the upstream asks for nothing is allowed.
 */
export function idealMs(attemptsByCredential: readonly number[], each: Bucket, ceiling: Bucket): number {
  const all = attemptsByCredential.reduce((sum, attempts) => sum + attempts, 0);
  return Math.max(
    lastLeavesAtMs(all, ceiling),
    ...attemptsByCredential.map((attempts) => lastLeavesAtMs(attempts, each)),
  );
}
