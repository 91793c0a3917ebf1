import { formatDuration, formatNumber, formatRate, formatShare } from '../../../lib/config/format.js';

describe('a duration', () => {
  it.each([
    [0, '0 ms'],
    [1, '1 ms'],
    [250, '250 ms'],
    [999, '999 ms'],
    [1000, '1 s'],
    [1500, '1.5 s'],
    [1234, '1,234 ms'],
    [30_000, '30 s'],
    [60_000, '1 min'],
    [90_000, '1.5 min'],
    [100_000, '100 s'],
    [3_600_000, '1 h'],
    [86_400_000, '1 day'],
    [2_592_000_000, '30 days'],
  ])('of %d ms reads %s', (ms, text) => {
    expect(formatDuration(ms)).toBe(text);
  });
});

describe('a rate', () => {
  it.each([
    [40, 60_000, '40/min'],
    [0.8, 1000, '0.8/s'],
    [100, 3_600_000, '100/h'],
    [1, 86_400_000, '1/day'],
    [800, 10_000, '800 per 10 s'],
    [5, 100, '5 per 100 ms'],
  ])('of %d in %d ms reads %s', (count, windowMs, text) => {
    expect(formatRate(count, windowMs)).toBe(text);
  });
});

it('numbers have separators, and few decimals', () => {
  expect([10_000, 44.444, 0.123, 0.0012, 0].map(formatNumber)).toEqual([
    '10,000',
    '44.44',
    '0.12',
    '0.0012',
    '0',
  ]);
});

it('shares are whole percents where they can be', () => {
  expect([0.8, 0.95, 0.88, 0.899, 52 / 60, 1, 0.015].map(formatShare)).toEqual([
    '80%',
    '95%',
    '88%',
    '89.9%',
    '86.7%',
    '100%',
    '1.5%',
  ]);
});
