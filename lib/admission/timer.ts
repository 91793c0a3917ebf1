/**
 * Timers to an instant, however far away: a JavaScript timer of more than 2^31 - 1 ms fires at once.
 */
import { MAX_TIMER_MS } from '../core/backoff.js';
import type { Clock } from '../core/ports.js';

/** Node calls back up to a millisecond early. Where more than this is missing in the end, the clock was set back. */
const EARLY_MS = 10;

/**
 * Calls back at the instant `at`, never before it by the clock's own count, unless the clock was set back meanwhile: that makes no wait longer.
 * Returns the means to cancel it.
 */
export function setLongTimeout(clock: Clock, at: number, callback: () => void): () => void {
  let handle: unknown;
  const arm = (left: number): void => {
    const part = Math.min(left, MAX_TIMER_MS);
    handle = clock.setTimeout(() => {
      const missing = at - clock.now();
      if (missing > 0 && left > part) arm(Math.min(missing, left - part));
      else if (missing > 0 && missing <= EARLY_MS) arm(missing);
      else callback();
    }, part);
  };
  arm(Math.max(0, at - clock.now()));
  return () => clock.clearTimeout(handle);
}

/** Waits until the instant `at`. Rejects with the error of an interruption, should one come first. */
export function sleepUntil(
  at: number,
  clock: Clock,
  onInterruption: (listener: (error: Error) => void) => () => void,
): Promise<void> {
  if (at <= clock.now()) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const stopListening = onInterruption((error) => {
      cancelTimer();
      stopListening();
      reject(error);
    });
    const cancelTimer = setLongTimeout(clock, at, () => {
      stopListening();
      resolve();
    });
  });
}
