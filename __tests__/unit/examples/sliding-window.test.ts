import fc from 'fast-check';
import { fullestWindow, SlidingWindow } from '../../../examples/demo/sliding-window.js';

/** Admits whatever may be admitted, and returns when. */
function admitAll(window: SlidingWindow, arrivals: readonly number[]): number[] {
  return arrivals.filter((at) => {
    if (window.waitMs(at) > 0) return false;
    window.admit(at);
    return true;
  });
}

/** Counts by definition: a window of any phase starts at one of the instants, or holds no more than one that does. */
function fullestByDefinition(instants: readonly number[], windowMs: number): number {
  return Math.max(
    0,
    ...instants.map((from) => instants.filter((at) => at >= from && at < from + windowMs).length),
  );
}

const arrivals = fc
  .array(fc.integer({ min: 0, max: 300 }), { maxLength: 200 })
  .map((all) => all.sort((a, b) => a - b));
const quotas = fc.record({
  limit: fc.integer({ min: 1, max: 12 }),
  windowMs: fc.integer({ min: 1, max: 120 }),
});

test('no window of any phase holds more than the limit', () => {
  fc.assert(
    fc.property(quotas, arrivals, (quota, all) => {
      const admitted = admitAll(new SlidingWindow(quota), all);
      expect(fullestByDefinition(admitted, quota.windowMs)).toBeLessThanOrEqual(quota.limit);
    }),
  );
});

test('refuses only what would overfill a window', () => {
  fc.assert(
    fc.property(quotas, arrivals, (quota, all) => {
      const window = new SlidingWindow(quota);
      const admitted: number[] = [];
      for (const at of all) {
        const refused = window.waitMs(at) > 0;
        const wouldHold = admitted.filter((earlier) => earlier > at - quota.windowMs).length + 1;
        expect(refused).toBe(wouldHold > quota.limit);
        if (refused) continue;
        window.admit(at);
        admitted.push(at);
      }
    }),
  );
});

test('admits exactly after the wait that it names, and not a millisecond earlier', () => {
  const window = new SlidingWindow({ limit: 2, windowMs: 1_000 });
  window.admit(0);
  window.admit(400);
  expect(window.waitMs(700)).toBe(300);
  expect(window.waitMs(999)).toBe(1);
  expect(window.waitMs(1_000)).toBe(0);
});

test('tells what remains', () => {
  const window = new SlidingWindow({ limit: 3, windowMs: 1_000 });
  expect(window.remaining(0)).toBe(3);
  window.admit(0);
  window.admit(10);
  expect(window.remaining(10)).toBe(1);
  expect(window.remaining(1_000)).toBe(2);
});

test('the fullest window is found whatever its phase', () => {
  fc.assert(
    fc.property(arrivals, fc.integer({ min: 1, max: 120 }), (all, windowMs) => {
      expect(fullestWindow(all, windowMs)).toBe(fullestByDefinition(all, windowMs));
    }),
  );
});
