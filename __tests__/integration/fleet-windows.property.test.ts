/**
 * What the scripts grant to many credentials and processes fills no window above what was published, whatever is held, used early, or given back.
 */
import fc from 'fast-check';
import type { Redis } from 'ioredis';
import { bucketSpec } from '../../lib/core/bucket.js';
import type { BucketSpec } from '../../lib/core/bucket.js';
import { ownPrefix, sharedRedis } from '../support/shared-redis.js';
import { TimedBooks, chargesOf } from '../support/timed-books.js';

jest.setTimeout(600_000);

const propertyRuns = { numRuns: Number(process.env.FC_RUNS ?? 150), seed: 20_261_201 };

interface Grant {
  scope: string;
  /** Microseconds. */
  at: number;
  cost: number;
}

/** A request that comes at the instant `at`, or comes back then. */
interface Ask {
  at: number;
  scope: string;
  cost: number;
  most: number;
  /** How long after its slot it is given back unused, in ms; `undefined`: it is used. */
  heldMs: number | undefined;
  booked: boolean;
}

const buckets: fc.Arbitrary<BucketSpec[]> = fc.uniqueArray(
  fc
    .record({
      limit: fc.integer({ min: 2, max: 100 }),
      windowMs: fc.integer({ min: 50, max: 3_000 }),
      headroom: fc.integer({ min: 30, max: 100 }).map((percent) => percent / 100),
    })
    .map(({ limit, windowMs, headroom }) => bucketSpec({ limit, windowMs }, headroom)),
  { maxLength: 2, selector: ({ windowMs }) => windowMs },
);

const asks = fc.array(
  fc.record({
    scope: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    idleMs: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, fc.integer({ min: 0, max: 400 })),
    most: fc.oneof({ weight: 3, arbitrary: fc.constant(1) }, fc.integer({ min: 1, max: 5 })),
    costShare: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.double({ min: 0, max: 1, noNaN: true })),
    heldMs: fc.option(fc.nat(300), { nil: undefined, freq: 6 }),
  }),
  { minLength: 1, maxLength: 60 },
);

function fullestWindow(grants: readonly Grant[], windowMs: number): number {
  const sorted = [...grants].sort((a, b) => a.at - b.at);
  let fullest = 0;
  let sum = 0;
  let first = 0;
  for (const { at, cost } of sorted) {
    sum += cost;
    // To the microsecond, the two ends of a window are apart by less than its length.
    while ((sorted[first] as Grant).at <= at - 1_000 * windowMs + 2) sum -= (sorted[first++] as Grant).cost;
    fullest = Math.max(fullest, sum);
  }
  return fullest;
}

describe('a fleet', () => {
  let redis: Redis;
  beforeAll(() => (redis = sharedRedis()));
  afterAll(() => redis.disconnect());

  it('fills no window of a credential, or of the ceiling, above what was published', async () => {
    await fc.assert(
      fc.asyncProperty(buckets, buckets, asks, async (quota, ceiling, wanted) => {
        const timed = new TimedBooks(redis, { prefix: ownPrefix(), quota, ceiling });
        const largest = Math.min(...[...quota, ...ceiling].map(({ burst }) => burst), 100);
        const used: Grant[] = [];
        let at = timed.now;
        const queue: (Ask & { back?: number })[] = wanted.map(({ idleMs, costShare, ...ask }) => {
          at += 1_000 * idleMs;
          return { ...ask, at, cost: 1 + Math.floor(costShare * (largest - 1)), booked: false };
        });
        for (;;) {
          queue.sort((x, y) => x.at - y.at);
          const ask = queue.shift();
          if (!ask) break;
          timed.now = Math.max(timed.now, ask.at);
          const { scope, cost, heldMs } = ask;
          const charges = chargesOf(cost, quota, ceiling);
          if (ask.back !== undefined) {
            await timed.books.giveBack(scope, charges, {
              times: 1,
              ageMs: (timed.now - ask.back) / 1_000,
              part: 'both',
            });
            continue;
          }
          const booking = await timed.book(scope, charges, {
            booked: ask.booked,
            most: ask.booked ? 1 : ask.most,
          });
          if (booking.kind === 'refused') throw new Error(`refused by ${booking.by}`);
          if (booking.kind === 'partial') {
            queue.push({ ...ask, at: timed.now + Math.ceil(1_000 * booking.wait), booked: true });
            continue;
          }
          for (const wait of booking.waits) {
            const slot = timed.now + Math.ceil(1_000 * wait);
            if (heldMs === undefined) used.push({ scope, at: slot, cost });
            else queue.push({ ...ask, at: slot + 1_000 * heldMs, back: slot });
          }
        }
        for (const { windowMs, limit } of ceiling)
          expect(fullestWindow(used, windowMs)).toBeLessThanOrEqual(limit);
        for (const scope of new Set(used.map((grant) => grant.scope)))
          for (const { windowMs, limit } of quota)
            expect(
              fullestWindow(
                used.filter((grant) => grant.scope === scope),
                windowMs,
              ),
            ).toBeLessThanOrEqual(limit);
      }),
      propertyRuns,
    );
  });
});
