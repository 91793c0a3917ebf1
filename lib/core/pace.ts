/**
 * Slowing down before being refused: what the windows in a response's fields mean for the rate of a scope. Pure; imports only core.
 */
import type { RateWindow } from './types.js';

/** A window as the responses of a scope told of it so far. */
export interface SeenWindow {
  /** 0: not told. */
  readonly limit: number;
  /** The least that any response of this window told: answers arrive out of order. */
  readonly remaining: number;
  readonly resetAt: number;
}

/** The pace that a nearly spent window asks for. */
export interface Pace {
  /** Tokens a millisecond; 0: none before `until`. */
  readonly rate: number;
  readonly until: number;
}

/**
 * Resets come in whole seconds, and deltas are measured against a response that was on its way for a while: two instants this close are the
 * same reset.
 */
const SAME_RESET_MS = 1_000;

/** Merges what a response tells of a window into what is known of it: within one window, `remaining` only goes down. */
export function seeWindow(
  known: SeenWindow | undefined,
  window: RateWindow,
  now: number,
): SeenWindow | undefined {
  const { limit, remaining, resetAt } = window;
  if (remaining === undefined || resetAt === undefined || resetAt <= now) return known;
  const seen = { limit: limit ?? 0, remaining: Math.max(0, remaining), resetAt };
  if (known === undefined || known.resetAt <= now || resetAt > known.resetAt + SAME_RESET_MS) return seen;
  if (resetAt < known.resetAt - SAME_RESET_MS) return known; // an answer from the window before
  // The reset that was told first stays: where resets slide along with the answers, a later one is a new window in time.
  return { limit: seen.limit, remaining: Math.min(seen.remaining, known.remaining), resetAt: known.resetAt };
}

/**
 * The pace for a scope whose windows are `seen`, or `undefined` when none of them is nearly spent.
 * @param below the share of a window's limit under which it counts as nearly spent; `Infinity`: after a refusal, whatever is left.
 * @param from the instant from which the rest has to last: now, or the end of a pause.
 */
export function paceOf(seen: Iterable<SeenWindow>, below: number, from: number): Pace | undefined {
  let slowest: Pace | undefined;
  for (const { limit, remaining, resetAt } of seen) {
    const nearlySpent = remaining === 0 || below === Infinity || remaining < below * limit;
    if (!nearlySpent || resetAt <= from) continue;
    const pace = { rate: remaining / (resetAt - from), until: resetAt };
    if (!slowest || pace.rate < slowest.rate) slowest = pace;
  }
  return slowest;
}
