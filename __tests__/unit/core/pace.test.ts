import { paceOf, seeWindow } from '../../../lib/core/pace.js';
import type { SeenWindow } from '../../../lib/core/pace.js';

const NOON = Date.UTC(2026, 11, 1, 12);
const RESET = NOON + 60_000;

describe('a window that responses tell of', () => {
  const seen: SeenWindow = { limit: 100, remaining: 40, resetAt: RESET };

  it('is known from its first response on', () => {
    expect(seeWindow(undefined, { limit: 100, remaining: 40, resetAt: RESET }, NOON)).toEqual(seen);
  });

  it.each([
    ['what is left', { limit: 100, resetAt: RESET }],
    ['when it starts anew', { limit: 100, remaining: 3 }],
    ['a start that is not over yet', { limit: 100, remaining: 3, resetAt: NOON }],
  ])('says nothing without %s', (_, window) => {
    expect(seeWindow(undefined, window, NOON)).toBeUndefined();
    expect(seeWindow(seen, window, NOON)).toBe(seen);
  });

  it('takes less than nothing left for nothing left', () => {
    expect(seeWindow(undefined, { remaining: -3, resetAt: RESET }, NOON)).toEqual({
      limit: 0,
      remaining: 0,
      resetAt: RESET,
    });
  });

  it('has less and less left: an answer that comes late does not raise it', () => {
    const lower = seeWindow(seen, { limit: 100, remaining: 12, resetAt: RESET }, NOON);
    expect(lower).toEqual({ limit: 100, remaining: 12, resetAt: RESET });
    expect(seeWindow(lower, { limit: 100, remaining: 39, resetAt: RESET }, NOON)).toEqual(lower);
  });

  it('is the same one when its reset moves by no more than a second: the reset told first stays', () => {
    expect(seeWindow(seen, { limit: 100, remaining: 90, resetAt: RESET + 1_000 }, NOON)).toEqual(seen);
    expect(seeWindow(seen, { limit: 100, remaining: 30, resetAt: RESET - 1_000 }, NOON)).toEqual({
      limit: 100,
      remaining: 30,
      resetAt: RESET,
    });
  });

  it('starts anew in time where its reset slides along with the answers', () => {
    let known: SeenWindow | undefined = seen;
    for (let step = 1; step <= 3; step++)
      known = seeWindow(known, { limit: 100, remaining: 90, resetAt: RESET + step * 600 }, NOON);
    expect(known).toEqual({ limit: 100, remaining: 90, resetAt: RESET + 1_200 });
  });

  it('starts anew with a later reset', () => {
    const next = { limit: 100, remaining: 99, resetAt: RESET + 60_000 };
    expect(seeWindow(seen, next, NOON)).toEqual(next);
  });

  it('starts anew once its reset has passed', () => {
    const next = { limit: 100, remaining: 99, resetAt: RESET + 500 };
    expect(seeWindow(seen, next, RESET)).toEqual(next);
  });

  it('is not touched by an answer from the window before', () => {
    expect(seeWindow(seen, { limit: 100, remaining: 0, resetAt: RESET - 1_001 }, NOON)).toBe(seen);
  });
});

describe('the pace that windows ask for', () => {
  const window = (remaining: number, { limit = 100, inMs = 60_000 } = {}): SeenWindow => ({
    limit,
    remaining,
    resetAt: NOON + inMs,
  });

  it('is none while enough is left', () => {
    expect(paceOf([window(10)], 0.1, NOON)).toBeUndefined();
    expect(paceOf([], 0.1, NOON)).toBeUndefined();
  });

  it('spreads what is left over the time to the reset', () => {
    expect(paceOf([window(9)], 0.1, NOON)).toEqual({ rate: 9 / 60_000, until: RESET });
  });

  it('lasts from the end of a pause, not from now', () => {
    expect(paceOf([window(9)], 0.1, NOON + 15_000)).toEqual({ rate: 9 / 45_000, until: RESET });
  });

  it('is zero where nothing is left, also of a window of unknown size', () => {
    expect(paceOf([window(0, { limit: 0 })], 0.1, NOON)).toEqual({ rate: 0, until: RESET });
  });

  it('is none for a window of unknown size with something left', () => {
    expect(paceOf([window(1, { limit: 0 })], 0.1, NOON)).toBeUndefined();
  });

  it('is set after a refusal, whatever is left', () => {
    expect(paceOf([window(50)], Infinity, NOON)).toEqual({ rate: 50 / 60_000, until: RESET });
    expect(paceOf([window(50, { limit: 0 })], Infinity, NOON)?.rate).toBe(50 / 60_000);
  });

  it('is that of the window which leaves the least', () => {
    const minute = window(9);
    const hour = window(90, { limit: 1_000, inMs: 3_600_000 });
    expect(paceOf([minute, hour], 0.1, NOON)).toEqual({ rate: 90 / 3_600_000, until: NOON + 3_600_000 });
    expect(paceOf([hour, minute], 0.1, NOON)?.rate).toBe(90 / 3_600_000);
  });

  it('is none for a window that starts anew before it would begin', () => {
    expect(paceOf([window(0)], 0.1, RESET)).toBeUndefined();
  });
});
