/**
 * Quotas that nobody configured: sized from the limits and windows that responses tell of. Imports only core.
 */
import type { Account } from './account.js';
import { bucketSpec } from './bucket.js';
import type { RateWindow } from './types.js';

/**
 * Gives the account a bucket for each window whose limit and length are told, or sizes it anew when the limit has changed. A limit without its window's length is no
 * quota yet: nobody knows how fast it fills.
 */
export function learnQuota(
  account: Account,
  windows: readonly RateWindow[],
  headroom: number,
  now: number,
): void {
  for (const { limit, windowMs, remaining } of windows) {
    if (!limit || !windowMs || limit < 1) continue;
    const learned = (account.learned ??= []);
    const known = learned.findIndex((spec) => spec.windowMs === windowMs);
    if (learned[known]?.limit === limit) continue;
    const spec = bucketSpec({ limit: Math.floor(limit), windowMs }, headroom);
    const i = known < 0 ? learned.length : known;
    const left = account.buckets[i]?.tokens ?? remaining ?? spec.burst;
    learned[i] = spec;
    account.buckets[i] = { tokens: Math.min(spec.burst, left), at: now };
  }
}
