/**
 * What holds for whatever a server sends: nothing throws, no instant is NaN or lies before the response, none is earlier than Retry-After.
 */
import fc from 'fast-check';

import { classify } from '../../../lib/core/classify.js';
import { parseRateLimit } from '../../../lib/core/rate-limit-fields.js';
import { parseRetryAfter } from '../../../lib/core/retry-after.js';
import { LATEST_INSTANT } from '../../../lib/core/server-clock.js';

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

const PLAUSIBLE = fc.oneof(
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

const HEADERS = fc
  .array(fc.tuple(NAME, VALUE), { maxLength: 8 })
  .map((entries): object => Object.fromEntries(entries))
  .chain((headers) => fc.constantFrom(headers, new Map(Object.entries(headers))));

const STATUS = fc.oneof(
  fc.constantFrom(200, 400, 403, 404, 429, 500, 503),
  fc.integer({ min: 100, max: 599 }),
);
const RECEIVED_AT = fc.integer({ min: 0, max: Date.parse('2200-01-01') });

const CODE = fc.constantFrom(
  'rate_limited',
  'quota_exceeded',
  'lock_timeout',
  'dailyLimitExceeded',
  'x',
  '__proto__',
  429,
);
const BODY = fc.oneof(
  fc.anything(),
  fc.json(),
  fc.record({ error: fc.record({ code: CODE, retry_after: PLAUSIBLE, message: fc.string() }) }),
  fc.record({ ok: fc.boolean(), error: CODE, retryDelay: PLAUSIBLE }),
  fc.record({ errors: fc.array(fc.record({ type: CODE, extensions: fc.record({ code: CODE }) })) }),
  PLAUSIBLE.map((value) => ({ message: `Try again in ${String(value)}.` })),
);

function expectInstant(at: number | undefined, receivedAt: number): void {
  if (at === undefined) return;
  expect(at).toBeGreaterThanOrEqual(receivedAt);
  expect(at).toBeLessThanOrEqual(LATEST_INSTANT);
}

test('parseRetryAfter', () => {
  fc.assert(
    fc.property(HEADERS, RECEIVED_AT, (headers, receivedAt) =>
      expectInstant(parseRetryAfter(headers, receivedAt), receivedAt),
    ),
    { numRuns: 2_000 },
  );
});

test('parseRetryAfter is never earlier than seconds say, however many digits they have', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 10n ** 30n }),
      fc.nat(999_999),
      RECEIVED_AT,
      (seconds, micros, receivedAt) => {
        const value = `${seconds}.${String(micros).padStart(6, '0')}`;
        const at = parseRetryAfter({ 'retry-after': value }, receivedAt);
        // In whole microseconds, where nothing is rounded.
        const wanted = BigInt(receivedAt) * 1_000n + seconds * 1_000_000n + BigInt(micros);
        const latest = BigInt(LATEST_INSTANT) * 1_000n;
        expect(BigInt(at ?? -1) * 1_000n).toBeGreaterThanOrEqual(wanted < latest ? wanted : latest);
        if (wanted < latest) expect(BigInt(at ?? -1) * 1_000n - wanted).toBeLessThan(1_000n);
      },
    ),
    { numRuns: 1_000 },
  );
});

test('parseRateLimit', () => {
  fc.assert(
    fc.property(HEADERS, RECEIVED_AT, (headers, receivedAt) => {
      for (const window of parseRateLimit(headers, receivedAt)) {
        expectInstant(window.resetAt, receivedAt);
        for (const count of [window.limit, window.remaining, window.used, window.windowMs]) {
          if (count !== undefined) expect(count).toBeGreaterThanOrEqual(0);
          if (count !== undefined) expect(Number.isFinite(count)).toBe(true);
        }
      }
    }),
    { numRuns: 2_000 },
  );
});

test('classify, of responses', () => {
  fc.assert(
    fc.property(STATUS, HEADERS, BODY, RECEIVED_AT, (status, headers, data, receivedAt) => {
      const found = classify({ status, headers, data, receivedAt });
      expectInstant(found.retryAt, receivedAt);
      expectInstant(found.resetAt, receivedAt);
      const stated = parseRetryAfter(headers, receivedAt);
      // A used-up quota may be said to be back too soon to be believed; then there is no instant at all.
      if (stated !== undefined && found.class !== 'quota_exhausted') expect(found.retryAt).toBe(stated);
      if (stated !== undefined && found.retryAt !== undefined)
        expect(found.retryAt).toBeGreaterThanOrEqual(stated);
      expect(found.reason.length).toBeLessThan(160);
    }),
    { numRuns: 4_000 },
  );
});

test('classify, of whatever was thrown', () => {
  const thrown = fc.oneof(
    fc.anything(),
    fc.record(
      {
        isAxiosError: fc.boolean(),
        code: fc.anything(),
        message: fc.anything(),
        cause: fc.anything(),
        response: fc.anything(),
      },
      { requiredKeys: [] },
    ),
  );
  fc.assert(
    fc.property(thrown, RECEIVED_AT, (error, receivedAt) => {
      const found = classify({ error, receivedAt });
      expectInstant(found.retryAt, receivedAt);
      expect(found.reason).not.toBe('');
    }),
    { numRuns: 2_000 },
  );
});
