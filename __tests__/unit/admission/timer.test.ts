import { MAX_TIMER_MS } from '../../../lib/core/backoff.js';
import type { Clock } from '../../../lib/core/ports.js';
import { setLongTimeout, sleepUntil } from '../../../lib/admission/timer.js';
import { NOON, clock, letTimeRun, pass, stopTime } from '../../support/stopped-time.js';

beforeEach(stopTime);
afterEach(letTimeRun);

/** When the timer called back, in ms since noon of the clock as it is then. */
function timerTo(at: number, time: Clock = clock): { calledAt: number[]; cancel: () => void } {
  const calledAt: number[] = [];
  const cancel = setLongTimeout(time, at, () => calledAt.push(Date.now() - NOON));
  return { calledAt, cancel };
}

describe('a timer to an instant', () => {
  it.each([1, 1_000, MAX_TIMER_MS, MAX_TIMER_MS + 1, 5 * MAX_TIMER_MS + 7])(
    'calls back once, after %d ms and not before',
    async (ms) => {
      const { calledAt } = timerTo(NOON + ms);
      await pass(ms - 1);
      expect(calledAt).toEqual([]);
      await pass(1);
      expect(calledAt).toEqual([ms]);
      await pass(MAX_TIMER_MS);
      expect(calledAt).toEqual([ms]);
    },
  );

  it.each([0, -1, -3_600_000])(
    'calls back at once for an instant that is there or past (%d ms)',
    async (ms) => {
      const { calledAt } = timerTo(NOON + ms);
      expect(calledAt).toEqual([]);
      await pass();
      expect(calledAt).toEqual([0]);
    },
  );

  it('never calls back at infinity', async () => {
    const { calledAt, cancel } = timerTo(Infinity);
    await pass(20 * MAX_TIMER_MS);
    expect(calledAt).toEqual([]);
    cancel();
    expect(jest.getTimerCount()).toBe(0);
  });

  it.each([0, 1])('does not call back once it is cancelled, after %d of its parts', async (parts) => {
    const { calledAt, cancel } = timerTo(NOON + 3 * MAX_TIMER_MS);
    await pass(parts * MAX_TIMER_MS);
    cancel();
    expect(jest.getTimerCount()).toBe(0);
    await pass(4 * MAX_TIMER_MS);
    expect(calledAt).toEqual([]);
  });

  it('waits on where the platform calls back a little early, as Node does', async () => {
    const early: Clock = {
      ...clock,
      setTimeout: (callback, ms) => setTimeout(callback, ms > 1 ? ms - 1 : ms),
    };
    const { calledAt } = timerTo(NOON + 100, early);
    await pass(200);
    expect(calledAt).toEqual([100]);
  });

  it.each([100, 4 * MAX_TIMER_MS])(
    'takes no longer where the clock is set back meanwhile (%d ms)',
    async (ms) => {
      const { calledAt } = timerTo(NOON + ms);
      await pass(ms / 2);
      jest.setSystemTime(Date.now() - 3_600_000);
      await pass(ms / 2 - 1);
      expect(calledAt).toEqual([]);
      await pass(1);
      expect(calledAt).toEqual([ms - 3_600_000]);
    },
  );

  it('calls back in time where the clock is set forward in the course of a long wait', async () => {
    const { calledAt } = timerTo(NOON + 3 * MAX_TIMER_MS);
    await pass(MAX_TIMER_MS / 2);
    jest.setSystemTime(Date.now() + MAX_TIMER_MS);
    await pass(2 * MAX_TIMER_MS);
    expect(calledAt).toEqual([3 * MAX_TIMER_MS]);
  });
});

describe('a sleep', () => {
  const nobody = (): (() => void) => () => undefined;

  it('ends at its instant, and stops listening', async () => {
    const stop = jest.fn();
    let awake = false;
    void sleepUntil(NOON + 100, clock, () => stop).then(() => (awake = true));
    await pass(99);
    expect(awake).toBe(false);
    expect(stop).not.toHaveBeenCalled();
    await pass(1);
    expect(awake).toBe(true);
    expect(stop).toHaveBeenCalledTimes(1);
  });

  it('that would end now or earlier is none', async () => {
    await sleepUntil(NOON, clock, nobody);
    await sleepUntil(NOON - 1, clock, nobody);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('rejects with the error of an interruption, at once, and leaves nothing behind', async () => {
    const stop = jest.fn();
    let interrupt = (_: Error): void => undefined;
    const sleeping = sleepUntil(NOON + 100, clock, (listener) => {
      interrupt = listener;
      return stop;
    });
    const error = new Error('aborted');
    interrupt(error);
    await expect(sleeping).rejects.toBe(error);
    expect(stop).toHaveBeenCalledTimes(1);
    expect(jest.getTimerCount()).toBe(0);
  });
});
