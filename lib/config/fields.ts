/**
 * What each option may be: one table of checks for each object that a user writes. The compiler sees to it that no option is left out.
 * May import core/ and its neighbours.
 */
import type { Clock, Fleet } from '../core/ports.js';
import {
  describe,
  flag,
  functionOf,
  isObject,
  listOf,
  milliseconds,
  objectOf,
  oneOf,
  orFalse,
  share,
  text,
  whole,
} from './check.js';
import type { Check } from './check.js';
import type { Mode, RateLimitOptions } from './options.js';
import { idempotency, provider, quotas, retryableStatus } from './provider-fields.js';
import { reading } from './reading-fields.js';
import type { RequestRateLimitOptions } from './request-options.js';
import type { RetryOptions, RetryQuotaOptions } from './retry-options.js';

const MODES: readonly Mode[] = ['wait', 'best-effort'];

const oneMode: Check<Mode> = oneOf(MODES);

const units = whole({ min: 0, mend: 'Write units of the retry quota.' });

const retryQuota: Check<RetryQuotaOptions> = objectOf<RetryQuotaOptions>(
  {
    capacity: whole({ min: 1, mend: 'Write units, or `quota: false` for no such bound.' }),
    throttleCost: units,
    otherCost: units,
    refund: units,
  },
  '{ capacity, throttleCost, otherCost, refund }',
);

const retry: Check<RetryOptions> = objectOf<RetryOptions>(
  {
    statuses: listOf(retryableStatus),
    // 0 would mean retries without jitter, all at once: for a test, a `random` that gives 0 does that.
    baseDelayMs: milliseconds(1, 'Write 250 for a quarter of a second.'),
    maxDelayMs: milliseconds(1, 'Write 30_000 for half a minute.'),
    maxAttempts: whole({ min: 1, mend: 'The first attempt counts: 1 means no retry.' }),
    maxElapsedMs: milliseconds(1, 'Write 45_000 for 45 seconds, or `retry: false` for no retries.'),
    quota: orFalse(retryQuota),
  },
  '{ maxAttempts, baseDelayMs, ... }, or false',
);

const CLOCK_METHODS = {
  now: '() => milliseconds since the epoch',
  setTimeout: '(callback, ms) => handle',
  clearTimeout: '(handle) => void',
} satisfies Record<keyof Clock, string>;

/** Taken as it is, not copied: it may be an instance of a class. */
const clock: Check<Clock> = (value, at, problems) => {
  if (!isObject(value)) {
    const mend = `Write an object: { ${Object.keys(CLOCK_METHODS).join(', ')} }.`;
    return problems.add(at, `is ${describe(value)}, not an object`, mend);
  }
  for (const [name, signature] of Object.entries(CLOCK_METHODS)) {
    functionOf(signature)(value[name], `${at}.${name}`, problems);
  }
  return value as unknown as Clock;
};

const fleet: Check<Fleet> = (value, at, problems) =>
  isObject(value) && typeof value.openLedger === 'function'
    ? (value as unknown as Fleet)
    : problems.add(at, `is ${describe(value)}, not a fleet`, 'Write redisFleet({ client: new Redis(url) }).');

/** The check of everything that a user can say at set-up. */
export const checkOptions: Check<RateLimitOptions> = objectOf<RateLimitOptions>(
  {
    provider,
    quota: quotas,
    ceiling: quotas,
    credential: functionOf('(config) => credential'),
    scope: functionOf('(config) => string or undefined'),
    headroom: share({ zero: false }),
    retry: orFalse(retry),
    fleet,
    onFleetEvent: functionOf('(event) => void'),
    maxQueued: whole({ min: 0, mend: 'Write how many requests may wait in one scope.' }),
    maxWaitMs: milliseconds(0, 'Write 600_000 for ten minutes.'),
    throttleBelow: share({ zero: true }),
    maxConcurrent: whole({ min: 1, mend: 'Write how many may be on their way at once, or leave it out.' }),
    idempotency: orFalse(idempotency),
    beforeAttempt: functionOf('async (config) => { ... }'),
    retryForbidden: flag,
    reading,
    rule: functionOf('(response, generic) => changes or undefined'),
    mode: oneMode,
    clock,
    random: functionOf('() => a number from 0 to below 1'),
  },
  '{ provider, quota, ... }',
);

/** A number that need not be whole: instants and rests of time are often the result of a calculation. */
const positive: Check<number> = (value, at, problems) =>
  typeof value === 'number' && value > 0 && value < Infinity
    ? value
    : problems.add(
        at,
        `is ${describe(value)}, not a positive number`,
        'Write milliseconds, or leave it out.',
      );

/** The check of everything that a user can say at a request. */
export const checkRequest: Check<RequestRateLimitOptions> = objectOf<RequestRateLimitOptions>(
  {
    mode: oneMode,
    priority: whole({ min: 0, max: 9, mend: '0 goes first, 9 last; left out it is 5.' }),
    cost: whole({ min: 0, mend: 'Write the tokens that one attempt takes.' }),
    idempotencyKey: text(/^[\x20-\x7e]{1,255}$/, 'Write a string of 1 to 255 printable ASCII characters.'),
    idempotent: flag,
    deadlineAt: positive,
    attemptTimeoutMs: positive,
    credential: text(/./su, 'Write a string, or leave it out.'),
    run: text(/^[^\p{Cc}]{1,200}$/u, "Write a name, such as 'inbox-42'; 200 characters at most."),
  },
  '{ mode, priority, ... }, or false',
);
