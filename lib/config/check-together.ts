/**
 * The checks that need more than one option. May import core/ and its neighbours.
 */
import { bucketSpec, mostInWindow } from '../core/bucket.js';
import type { RetryQuotaPolicy } from '../core/retry-quota.js';
import type { Quota } from '../core/types.js';
import type { Problems } from './check.js';
import type { RetryOptions } from './retry-options.js';

/** No window of any phase may hold more than is published: burst + ceil(rate * window) - 1 <= limit. */
export function checkBursts(
  quotas: readonly Quota[],
  headroom: number,
  at: string,
  problems: Problems,
): void {
  quotas.forEach((quota, i) => {
    const spec = bucketSpec(quota, headroom);
    const most = mostInWindow(spec);
    if (most <= quota.limit) return;
    const path = quotas.length > 1 ? `${at}[${i}].burst` : `${at}.burst`;
    const largest = quota.limit - (most - spec.burst);
    const share = Math.floor(((quota.limit - spec.burst + 1) / quota.limit) * 100) / 100;
    problems.add(
      path,
      `is ${spec.burst}: at a headroom of ${headroom}, a window could hold ${most} of the ${quota.limit} published`,
      `Write ${largest} at most${share > 0 ? `, or lower \`headroom\` to ${share}` : ''}.`,
    );
  });
}

/** Bounds that the user wrote and that contradict each other. Next to a default the smaller one simply holds. */
export function checkBounds(
  { baseDelayMs, maxDelayMs, maxElapsedMs }: RetryOptions,
  problems: Problems,
): void {
  if (baseDelayMs === undefined) return;
  if (maxDelayMs !== undefined && maxDelayMs < baseDelayMs) {
    problems.add(
      'retry.maxDelayMs',
      `is ${maxDelayMs}, below the baseDelayMs of ${baseDelayMs}`,
      'The cap is at least the first bound: raise it, or lower `retry.baseDelayMs`.',
    );
  }
  if (maxElapsedMs !== undefined && maxElapsedMs < baseDelayMs) {
    problems.add(
      'retry.maxElapsedMs',
      `is ${maxElapsedMs}, below the baseDelayMs of ${baseDelayMs}: there is hardly time for one retry`,
      'Raise it, or lower `retry.baseDelayMs`; for no retries write `retry: false`.',
    );
  }
}

/** A price that the full stock can't pay means: never retried. */
export function checkPrices(policy: RetryQuotaPolicy, problems: Problems): void {
  for (const price of ['throttleCost', 'otherCost'] as const) {
    if (policy[price] <= policy.capacity) continue;
    problems.add(
      `retry.quota.${price}`,
      `is ${policy[price]}, above the capacity of ${policy.capacity}: such a retry could never be paid`,
      'Raise `retry.quota.capacity`, or lower the price.',
    );
  }
}
