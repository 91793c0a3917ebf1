/**
 * What the demo's upstream publishes, and who calls it. The figures are small, so that a few hundred calls take
 * seconds; the quota of a minute or an hour behaves the same, only slower. Imports types only.
 */
import type { PublishedQuota } from './sliding-window.js';

/** For each credential. */
export const QUOTA: PublishedQuota = { limit: 80, windowMs: 4_000 };

/** For all credentials together: less than the sum, so that they have to share. */
export const CEILING: PublishedQuota = { limit: 160, windowMs: 4_000 };

/** The plugin's default: it uses 80% of what is published. */
export const HEADROOM = 0.8;

export const CREDENTIALS: readonly string[] = [
  'Bearer mail-agent',
  'Bearer billing-agent',
  'Bearer report-agent',
];

export const CALLS_PER_CREDENTIAL = 135;
