import fc from 'fast-check';
import {
  bucketSpec,
  drainUntil,
  fullBucket,
  giveBack,
  mostInWindow,
  take,
  tokensAt,
  waitFor,
} from '../../../lib/core/bucket.js';
import type { BucketSpec, BucketState } from '../../../lib/core/bucket.js';

/** Instants are as large as those of a real clock: their arithmetic loses digits that small numbers would keep. */
const NOON = Date.UTC(2026, 11, 1, 12);

const propertyRuns = { numRuns: Number(process.env.FC_RUNS ?? 3_000), seed: 20_261_201 };

// Thousands of histories take their time where others use the machine.
jest.setTimeout(60_000);

const perSecond: BucketSpec = { limit: 100, windowMs: 10_000, burst: 5, rate: 0.01 };

describe('the bucket of a published quota', () => {
  it.each([
    { limit: 100, windowMs: 60_000, headroom: 0.8, burst: 10, perWindow: 80 },
    { limit: 100, windowMs: 60_000, headroom: 0.9, burst: 5, perWindow: 90 },
    { limit: 1_000, windowMs: 3_600_000, headroom: 0.7, burst: 150, perWindow: 700 },
    { limit: 50, windowMs: 60_000, headroom: 0.5, burst: 12, perWindow: 25 },
    { limit: 100, windowMs: 1_000, headroom: 1, burst: 1, perWindow: 100 },
    { limit: 1, windowMs: 1_000, headroom: 0.8, burst: 1, perWindow: 0.8 },
    { limit: 3, windowMs: 1_000, headroom: 0.8, burst: 1, perWindow: 2.4 },
  ])(
    'of $limit at headroom $headroom holds $burst and fills by $perWindow a window',
    ({ limit, windowMs, headroom, burst, perWindow }) => {
      const spec = bucketSpec({ limit, windowMs }, headroom);
      expect(spec).toEqual({ limit, windowMs, burst, rate: expect.closeTo(perWindow / windowMs, 12) });
    },
  );

  it('takes the burst that was asked for', () => {
    expect(bucketSpec({ limit: 100, windowMs: 1_000, burst: 3 }, 0.8).burst).toBe(3);
  });

  it('keeps the cost that the quota counts by itself', () => {
    const cost = (): number => 2;
    expect(bucketSpec({ limit: 100, windowMs: 1_000, cost }, 0.8).cost).toBe(cost);
    expect(bucketSpec({ limit: 100, windowMs: 1_000 }, 0.8)).not.toHaveProperty('cost');
  });

  it('never admits more than the quota by default, whatever the headroom', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100_000 }),
        fc.integer({ min: 1, max: 86_400_000 }),
        fc.integer({ min: 1, max: 100 }),
        (limit, windowMs, percent) => {
          expect(mostInWindow(bucketSpec({ limit, windowMs }, percent / 100))).toBeLessThanOrEqual(limit);
        },
      ),
      propertyRuns,
    );
  });

  it.each([
    { limit: 100, headroom: 0.8, most: 89 },
    { limit: 100, headroom: 0.7, most: 84 },
    { limit: 100, headroom: 1, most: 100 },
    { limit: 1, headroom: 0.8, most: 1 },
    { limit: 10, headroom: 0.55, most: 7 },
  ])('of $limit at headroom $headroom puts at most $most into a window', ({ limit, headroom, most }) => {
    // 97 and 3 ms: a rate that no binary fraction holds exactly.
    for (const windowMs of [97, 60_000, 3])
      expect(mostInWindow(bucketSpec({ limit, windowMs }, headroom))).toBe(most);
  });
});

describe('a bucket', () => {
  it('starts full', () => {
    const state = fullBucket(perSecond, NOON);
    expect(waitFor(perSecond, state, 5, NOON)).toBe(0);
    expect(waitFor(perSecond, state, 6, NOON)).toBe(100);
  });

  it('fills at its rate and no further than its burst', () => {
    const empty = take(perSecond, fullBucket(perSecond, NOON), 5, NOON);
    expect(tokensAt(perSecond, empty, NOON + 250)).toBe(2.5);
    expect(take(perSecond, empty, 5, NOON + 60_000)).toEqual({ tokens: 0, at: NOON + 60_000 });
  });

  it('lets those ahead go first', () => {
    const state = fullBucket(perSecond, NOON);
    expect(waitFor(perSecond, state, 2, NOON, 3)).toBe(0);
    expect(waitFor(perSecond, state, 2, NOON, 4)).toBe(100);
  });

  it('lets a cost above its burst pass after it has been full, and owes for it', () => {
    const full = fullBucket(perSecond, NOON);
    expect(waitFor(perSecond, full, 20, NOON)).toBe(1_500);
    const after = take(perSecond, full, 20, NOON + 1_500);
    expect(after.tokens).toBe(-15);
    expect(waitFor(perSecond, after, 1, NOON + 1_500)).toBe(1_600);
  });

  it('counts a pause that it was full in towards a cost above its burst', () => {
    expect(waitFor(perSecond, fullBucket(perSecond, NOON), 20, NOON + 1_500)).toBe(0);
  });

  it('gathers nothing while the clock stands before its last grant', () => {
    expect(tokensAt(perSecond, { tokens: 2, at: NOON + 3_600_000 }, NOON)).toBe(2);
  });
});

describe('tokens that come back', () => {
  const empty = take(perSecond, fullBucket(perSecond, NOON), 5, NOON);

  it('can be taken again at once', () => {
    expect(waitFor(perSecond, giveBack(perSecond, empty, 3, NOON, NOON), 3, NOON)).toBe(0);
  });

  it('never fill the bucket above its burst', () => {
    const state = giveBack(perSecond, fullBucket(perSecond, NOON), 3, NOON, NOON + 10);
    expect(state).toEqual({ tokens: 5, at: NOON + 10 });
  });

  it('come back but for what has flowed in since, which may have taken their place', () => {
    expect(giveBack(perSecond, empty, 3, NOON, NOON + 100).tokens).toBe(1 + 2);
    expect(giveBack(perSecond, empty, 3, NOON, NOON + 400).tokens).toBe(4);
  });

  it('are no more than were taken where the clock was set back meanwhile', () => {
    const takenAt = NOON + 3_600_000;
    expect(giveBack(perSecond, empty, 3, takenAt, NOON).tokens).toBe(3);
  });
});

describe('a bucket after a pause', () => {
  it('holds one token at most, however full it was', () => {
    const drained = drainUntil(perSecond, fullBucket(perSecond, NOON), NOON + 5_000);
    expect(waitFor(perSecond, drained, 1, NOON + 5_000)).toBe(0);
    const next = take(perSecond, drained, 1, NOON + 5_000);
    expect(waitFor(perSecond, next, 1, NOON + 5_000)).toBe(100);
  });

  it('gathers nothing before the end of the pause', () => {
    const drained = drainUntil(perSecond, { tokens: 0, at: NOON }, NOON + 5_000);
    expect(tokensAt(perSecond, drained, NOON + 4_999)).toBe(1);
  });

  it('still owes what the pause was too short to pay', () => {
    const drained = drainUntil(perSecond, { tokens: -10, at: NOON }, NOON + 500);
    expect(drained).toEqual({ tokens: -5, at: NOON + 500 });
  });

  it('makes no tokens of a pause that ended before the last grant', () => {
    const empty: BucketState = { tokens: 0, at: NOON };
    const drained = drainUntil(perSecond, empty, NOON - 10_000);
    expect(tokensAt(perSecond, drained, NOON)).toBe(0);
  });

  it('lets callers out one by one though permits from before come back during the pause', () => {
    const drained = drainUntil(
      perSecond,
      take(perSecond, fullBucket(perSecond, NOON), 4, NOON),
      NOON + 5_000,
    );
    const returned = giveBack(perSecond, drained, 4, NOON, NOON + 10);
    expect(waitFor(perSecond, returned, 1, NOON + 5_000)).toBe(0);
    expect(waitFor(perSecond, returned, 2, NOON + 5_000)).toBe(100);
  });
});

describe('any history of a bucket', () => {
  interface Grant {
    at: number;
    cost: number;
  }

  const specs: fc.Arbitrary<BucketSpec> = fc
    .record({
      limit: fc.integer({ min: 1, max: 200 }),
      windowMs: fc.oneof(
        fc.integer({ min: 1, max: 500 }),
        fc.constantFrom(1_000, 60_000, 3_600_000, 86_400_000),
      ),
      headroom: fc.integer({ min: 5, max: 100 }).map((percent) => percent / 100),
      burst: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: undefined }),
    })
    .map(({ limit, windowMs, headroom, burst }) => {
      const spec = bucketSpec({ limit, windowMs }, headroom);
      if (burst === undefined) return spec;
      // Any burst that keeps b + ceil(rW) - 1 within the quota.
      const most = limit + spec.burst - mostInWindow(spec);
      return { ...spec, burst: 1 + Math.floor(burst * (most - 1)) };
    });

  /** Grants at the earliest instants that the bucket allows, after idle times of `idleMs`. */
  function grantAll(spec: BucketSpec, asks: { share: number; idle: number }[], most: number): Grant[] {
    let now = NOON;
    let state = fullBucket(spec, now);
    return asks.map(({ share, idle }) => {
      const cost = 1 + Math.floor(share * (most - 1));
      now += Math.floor(idle * spec.windowMs);
      now += waitFor(spec, state, cost, now);
      state = take(spec, state, cost, now);
      return { at: now, cost };
    });
  }

  function fullestWindow(grants: Grant[], windowMs: number): number {
    const inWindowFrom = (start: number): number =>
      grants.reduce((sum, { at, cost }) => (at >= start && at < start + windowMs ? sum + cost : sum), 0);
    return Math.max(...grants.map(({ at }) => inWindowFrom(at)));
  }

  const share = fc.oneof(fc.constant(0), fc.double({ min: 0, max: 1, noNaN: true }));
  // Mostly greedy, now and then idle for a part of the window.
  const idle = fc.oneof(
    { weight: 4, arbitrary: fc.constant(0) },
    fc.double({ min: 0, max: 1.2, noNaN: true }),
  );
  const asks = fc.array(fc.record({ share, idle }), { minLength: 1, maxLength: 60 });

  it('puts no more into any window than the quota, also with costs of up to the whole quota', () => {
    fc.assert(
      fc.property(specs, asks, (spec, wanted) => {
        expect(fullestWindow(grantAll(spec, wanted, spec.limit), spec.windowMs)).toBeLessThanOrEqual(
          spec.limit,
        );
      }),
      propertyRuns,
    );
  });

  it('puts no more into any window than announced, where every cost fits in the burst', () => {
    fc.assert(
      fc.property(specs, asks, (spec, wanted) => {
        const fullest = fullestWindow(grantAll(spec, wanted, spec.burst), spec.windowMs);
        expect(fullest).toBeLessThanOrEqual(mostInWindow(spec));
      }),
      propertyRuns,
    );
  });

  it('puts no more into any window than announced when tokens come back unused, soon or late', () => {
    const asksWithReturns = fc.array(
      fc.record({ share, idle, heldMs: fc.option(fc.nat(600), { nil: undefined, freq: 2 }) }),
      { minLength: 1, maxLength: 60 },
    );
    fc.assert(
      fc.property(specs, asksWithReturns, (spec, wanted) => {
        let now = NOON;
        let state = fullBucket(spec, now);
        const used: Grant[] = [];
        const unused: (Grant & { backAt: number })[] = [];
        /** Lets time pass until `to`, or until the next of them comes back: then tells so. */
        const passTo = (to: number): boolean => {
          const next = unused.sort((a, b) => a.backAt - b.backAt)[0];
          now = Math.min(to, next?.backAt ?? to);
          if (!next || next.backAt > to) return false;
          unused.shift();
          state = giveBack(spec, state, next.cost, next.at, now);
          return true;
        };
        for (const { share: s, idle: i, heldMs } of wanted) {
          const cost = 1 + Math.floor(s * (spec.burst - 1));
          const from = now + Math.floor(i * spec.windowMs);
          while (passTo(from)) continue;
          while (passTo(now + waitFor(spec, state, cost, now))) continue;
          state = take(spec, state, cost, now);
          if (heldMs === undefined) used.push({ at: now, cost });
          else unused.push({ at: now, cost, backAt: now + heldMs });
        }
        if (used.length > 0)
          expect(fullestWindow(used, spec.windowMs)).toBeLessThanOrEqual(mostInWindow(spec));
      }),
      propertyRuns,
    );
  });

  it('is told its next wait to the millisecond', () => {
    fc.assert(
      fc.property(specs, asks, fc.integer({ min: 1, max: 200 }), fc.nat(300), (spec, wanted, cost, ahead) => {
        let state = fullBucket(spec, NOON);
        for (const { at, cost: taken } of grantAll(spec, wanted, spec.limit))
          state = take(spec, state, taken, at);
        const wait = waitFor(spec, state, cost, state.at, ahead);
        expect(waitFor(spec, state, cost, state.at + wait, ahead)).toBe(0);
        if (wait > 0) expect(waitFor(spec, state, cost, state.at + wait - 1, ahead)).toBe(1);
      }),
      propertyRuns,
    );
  });

  it('grants at the first instant that the sums of all grants before allow', () => {
    /** By how much a grant of `cost` at `now` would overdraw: any run of grants may hold the burst and what flowed in since its first. */
    function overdraft({ burst, rate }: BucketSpec, before: Grant[], cost: number, now: number): number {
      let sum = cost;
      let worst = -Infinity;
      for (const grant of [...before].reverse()) {
        sum += grant.cost;
        worst = Math.max(worst, sum - burst - rate * (now - grant.at));
      }
      return worst;
    }
    fc.assert(
      fc.property(specs, asks, (spec, wanted) => {
        const opening: Grant = { at: NOON, cost: 0 };
        const grants = [
          opening,
          ...grantAll(
            spec,
            wanted.map(({ share: s }) => ({ share: s, idle: 0 })),
            spec.limit,
          ),
        ];
        grants.slice(1).forEach(({ at, cost }, i) => {
          const before = grants.slice(0, i + 1);
          expect(overdraft(spec, before, cost, at)).toBeLessThan(1e-6);
          if (at > (before.at(-1) as Grant).at)
            expect(overdraft(spec, before, cost, at - 1)).toBeGreaterThan(-1e-6);
        });
      }),
      { ...propertyRuns, numRuns: propertyRuns.numRuns / 10 },
    );
  });
});
