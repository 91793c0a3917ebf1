import {
  decimalToMs,
  matchDuration,
  parseDuration,
  parsePeriod,
  periodInName,
} from '../../../lib/core/durations.js';

test.each([
  ['12ms', 12],
  ['1s', 1_000],
  ['0s', 0],
  ['6m0s', 360_000],
  ['1h2m3.5s', 3_723_500],
  ['1m26.4s', 86_400],
  ['34.074824224s', 34_075],
  ['600.5s', 600_500],
  ['1.5h', 5_400_000],
  ['2d', 172_800_000],
  ['250us', 1],
  ['250µs', 1],
  ['5ns', 1],
  ['7m12s', 432_000],
  ['38 seconds', 38_000],
  ['1 minute 5 seconds', 65_000],
  ['2 Hours', 7_200_000],
])('%s lasts %d ms', (text, ms) => expect(parseDuration(text)).toBe(ms));

test.each(['', '5', 's', '-5s', '5x', '5s!', '1h2', '1..5s', '5 messages', 'PT5S', '1e3s'])(
  '%p is no duration',
  (text) => expect(parseDuration(text)).toBeUndefined(),
);

test('a duration is found at the start of a sentence only', () => {
  expect(matchDuration('20s. Visit us')).toEqual({ ms: 20_000, end: 3 });
  expect(matchDuration('in 20s')).toBeUndefined();
});

test.each([
  ['1.1', 1_000, 1_100],
  ['0.57', 1_000, 570],
  ['0.07', 3_600_000, 252_000],
  ['64.57', 1_000, 64_570],
  ['0.0000000001', 1_000, 1],
  ['1796126464.57', 1_000, 1_796_126_464_570],
  ['1796126464570123', 1e-3, 1_796_126_464_571],
  ['9'.repeat(400), 1_000, Infinity],
])('%s units of %d ms are %d ms', (text, unit, ms) => expect(decimalToMs(text, unit)).toBe(ms));

test.each([
  ['m', 60_000],
  ['15m', 900_000],
  ['24hour', 86_400_000],
  ['daily', 86_400_000],
  ['0m', undefined],
  ['core', undefined],
])('the period %s', (text, ms) => expect(parsePeriod(text)).toBe(ms));

test.each([
  ['per_day', 86_400_000],
  ['weight-1m', 60_000],
  ['24hour', 86_400_000],
  ['tokens', undefined],
  ['m', undefined],
])('the period in the name %s', (name, ms) => expect(periodInName(name)).toBe(ms));
