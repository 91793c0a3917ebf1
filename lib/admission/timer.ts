/**
 * Timers to an instant, however far away: a JavaScript timer of more than 2^31 - 1 ms fires at once.
 */
import { MAX_TIMER_MS } from '../core/backoff.js';
import type { Clock } from '../core/ports.js';

/** Calls back at the instant `at`, never before it by the clock's own count. Returns the means to cancel it. */
export function setLongTimeout(clock: Clock, at: number, callback: () => void): () => void {
  let handle: unknown;
  const arm = (): void => {
    const left = at - clock.now();
    handle = clock.setTimeout(
      () => (clock.now() < at ? arm() : callback()),
      Math.min(Math.max(left, 0), MAX_TIMER_MS),
    );
  };
  arm();
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
