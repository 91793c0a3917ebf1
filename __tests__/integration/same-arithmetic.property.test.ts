/**
 * The scripts in Redis and the arithmetic of core/ give the same grants on the same history. Core's functions don't care for the unit of time, and are asked in
 * microseconds here, as Redis counts.
 */
import fc from 'fast-check';
import type { Redis } from 'ioredis';
import { charge, holdOn, openAccount, pause, refund } from '../../lib/core/account.js';
import type { Account } from '../../lib/core/account.js';
import { bucketSpec, mostInWindow, tokensAt } from '../../lib/core/bucket.js';
import type { BucketSpec, BucketState } from '../../lib/core/bucket.js';
import type { AccountRef, Charges } from '../../lib/core/ports.js';
import { ownPrefix, sharedRedis } from '../support/shared-redis.js';
import { TimedBooks, chargesOf } from '../support/timed-books.js';

jest.setTimeout(600_000);

const propertyRuns = { numRuns: Number(process.env.FC_RUNS ?? 150), seed: 20_261_201 };

const credential: AccountRef = { whose: 'credential', scope: 'a' };

const specs = (maxLength: number): fc.Arbitrary<BucketSpec[]> =>
  fc.uniqueArray(
    fc
      .record({
        limit: fc.integer({ min: 1, max: 200 }),
        windowMs: fc.oneof(fc.integer({ min: 10, max: 500 }), fc.constantFrom(1_000, 60_000, 3_600_000)),
        headroom: fc.integer({ min: 20, max: 100 }).map((percent) => percent / 100),
      })
      .map(({ limit, windowMs, headroom }) => bucketSpec({ limit, windowMs }, headroom)),
    { minLength: 1, maxLength, selector: ({ windowMs }) => windowMs },
  );

/** In microseconds. */
function fine(buckets: readonly BucketSpec[]): BucketSpec[] {
  return buckets.map((spec) => ({ ...spec, windowMs: 1_000 * spec.windowMs, rate: spec.rate / 1_000 }));
}

/** Both round to the microsecond, each in its own way; where a bucket of one token is cut, that is lost. */
const ROUNDING = 2;

/** A microsecond at a quick pace is worth more of them at a slower one that follows. */
const PACE_ROUNDING = 20;

let redis: Redis;
beforeAll(() => (redis = sharedRedis()));
afterAll(() => redis.disconnect());

/** Core's account of one credential, asked in turn: whoever comes later is served later. */
class Model {
  readonly #specs: BucketSpec[];
  #account: Account | undefined;
  lastSlot = 0;
  grants = 0;

  constructor(buckets: readonly BucketSpec[]) {
    this.#specs = fine(buckets);
  }

  /** The slot that a request asked for at `now` has to get. */
  slot(charges: Charges, now: number): number {
    const from = Math.max(now, this.lastSlot);
    const account = this.#account ?? openAccount(this.#specs, now);
    return holdOn(account, this.#specs, charges.credential, from)?.until ?? from;
  }

  take(charges: Charges, slot: number, now: number): void {
    charge(this.#open(now), this.#specs, charges.credential, slot);
    this.lastSlot = slot;
    this.grants++;
  }

  giveBack(charges: Charges, takenAt: number, now: number): void {
    refund(this.#open(now), this.#specs, charges.credential, takenAt, now);
  }

  pause(until: number, now: number): void {
    pause(this.#open(now), this.#specs, until);
  }

  slowDown(rate: number, until: number, now: number): void {
    const account = this.#open(now);
    const old = account.pace && account.pace.until > now ? account.pace : undefined;
    if (old && rate >= old.rate && until <= old.until + 1_000_000) return;
    const from = Math.max(now, account.cooldownUntil);
    account.pace = { rate, until, bucket: old ? settled(old, now) : { tokens: 1, at: from } };
  }

  /** An account begins to be when something is written into it. */
  #open(now: number): Account {
    return (this.#account ??= openAccount(this.#specs, now));
  }

  get tolerance(): number {
    return ROUNDING * (this.grants + 1);
  }
}

/** A pace's bucket at `now`, for a pace that goes on from there. */
function settled({ rate, bucket }: NonNullable<Account['pace']>, now: number): BucketState {
  const spec = { limit: 1, windowMs: 1, burst: 1, rate };
  return { tokens: Math.min(1, tokensAt(spec, bucket, now)), at: Math.max(now, bucket.at) };
}

describe('the script and core', () => {
  const cost = fc.oneof({ weight: 3, arbitrary: fc.constant(1) }, fc.integer({ min: 1, max: 30 }));
  const idleMs = fc.oneof(
    { weight: 3, arbitrary: fc.constant(0) },
    fc.integer({ min: 0, max: 2_000 }),
    fc.integer({ min: 0, max: 100_000 }),
  );

  it('book the same slots for a credential of one to three windows', async () => {
    const asks = fc.array(fc.record({ cost, idleMs, most: fc.integer({ min: 1, max: 6 }) }), {
      minLength: 1,
      maxLength: 25,
    });
    await fc.assert(
      fc.asyncProperty(specs(3), asks, async (quota, wanted) => {
        const timed = new TimedBooks(redis, { prefix: ownPrefix(), quota });
        const model = new Model(quota);
        for (const { cost: units, idleMs: idle, most } of wanted) {
          timed.now += 1_000 * idle;
          const charges = chargesOf(units, quota);
          const booking = await timed.book('a', charges, { most });
          if (booking.kind !== 'granted') throw new Error(`booked ${JSON.stringify(booking)}`);
          for (const wait of booking.waits) {
            const slot = model.slot(charges, timed.now);
            expect(Math.abs(timed.now + 1_000 * wait - slot)).toBeLessThanOrEqual(model.tolerance);
            model.take(charges, slot, timed.now);
          }
          // It leaves out none that comes soon enough.
          if (booking.waits.length < most)
            expect(model.slot(charges, timed.now) + model.tolerance).toBeGreaterThan(timed.now + 5_000);
        }
      }),
      propertyRuns,
    );
  });

  it('book the same slots through pauses, slow-downs, and tokens that come back', async () => {
    const steps = fc.array(
      fc.oneof(
        { weight: 5, arbitrary: fc.record({ do: fc.constant('ask' as const), cost, idleMs }) },
        fc.record({
          do: fc.constant('pause' as const),
          ms: fc.integer({ min: 1, max: 5_000 }),
        }),
        fc.record({
          do: fc.constant('slow' as const),
          perSecond: fc.integer({ min: 1, max: 100 }),
          ms: fc.integer({ min: 100, max: 20_000 }),
        }),
        fc.record({ do: fc.constant('give back' as const), heldMs: fc.integer({ min: 0, max: 500 }) }),
      ),
      { minLength: 1, maxLength: 25 },
    );
    await fc.assert(
      fc.asyncProperty(specs(3), steps, async (quota, wanted) => {
        const timed = new TimedBooks(redis, { prefix: ownPrefix(), quota });
        const model = new Model(quota);
        let last: { charges: Charges; slot: number } | undefined;
        const ask = async (charges: Charges): Promise<void> => {
          const slot = model.slot(charges, timed.now);
          const booking = await timed.book('a', charges);
          if (booking.kind === 'refused') {
            expect(booking.by).toBe('cooldown');
            timed.now += Math.ceil(1_000 * booking.wait);
            return ask(charges);
          }
          if (booking.kind !== 'granted') throw new Error(`booked ${JSON.stringify(booking)}`);
          expect(Math.abs(timed.now + 1_000 * (booking.waits[0] as number) - slot)).toBeLessThanOrEqual(
            PACE_ROUNDING * model.tolerance,
          );
          model.take(charges, slot, timed.now);
          last = { charges, slot };
        };
        for (const step of wanted) {
          switch (step.do) {
            case 'ask':
              timed.now += 1_000 * step.idleMs;
              await ask(chargesOf(step.cost, quota));
              break;
            case 'pause':
              // A pause that ends before slots that are booked is another matter: those are kept.
              timed.now = Math.max(timed.now, model.lastSlot);
              await timed.books.pause(credential, 'cd', step.ms, '');
              model.pause(timed.now + 1_000 * step.ms, timed.now);
              break;
            case 'slow': {
              timed.now = Math.max(timed.now, model.lastSlot);
              await timed.books.slowDown(credential, step.perSecond / 1_000, step.ms);
              model.slowDown(step.perSecond / 1e6, timed.now + 1_000 * step.ms, timed.now);
              break;
            }
            case 'give back':
              if (!last) break;
              timed.now = Math.max(timed.now, last.slot) + 1_000 * step.heldMs;
              await timed.books.giveBack('a', last.charges, {
                times: 1,
                ageMs: (timed.now - last.slot) / 1_000,
                part: 'both',
              });
              model.giveBack(last.charges, last.slot, timed.now);
              last = undefined;
          }
        }
      }),
      propertyRuns,
    );
  });

  it('share a ceiling in the same order, where nothing may be held ahead of its time', async () => {
    const asks = fc.array(fc.record({ cost, idleMs, scope: fc.constantFrom('a', 'b', 'c') }), {
      minLength: 1,
      maxLength: 25,
    });
    await fc.assert(
      fc.asyncProperty(specs(2), specs(2), asks, async (quota, ceiling, wanted) => {
        // No room between what the bucket issues and what was published.
        const tight = ceiling.map((spec) => ({ ...spec, limit: mostInWindow(spec) }));
        const timed = new TimedBooks(redis, { prefix: ownPrefix(), quota, ceiling: tight });
        const start = timed.now;
        const own = new Map(['a', 'b', 'c'].map((scope) => [scope, new Model(quota)]));
        const above = new Model(ceiling);
        let grants = 0;
        let at = start;
        const queue = wanted.map(({ scope, cost: units, idleMs: idle }) => {
          at += 1_000 * idle;
          return { at, scope, booked: false, charges: chargesOf(units, quota, tight) };
        });
        for (;;) {
          queue.sort((x, y) => x.at - y.at);
          const next = queue.shift();
          if (!next) break;
          timed.now = Math.max(timed.now, next.at);
          const tolerance = ROUNDING * (2 * ++grants + 1);
          const mine = own.get(next.scope) as Model;
          const { charges, booked } = next;
          const ceilingCharges = { ...charges, credential: charges.provider };
          const ownSlot = booked ? timed.now : mine.slot(charges, timed.now);
          const aboveSlot = above.slot(ceilingCharges, timed.now);
          const booking = await timed.book(next.scope, charges, { booked });
          if (booking.kind === 'partial') {
            const slot = timed.now + 1_000 * booking.wait;
            // Before a slot that only the ceiling has put off, there may be one by the credential's own account.
            expect(slot).toBeLessThanOrEqual(ownSlot + tolerance);
            mine.take(charges, ownSlot, timed.now);
            queue.push({ ...next, at: Math.ceil(slot), booked: true });
          } else if (booking.kind === 'granted') {
            const slot = Math.max(ownSlot, aboveSlot);
            expect(Math.abs(timed.now + 1_000 * (booking.waits[0] as number) - slot)).toBeLessThanOrEqual(
              tolerance,
            );
            if (!booked) mine.take(charges, slot, timed.now);
            above.take(ceilingCharges, aboveSlot, timed.now);
          } else throw new Error(`booked ${JSON.stringify(booking)}`);
        }
      }),
      propertyRuns,
    );
  });
});
