/**
 * What the fleet's upstream publishes, who calls it, and when Redis goes and comes. Imports types only.
 */
import type { PublishedQuota } from '../demo/sliding-window.js';

/** For each credential. */
export const QUOTA: PublishedQuota = { limit: 200, windowMs: 4_000 };

/** For all credentials together: less than the sum, so that they have to share. */
export const CEILING: PublishedQuota = { limit: 400, windowMs: 4_000 };

/** Tokens that the ceiling's bucket holds, by the plugin's defaults: half of the fifth that is left free. */
export const CEILING_BURST = 40;

/** Calls a second that the ceiling's bucket serves, by the plugin's defaults: four fifths of what is published. */
export const CEILING_RATE = 80;

export const CREDENTIALS: readonly string[] = [
  'Bearer mail-agent',
  'Bearer billing-agent',
  'Bearer report-agent',
];

export const WORKERS = 4;

/** Calls that each worker keeps waiting, for each credential: it always wants more than there is. */
export const BACKLOG = 10;

/** Milliseconds after the start. */
export const KILL_AT = 8_000;
export const RESTART_AT = 14_000;
export const STOP_AT = 24_000;
