/**
 * What holds for whatever a server sends, with any preset: nothing throws, no instant is NaN or lies before the response, none is earlier than Retry-After.
 */
import fc from 'fast-check';

import { classify } from '../../../lib/core/classify.js';
import { parseRetryAfter } from '../../../lib/core/retry-after.js';
import { PRESET_NAMES, presetNamed } from '../../../lib/providers/by-name.js';
import { BODY, HEADERS, RECEIVED_AT, STATUS, expectInstant } from '../../support/arbitrary-responses.js';

test.each(PRESET_NAMES)('%s', (name) => {
  const preset = presetNamed(name);
  fc.assert(
    fc.property(STATUS, HEADERS, BODY, RECEIVED_AT, (status, headers, data, receivedAt) => {
      const found = classify({ status, headers, data, receivedAt }, preset);
      expectInstant(found.retryAt, receivedAt);
      expectInstant(found.resetAt, receivedAt);
      const stated = parseRetryAfter(headers, receivedAt);
      if (stated !== undefined && found.retryAt !== undefined)
        expect(found.retryAt).toBeGreaterThanOrEqual(stated);
      expect(found.reason.length).toBeLessThan(160);
    }),
    { numRuns: 300 },
  );
});

const MESSAGE = fc.constantFrom(
  'You have exceeded a secondary rate limit.',
  'Your credit balance is too low',
  'You will regain access on 2026-13-45 at 00:00 UTC. You have reached your specified API usage limits.',
  'TotalRequests Limit exceeded.',
  'Limit Exceeded',
  'Maximum credits exceeded',
);
const NUMBER = fc.oneof(fc.double(), fc.constantFrom(0, -1, NaN, Infinity, '5'));

test.each(PRESET_NAMES)('%s, with bodies that its rule looks into', (name) => {
  const preset = presetNamed(name);
  const body = fc.record(
    {
      message: MESSAGE,
      error: fc.record({ type: fc.constant('invalid_request_error'), message: MESSAGE }),
      errors: fc.array(
        fc.record({ message: MESSAGE, extensions: fc.record({ code: fc.constant('THROTTLED') }) }),
      ),
      errorCode: fc.constant('REQUEST_LIMIT_EXCEEDED'),
      code: fc.constantFrom(-1003, -1015),
      policyName: fc.constantFrom('DAILY', 'SECONDLY', 'TEN_SECONDLY_ROLLING'),
      error_summary: fc.constant('path/too_many_write_operations/..'),
      extensions: fc.record({
        cost: fc.record({
          requestedQueryCost: NUMBER,
          throttleStatus: fc.record({
            maximumAvailable: NUMBER,
            currentlyAvailable: NUMBER,
            restoreRate: NUMBER,
          }),
        }),
      }),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(STATUS, body, RECEIVED_AT, fc.boolean(), (status, data, receivedAt, isList) => {
      const found = classify({ status, headers: {}, data: isList ? [data] : data, receivedAt }, preset);
      expectInstant(found.retryAt, receivedAt);
      expectInstant(found.resetAt, receivedAt);
    }),
    { numRuns: 300 },
  );
});
