/**
 * Time that a test moves, on Jest's fake timers: also for third parties that call `Date.now` and `setTimeout` themselves, such as Bottleneck.
 */
import { MAX_TIMER_MS } from '../../lib/core/backoff.js';
import type { Clock } from '../../lib/core/ports.js';

/** Noon of the first of December 2026. */
export const NOON: number = Date.UTC(2026, 11, 1, 12);

/** Reads the timers at each call, so that it follows them when they are faked. */
export const clock: Clock = {
  now: () => Date.now(),
  setTimeout: (callback, ms) => setTimeout(callback, ms),
  clearTimeout: (handle) => clearTimeout(handle as NodeJS.Timeout),
};

/** Stops time at noon. */
export function stopTime(): void {
  jest.useFakeTimers({
    now: NOON,
    doNotFake: ['setImmediate', 'clearImmediate', 'nextTick', 'queueMicrotask'],
  });
  jest.spyOn(globalThis, 'setTimeout');
}

export function letTimeRun(): void {
  jest.clearAllTimers();
  jest.restoreAllMocks();
  jest.useRealTimers();
}

/** Lets time pass: runs the timers that come due, instant by instant, and after each the promises that follow from it. */
export async function pass(ms = 0): Promise<void> {
  await settle();
  for (let left = ms; left > 0; left -= MAX_TIMER_MS) await runTo(Math.min(left, MAX_TIMER_MS));
  await runTo(0);
  // What was set at the very last instant, for that instant.
  while (jest.mocked(setTimeout).mock.calls.some(([, delay]) => !delay)) await runTo(0);
}

async function runTo(ms: number): Promise<void> {
  let there = false;
  setTimeout(() => (there = true), ms);
  jest.mocked(setTimeout).mockClear();
  while (!there) {
    jest.advanceTimersToNextTimer();
    await settle();
  }
}

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
