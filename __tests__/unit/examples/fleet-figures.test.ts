import { phaseFigures } from '../../../examples/fleet/figures.js';
import { CEILING, CREDENTIALS } from '../../../examples/fleet/terms.js';
import type { Arrival } from '../../../examples/fleet/traffic.js';

const times = { startedAt: 1_000, killedAt: 11_000, recoveredAt: 21_000, endedAt: 31_000 };
const [one = '', other = ''] = CREDENTIALS;

const arrival = (at: number, more: Partial<Arrival> = {}): Arrival => ({
  at,
  worker: 'worker-1',
  credential: one,
  refused: false,
  ...more,
});

test('each request counts in the phase in which it came, and in the whole run', () => {
  const arrivals = [1_000, 10_999, 11_000, 20_999, 21_000].map((at) => arrival(at));
  const figures = phaseFigures(arrivals, times, ['worker-1']);
  expect(figures.map(({ title, requests }) => `${title} ${requests}`)).toEqual([
    'before 2',
    'outage 2',
    'after 1',
    'whole run 5',
  ]);
  expect(figures.map(({ seconds }) => seconds)).toEqual([10, 10, 10, 30]);
});

test('a window that reaches across a change counts where it ends', () => {
  const arrivals = [10_900, 10_950, 11_000, 11_050].map((at) => arrival(at));
  const [before, outage, after, whole] = phaseFigures(arrivals, times, ['worker-1']);
  expect(before?.fullestOfAll).toBe(2);
  expect(outage?.fullestOfAll).toBe(4);
  expect(after?.fullestOfAll).toBe(0);
  expect(whole?.fullestOfAll).toBe(4);
});

test('windows are half-open', () => {
  const [before] = phaseFigures([arrival(2_000), arrival(2_000 + CEILING.windowMs)], times, ['worker-1']);
  expect(before?.fullestOfAll).toBe(1);
});

test('the busiest credential is told by itself', () => {
  const arrivals = [
    arrival(2_000),
    arrival(2_001, { credential: other }),
    arrival(2_002, { credential: other }),
  ];
  const [before] = phaseFigures(arrivals, times, ['worker-1']);
  expect(before?.fullestOfAll).toBe(3);
  expect(before?.fullestOfOne).toBe(2);
});

test('shares are in the order of the names, and 429s are counted', () => {
  const arrivals = [
    arrival(2_000, { refused: true }),
    arrival(2_001, { worker: 'worker-2' }),
    arrival(2_002, { worker: 'worker-2' }),
    arrival(2_003, { worker: 'worker-2' }),
  ];
  const [before] = phaseFigures(arrivals, times, ['worker-1', 'worker-2']);
  expect(before?.shares).toEqual([0.25, 0.75]);
  expect(before?.refused).toBe(1);
});
