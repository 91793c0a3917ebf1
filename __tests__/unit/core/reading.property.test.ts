/**
 * What holds for whatever a server sends: nothing throws, no instant is NaN or lies before the response, none is earlier than Retry-After.
 */
import fc from 'fast-check';

import { classify } from '../../../lib/core/classify.js';
import { parseRateLimit } from '../../../lib/core/rate-limit-fields.js';
import { parseRetryAfter } from '../../../lib/core/retry-after.js';
import { LATEST_INSTANT } from '../../../lib/core/server-clock.js';
import { BODY, HEADERS, RECEIVED_AT, STATUS, expectInstant } from '../../support/arbitrary-responses.js';

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
