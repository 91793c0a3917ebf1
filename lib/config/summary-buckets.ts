/**
 * What the summary says of each bucket, next to the quota that its provider publishes. May import core/ and its neighbours.
 */
import { mostInWindow } from '../core/bucket.js';
import type { BucketSpec } from '../core/bucket.js';
import { formatNumber, formatRate, formatShare } from './format.js';
import type { ResolvedOptions } from './resolved.js';
import type { BucketSummary, SummaryEntry } from './summary-types.js';

export function bucketEntries(scope: BucketSummary['scope'], options: ResolvedOptions): SummaryEntry[] {
  const [label, option, specs] =
    scope === 'credential'
      ? (['each credential', 'quota', options.quota] as const)
      : (['whole provider', 'ceiling', options.ceiling] as const);
  if (specs.length === 0) {
    return [{ label, option, value: null, text: 'no quota: only what the server says counts' }];
  }
  return specs.map((spec) => {
    const bucket = describeBucket(scope, spec, options.headroom);
    return {
      label,
      option,
      value: bucket,
      text: tellBucket(bucket) + (spec.cost ? '; cost by its own function' : ''),
    };
  });
}

function describeBucket(scope: BucketSummary['scope'], spec: BucketSpec, headroom: number): BucketSummary {
  const { limit, windowMs, burst, rate } = spec;
  return {
    scope,
    limit,
    windowMs,
    headroom,
    // 0.8 * 10 an hour is 8, not 7.999999999999999.
    ratePerWindow: Number((rate * windowMs).toPrecision(12)),
    burst,
    mostInWindow: mostInWindow(spec),
    shared: false,
  };
}

function tellBucket({
  limit,
  windowMs,
  headroom,
  ratePerWindow,
  burst,
  mostInWindow: most,
}: BucketSummary): string {
  const rate = `${formatRate(ratePerWindow, windowMs)} = ${formatShare(headroom)} of ${formatRate(limit, windowMs)}`;
  const peak = `at most ${formatNumber(most)} in any window = ${formatShare(most / limit)}`;
  return `${rate}, burst ${formatNumber(burst)}; ${peak}`;
}
