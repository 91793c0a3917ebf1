/**
 * Which of several quota windows counts. Pure; imports only core.
 */
import type { RateWindow } from './types.js';

/**
 * The window that governs: of the exhausted ones that which starts anew last; where none is exhausted, the tightest. `undefined`
 * where there is no window.
 */
export function governingWindow(windows: readonly RateWindow[]): RateWindow | undefined {
  return windows.reduce<RateWindow | undefined>((best, window) => {
    return best === undefined || governs(window, best) ? window : best;
  }, undefined);
}

/**
 * When a refusal is over, as the windows tell it: when the last of the exhausted ones starts anew. A window that does not
 * tell what is left of it may be the exhausted one; a window with something left has not refused anybody.
 */
export function refusalEndsAt(windows: readonly RateWindow[]): number | undefined {
  return (
    latestReset(windows.filter(isExhausted)) ?? latestReset(windows.filter((w) => w.remaining === undefined))
  );
}

/** Nothing is left in it, not even for a request that costs one. */
export function isExhausted({ remaining }: RateWindow): boolean {
  return remaining !== undefined && remaining < 1;
}

function governs(a: RateWindow, b: RateWindow): boolean {
  const [ofA, ofB] = [shareLeft(a), shareLeft(b)];
  return ofA === ofB ? (a.resetAt ?? 0) > (b.resetAt ?? 0) : ofA < ofB;
}

function shareLeft(window: RateWindow): number {
  if (isExhausted(window)) return 0;
  const { remaining = Infinity, limit } = window;
  return limit === undefined || limit === 0 ? remaining : remaining / limit;
}

function latestReset(windows: readonly RateWindow[]): number | undefined {
  const resets = windows.flatMap((window) => window.resetAt ?? []);
  return resets.length === 0 ? undefined : Math.max(...resets);
}
