/**
 * Responses of all kinds, sensible and not, for properties of whatever reads them.
 */
import fc from 'fast-check';

import { LATEST_INSTANT } from '../../lib/core/server-clock.js';

const ANY_DATE = fc
  .date({ min: new Date('1970-01-01'), max: new Date('2300-01-01'), noInvalidDate: true })
  .chain((date) =>
    fc.constantFrom(
      date.toUTCString(),
      date.toISOString(),
      date.toString(),
      String(date.getTime()),
      String(date.getTime() / 1000),
    ),
  );

export const PLAUSIBLE: fc.Arbitrary<string> = fc.oneof(
  fc.nat().map(String),
  fc.bigInt({ min: 0n, max: 10n ** 25n }).map(String),
  fc.double().map(String),
  fc.integer().map(String),
  ANY_DATE,
  fc.tuple(fc.nat(99), fc.nat(99)).map(([m, s]) => `${m}m${s}.5s`),
  fc.tuple(fc.string(), fc.nat(), fc.nat()).map(([name, r, t]) => `"${name}";r=${r};t=${t}`),
  fc.tuple(fc.nat(), fc.nat(), fc.nat()).map(([l, r, t]) => `limit=${l}, remaining=${r}, reset=${t}`),
  fc.tuple(fc.nat(), fc.nat()).map(([used, limit]) => `${used}/${limit}`),
  fc.tuple(fc.nat(), fc.nat()).map(([q, w]) => `${q}, ${q};w=${w}`),
  fc.constantFrom('', ' ', '-1', '0', 'true', 'false', ',', ';', '"', '9'.repeat(400)),
);

const VALUE = fc.oneof(
  { weight: 8, arbitrary: PLAUSIBLE },
  { weight: 2, arbitrary: fc.array(PLAUSIBLE, { maxLength: 3 }) },
  {
    weight: 2,
    arbitrary: fc.array(PLAUSIBLE, { minLength: 2, maxLength: 3 }).map((values) => values.join(', ')),
  },
  { weight: 2, arbitrary: fc.string() },
  { weight: 1, arbitrary: fc.anything() },
);

const NAME = fc.oneof(
  fc.constantFrom(
    ...[
      'retry-after',
      'Retry-After',
      'retry-after-ms',
      'x-ms-retry-after-ms',
      'x-ratelimit-retry-after',
      'date',
      'Date',
    ],
    ...[
      'x-ratelimit-limit',
      'x-ratelimit-remaining',
      'x-ratelimit-used',
      'x-ratelimit-reset',
      'x-ratelimit-reset-after',
    ],
    ...[
      'x-ratelimit-reset-ms',
      'x-ratelimit-reset-tokens',
      'x-ratelimit-remaining-tokens',
      'ratelimit',
      'ratelimit-policy',
    ],
    ...[
      'ratelimit-limit',
      'x-shop-call-limit',
      'sforce-limit-info',
      'x-should-retry',
      'ratelimit-reason',
      'x-amzn-errortype',
    ],
    ...['__proto__', 'constructor', 'forEach'],
  ),
  fc.string(),
);

export const HEADERS: fc.Arbitrary<object> = fc
  .array(fc.tuple(NAME, VALUE), { maxLength: 8 })
  .map((entries): object => Object.fromEntries(entries))
  .chain((headers) => fc.constantFrom(headers, new Map(Object.entries(headers))));

export const STATUS: fc.Arbitrary<number> = fc.oneof(
  fc.constantFrom(200, 400, 403, 404, 429, 500, 503),
  fc.integer({ min: 100, max: 599 }),
);
export const RECEIVED_AT: fc.Arbitrary<number> = fc.integer({ min: 0, max: Date.parse('2200-01-01') });

const CODE = fc.constantFrom(
  'rate_limited',
  'quota_exceeded',
  'lock_timeout',
  'dailyLimitExceeded',
  'x',
  '__proto__',
  429,
);
export const BODY: fc.Arbitrary<unknown> = fc.oneof(
  fc.anything(),
  fc.json(),
  fc.record({ error: fc.record({ code: CODE, retry_after: PLAUSIBLE, message: fc.string() }) }),
  fc.record({ ok: fc.boolean(), error: CODE, retryDelay: PLAUSIBLE }),
  fc.record({ errors: fc.array(fc.record({ type: CODE, extensions: fc.record({ code: CODE }) })) }),
  PLAUSIBLE.map((value) => ({ message: `Try again in ${String(value)}.` })),
);

/** It lies not before the response, and fits into a `Date`. */
export function expectInstant(at: number | undefined, receivedAt: number): void {
  if (at === undefined) return;
  expect(at).toBeGreaterThanOrEqual(receivedAt);
  expect(at).toBeLessThanOrEqual(LATEST_INSTANT);
}
