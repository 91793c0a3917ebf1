/**
 * The books in Redis at an instant that the test chooses: the scripts run as they are, but for the one line that asks for the time.
 */
import type { Redis } from 'ioredis';
import { RedisBooks } from '../../lib/admission/redis-books.js';
import type { BookTerms, Booking } from '../../lib/admission/redis-books.js';
import type { BucketSpec } from '../../lib/core/bucket.js';
import type { Charges } from '../../lib/core/ports.js';
import { clock } from './stopped-time.js';

const ASKS_FOR_TIME = "redis.call('TIME')";

export interface TimedBooksOptions {
  prefix: string;
  quota?: readonly BucketSpec[];
  ceiling?: readonly BucketSpec[];
}

export class TimedBooks {
  readonly books: RedisBooks;
  /** Microseconds since the epoch: Redis's own resolution. */
  now: number = Date.UTC(2026, 11, 1, 12) * 1_000;

  constructor(redis: Redis, { prefix, quota = [], ceiling = [] }: TimedBooksOptions) {
    const run = (
      script: string,
      keys: readonly string[],
      args: readonly (string | number)[],
    ): Promise<unknown> => {
      if (!script.includes(ASKS_FOR_TIME))
        throw new Error('the script does not ask for the time as it used to');
      const timed = script.replace(ASKS_FOR_TIME, '{ ARGV[#ARGV - 1], ARGV[#ARGV] }');
      const time = [Math.floor(this.now / 1e6), this.now % 1e6];
      return redis.eval(timed, keys.length, ...keys, ...args, ...time);
    };
    this.books = new RedisBooks({ run }, prefix, {
      provider: 'test',
      quota,
      ceiling,
      throttleBelow: 0.1,
      clock,
    });
  }

  book(scope: string, charges: Charges, terms: Partial<BookTerms> = {}): Promise<Booking> {
    return this.books.book(scope, charges, { most: 1, longestMs: Infinity, booked: false, ...terms });
  }
}

/** A cost for all windows. */
export function chargesOf(
  cost: number,
  quota: readonly BucketSpec[],
  ceiling: readonly BucketSpec[] = [],
): Charges {
  return {
    credential: { units: cost, tokens: quota.map(() => cost) },
    provider: { units: cost, tokens: ceiling.map(() => cost) },
  };
}
