/**
 * Full jitter: the wait before a retry that the server gave no hint for. Imports only types.
 * Source: "Exponential Backoff And Jitter", AWS Architecture Blog, 2015: of the jitters compared there, the one with the least work in all.
 */
import type { Random } from './ports.js';

/** The longest delay that a JavaScript timer keeps: above 2^31 - 1 ms it fires at once. */
export const MAX_TIMER_MS: number = 2 ** 31 - 1;

export interface BackoffOptions {
  /** Upper bound of the first wait, in milliseconds. */
  baseDelayMs: number;
  /** Upper bound of every wait, in milliseconds. */
  maxDelayMs: number;
  /** A uniform sample in [0, 1). Default: `Math.random`. */
  random?: Random;
}

/**
 * A wait in milliseconds, uniform in [0, min(maxDelayMs, baseDelayMs * 2^n)].
 * @param n which retry it is for: 0 for the first.
 */
export function fullJitter(
  n: number,
  { baseDelayMs, maxDelayMs, random = Math.random }: BackoffOptions,
): number {
  // 2^1024 would be Infinity, and a base of 0 times that no number at all.
  const cap = Math.min(maxDelayMs, MAX_TIMER_MS, baseDelayMs * 2 ** Math.min(n, 1_023));
  return Math.round(random() * cap);
}
