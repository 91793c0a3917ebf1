import fc from 'fast-check';
import { MAX_TIMER_MS, fullJitter } from '../../../lib/core/backoff.js';

const options = { baseDelayMs: 250, maxDelayMs: 30_000 };

describe('full jitter', () => {
  it.each([
    [0, 250],
    [1, 500],
    [2, 1_000],
    [6, 16_000],
    [7, 30_000],
    [8, 30_000],
    [5_000, 30_000],
  ])('for retry %d reaches from nothing to %d ms', (n, cap) => {
    expect(fullJitter(n, { ...options, random: () => 0 })).toBe(0);
    expect(fullJitter(n, { ...options, random: () => 0.5 })).toBe(cap / 2);
    expect(fullJitter(n, { ...options, random: () => 1 - 2 ** -53 })).toBe(cap);
  });

  it('samples by itself where no random source is given', () => {
    const samples = Array.from({ length: 100 }, () => fullJitter(3, options));
    expect(Math.max(...samples)).toBeLessThanOrEqual(2_000);
    expect(new Set(samples).size).toBeGreaterThan(10);
  });

  it('is uniform: each tenth of the range gets its share', () => {
    let state = 42;
    // A Lehmer generator: the same samples in every run.
    const random = (): number => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
    const tenths = new Array<number>(10).fill(0);
    for (let i = 0; i < 20_000; i++) {
      const delay = fullJitter(4, { baseDelayMs: 1_000, maxDelayMs: 30_000, random });
      tenths[Math.min(9, Math.floor(delay / 1_600))]!++;
    }
    // 2,000 expected each, with a standard deviation of 42.
    for (const count of tenths) expect(Math.abs(count - 2_000)).toBeLessThan(200);
  });

  it('never exceeds the cap, what a timer can hold, or the doubled base', () => {
    const delays = fc.integer({ min: 0, max: 2 ** 40 });
    const sample = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    fc.assert(
      fc.property(fc.nat(3_000), delays, delays, sample, (n, baseDelayMs, maxDelayMs, random) => {
        const delay = fullJitter(n, { baseDelayMs, maxDelayMs, random: () => random });
        expect(Number.isInteger(delay)).toBe(true);
        expect(delay).toBeGreaterThanOrEqual(0);
        expect(delay).toBeLessThanOrEqual(
          Math.min(maxDelayMs, MAX_TIMER_MS, baseDelayMs * 2 ** Math.min(n, 900)),
        );
      }),
      { numRuns: Number(process.env.FC_RUNS ?? 3_000), seed: 20_261_201 },
    );
  });
});
