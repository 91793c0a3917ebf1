import { classify, type Reading } from '../../../lib/core/classify.js';
import type { Classification, OutcomeClass } from '../../../lib/core/types.js';

const NOW = Date.parse('2026-12-01T12:00:00.000Z');
const HOUR = 3_600_000;
const EPOCH_IN = (ms: number): string => String((NOW + ms) / 1_000);

function judge(
  status: number,
  headers: object = {},
  data?: unknown,
  preset?: Reading,
  budgetMs?: number,
): Classification {
  return classify(
    { status, headers, data, receivedAt: NOW },
    preset,
    budgetMs === undefined ? {} : { budgetMs },
  );
}
const classOf = (...args: Parameters<typeof judge>): OutcomeClass => judge(...args).class;
const waitOf = (...args: Parameters<typeof judge>): number | undefined => {
  const { retryAt } = judge(...args);
  return retryAt === undefined ? undefined : retryAt - NOW;
};

test.each([
  [200, 'success'],
  [204, 'success'],
  [304, 'success'],
  [400, 'permanent'],
  [401, 'permanent'],
  [403, 'permanent'],
  [404, 'permanent'],
  [409, 'permanent'],
  [422, 'permanent'],
  [408, 'transient'],
  [423, 'transient'],
  [425, 'transient'],
  [429, 'rate_limited'],
  [500, 'transient'],
  [502, 'transient'],
  [503, 'transient'],
  [504, 'transient'],
  [529, 'transient'],
] as const)('a bare %d is %s', (status, outcome) => {
  expect(judge(status)).toMatchObject({ class: outcome, windows: [], scope: 'credential' });
  expect(judge(status).retryAt).toBeUndefined();
});

describe('Retry-After', () => {
  test.each([200, 403, 404, 413, 425, 429, 500, 503])('is honoured on a %d', (status) => {
    expect(waitOf(status, { 'Retry-After': '20' })).toBe(20_000);
  });

  test.each(['', 'soon', '-5'])('%p on a 429 is no hint, never now', (value) => {
    expect(judge(429, { 'retry-after': value })).toMatchObject({ class: 'rate_limited' });
    expect(waitOf(429, { 'retry-after': value })).toBeUndefined();
  });

  test('beats the windows, which may be those of another limit', () => {
    const found = judge(429, {
      'retry-after': '600',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset-after': '2',
    });
    expect(found).toMatchObject({
      class: 'rate_limited',
      retryAt: NOW + 600_000,
      resetAt: NOW + 600_000,
      remaining: 0,
    });
  });

  test('earlier than the end of a window with something left: wait, then pace what is left', () => {
    const found = judge(429, { 'retry-after': '20', ratelimit: '"d";r=15;t=40' });
    expect(found).toMatchObject({
      class: 'rate_limited',
      retryAt: NOW + 20_000,
      resetAt: NOW + 40_000,
      remaining: 15,
    });
  });

  test('a 403 that says when to come back is a limit', () => {
    expect(classOf(403, { 'retry-after': '60' })).toBe('rate_limited');
  });
});

describe('windows', () => {
  test('the exhausted window with the latest reset governs a refusal', () => {
    const found = judge(429, {
      ratelimit: '"s";r=0;t=1, "m";r=0;t=60, "h";r=5;t=900',
      'ratelimit-policy': '"s";q=5;w=1, "m";q=50;w=60',
    });
    expect(found).toMatchObject({ retryAt: NOW + 60_000, resetAt: NOW + 60_000, remaining: 0, limit: 50 });
  });

  test('the tightest governs where none is exhausted, and gives no wait', () => {
    const found = judge(429, {
      ratelimit: '"a";r=50;t=1, "b";r=9;t=60',
      'ratelimit-policy': '"a";q=100;w=1, "b";q=1000;w=60',
    });
    expect(found).toMatchObject({ class: 'rate_limited', remaining: 9, limit: 1000 });
    expect(found.retryAt).toBeUndefined();
  });

  test('a 429 whose window only tells its reset waits for that', () => {
    expect(waitOf(429, { 'x-ratelimit-reset': '42' })).toBe(42_000);
  });

  test('zero is exhausted, on a success too', () => {
    const found = judge(200, {
      'x-ratelimit-remaining': '0',
      'x-ratelimit-limit': '10',
      'x-ratelimit-reset': '42',
    });
    expect(found).toMatchObject({ class: 'success', remaining: 0, limit: 10, resetAt: NOW + 42_000 });
    expect(found.retryAt).toBeUndefined();
  });

  test('a 403 with an exhausted window is a limit; a 404 that used the last token up is a 404', () => {
    const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '42' };
    expect(judge(403, headers)).toMatchObject({ class: 'rate_limited', retryAt: NOW + 42_000 });
    expect(judge(404, headers).class).toBe('permanent');
    expect(judge(404, headers).retryAt).toBeUndefined();
    expect(classOf(403, { 'x-ratelimit-remaining': '1', 'x-ratelimit-reset': '42' })).toBe('permanent');
  });
});

describe('rate limit or quota', () => {
  test.each([
    ['Retry-After within the hour', { 'retry-after': '3600' }, 'rate_limited'],
    ['Retry-After beyond it', { 'retry-after': '3601' }, 'quota_exhausted'],
    ['three days', { 'retry-after': '277403' }, 'quota_exhausted'],
    [
      'a window of 15 minutes',
      { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': EPOCH_IN(900_000) },
      'rate_limited',
    ],
    [
      'a window of a day',
      { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': EPOCH_IN(20 * HOUR) },
      'quota_exhausted',
    ],
    [
      'a long window that tells no reset',
      { 'ratelimit-limit': '100;w=21600', 'ratelimit-remaining': '0;w=21600' },
      'quota_exhausted',
    ],
    [
      "the server's order against a window of a day",
      { 'retry-after': '5', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': EPOCH_IN(20 * HOUR) },
      'rate_limited',
    ],
    [
      "the server's verdict against a window of a day",
      { 'x-should-retry': 'true', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': EPOCH_IN(20 * HOUR) },
      'rate_limited',
    ],
  ] as const)('%s', (_, headers, outcome) => expect(classOf(429, headers)).toBe(outcome));

  test('a budget of more than an hour makes room for longer rate limits', () => {
    expect(classOf(429, { 'retry-after': '5000' }, undefined, undefined, 2 * HOUR)).toBe('rate_limited');
  });

  test('a quota for the day that claims to be back in seconds is not believed', () => {
    const body = { error: { errors: [{ reason: 'dailyLimitExceeded' }] } };
    expect(judge(403, { 'retry-after': '18' }, body).class).toBe('quota_exhausted');
    expect(waitOf(403, { 'retry-after': '18' }, body)).toBeUndefined();
    expect(waitOf(403, { 'retry-after': '7200' }, body)).toBe(2 * HOUR);
  });

  test('unless its window says so too', () => {
    const headers = {
      'retry-after': '20',
      'ratelimit-reason': 'x-quota-based',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': '20',
    };
    expect(judge(429, headers)).toMatchObject({ class: 'quota_exhausted', retryAt: NOW + 20_000 });
  });
});

describe('verdict headers come first', () => {
  test.each([
    [429, { 'x-should-retry': 'false' }, {}, 'quota_exhausted'],
    [503, { 'x-should-retry': 'false' }, {}, 'permanent'],
    [409, { 'stripe-should-retry': 'true' }, {}, 'transient'],
    [400, { 'Stripe-Should-Retry': 'false' }, {}, 'permanent'],
    [422, { 'transient-error': 'true' }, {}, 'transient'],
    [429, { 'x-should-retry': 'true' }, { code: 'insufficient_quota' }, 'rate_limited'],
    [429, { 'x-should-retry': 'maybe' }, { code: 'insufficient_quota' }, 'quota_exhausted'],
    [200, { 'x-should-retry': 'false' }, {}, 'success'],
  ] as const)('%d %p %p is %s', (status, headers, body, outcome) =>
    expect(classOf(status, headers, body)).toBe(outcome),
  );
});

describe('codes', () => {
  test.each([
    [
      403,
      { error: { errors: [{ reason: 'userRateLimitExceeded' }], status: 'PERMISSION_DENIED' } },
      'rate_limited',
    ],
    [403, { error: { errors: [{ reason: 'dailyLimitExceeded' }] } }, 'quota_exhausted'],
    [403, { error: { errors: [{ reason: 'insufficientPermissions' }] } }, 'permanent'],
    [400, { error: { type: 'rate_limit', message: '5 concurrent requests' } }, 'rate_limited'],
    [
      400,
      { __type: 'com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException' },
      'rate_limited',
    ],
    [400, { errors: [{ extensions: { code: 'RATELIMITED' } }] }, 'rate_limited'],
    [429, { error_type: 'X', error_code: 'USAGE_LIMIT_EXCEEDED' }, 'quota_exhausted'],
    [429, { error: { type: 'UsageLimit', message: 'Monthly limit' } }, 'quota_exhausted'],
    [429, { type: 'https://iana.org/assignments/http-problem-types#quota-exceeded' }, 'quota_exhausted'],
    [429, { fault: { detail: { errorcode: 'policies.ratelimit.QuotaViolation' } } }, 'rate_limited'],
    [429, { code: 20429 }, 'rate_limited'],
    [503, { error: { code: 'SlowDown' } }, 'rate_limited'],
    [403, [{ errorCode: 'REQUEST_LIMIT_EXCEEDED' }], 'rate_limited'],
    [404, { message: 'You have hit the rate limit' }, 'permanent'],
    [403, { message: 'Quota exceeded' }, 'permanent'],
    [403, { code: 'constructor' }, 'permanent'],
    [400, { code: '__proto__' }, 'permanent'],
    [400, { data: { code: 'rate_limited' } }, 'permanent'],
  ] as const)('%d %p is %s', (status, body, outcome) => {
    expect(classOf(status, {}, body)).toBe(outcome);
    expect(classOf(status, {}, JSON.stringify(body))).toBe(outcome);
    expect(classOf(status, {}, new TextEncoder().encode(JSON.stringify(body)))).toBe(outcome);
  });

  test('one code for two limits: the window tells which', () => {
    const body = [{ errorCode: 'REQUEST_LIMIT_EXCEEDED' }];
    expect(classOf(403, { 'sforce-limit-info': 'api-usage=15000/15000' }, body)).toBe('quota_exhausted');
    expect(classOf(403, { 'sforce-limit-info': 'api-usage=120/15000' }, body)).toBe('rate_limited');
  });

  test('a code says more than a reason header', () => {
    expect(classOf(429, { 'ratelimit-reason': 'burst' }, { code: 'quota_exceeded' })).toBe('quota_exhausted');
  });

  test('a lock is no rate limit: it concerns one object, and the scope goes on', () => {
    expect(judge(429, {}, { error: { type: 'invalid_request_error', code: 'lock_timeout' } })).toMatchObject({
      class: 'transient',
      localised: true,
    });
    expect(judge(429)).not.toHaveProperty('localised');
  });

  test('an unknown code that looks like a limit counts if the headers agree', () => {
    const body = { code: 'ERR_API_RATE_LIMIT_HIT' };
    expect(classOf(400, {}, body)).toBe('permanent');
    expect(classOf(400, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '5' }, body)).toBe(
      'rate_limited',
    );
    expect(classOf(400, { 'retry-after': '5' }, body)).toBe('rate_limited');
  });

  test.each([
    [429, { 'x-amzn-errortype': 'LimitExceededException' }, 'quota_exhausted'],
    [400, { 'x-amzn-errortype': 'LimitExceededException' }, 'permanent'],
    [400, { 'x-amzn-errortype': 'ThrottlingException:http://internal.amazon.com/coral/' }, 'rate_limited'],
    [403, { 'x-amzn-errortype': 'ForbiddenException' }, 'permanent'],
    [429, { 'ratelimit-reason': 'jira-burst-based' }, 'rate_limited'],
    [429, { 'ratelimit-reason': 'jira-quota-tenant-based' }, 'quota_exhausted'],
    [429, { 'stripe-rate-limited-reason': 'global-rate' }, 'rate_limited'],
  ] as const)('%d with %p is %s', (status, headers, outcome) =>
    expect(classOf(status, headers)).toBe(outcome),
  );
});

describe('failures inside a success', () => {
  test.each([
    [{ errors: [{ message: 'Throttled', extensions: { code: 'THROTTLED' } }] }, 'rate_limited'],
    [{ errors: [{ type: 'RATE_LIMITED' }], data: null }, 'rate_limited'],
    [{ errors: [{ type: 'RATE_LIMIT' }] }, 'rate_limited'],
    [
      {
        errors: [{ message: 'x', extensions: { code: 'NOT_FOUND' } }, { extensions: { code: 'THROTTLED' } }],
      },
      'rate_limited',
    ],
    [[{ data: {} }, { errors: [{ extensions: { code: 'THROTTLED' } }] }], 'rate_limited'],
    [{ error: { code: 'insufficient_quota' } }, 'quota_exhausted'],
    [{ ok: false, error: 'ratelimited' }, 'rate_limited'],
    [{ ok: false, error: 'invalid_auth' }, 'permanent'],
    [{ ok: false, error: 'internal_error' }, 'transient'],
    [{ success: false, errors: [{ code: 'RATE_LIMITED' }] }, 'rate_limited'],
    [{ errors: [{ message: 'You were throttled' }] }, 'success'],
    [{ errors: [{ extensions: { code: 'INTERNAL_SERVER_ERROR' } }], data: { a: 1 } }, 'success'],
    [{ errors: [] }, 'success'],
    [{ ok: true, error: 'ratelimited' }, 'success'],
    [{ code: 'rate_limited' }, 'success'],
    [{ id: 7, status: 'failed', error: { code: 'rate_limit_exceeded' } }, 'success'],
    [{ items: [], errors: [{ code: 'RATE_LIMITED' }] }, 'success'],
    [{ data: { error: { code: 'rate_limited' } } }, 'success'],
    ['"error": rate_limited', 'success'],
    [null, 'success'],
  ] as const)('200 %p is %s', (body, outcome) => {
    expect(classOf(200, {}, body)).toBe(outcome);
    expect(classOf(200, {}, JSON.stringify(body))).toBe(outcome);
  });

  test('the window tells how long', () => {
    const headers = {
      'x-ratelimit-remaining': '0',
      'x-ratelimit-limit': '5000',
      'x-ratelimit-reset': EPOCH_IN(600_000),
    };
    expect(judge(200, headers, { errors: [{ type: 'RATE_LIMITED' }] })).toMatchObject({
      class: 'rate_limited',
      retryAt: NOW + 600_000,
      limit: 5000,
    });
  });

  test('only bodies of a refusal’s size are looked into', () => {
    const body = JSON.stringify({ errors: [{ type: 'RATE_LIMITED' }], data: 'x'.repeat(64 * 1024) });
    expect(classOf(200, {}, body)).toBe('success');
    expect(classOf(400, {}, body)).toBe('permanent');
  });
});

describe('waits in the body', () => {
  test.each([
    [{ retry_after: 64.57 }, 64_570],
    [{ retry_after: 0 }, 0],
    [{ parameters: { retry_after: 5 } }, 5_000],
    [{ error: { retry_after: '7' } }, 7_000],
    [{ error: { details: [{ '@type': 'x/google.rpc.RetryInfo', retryDelay: '34.074824224s' }] } }, 34_075],
    [{ errors: [{ extensions: { retryAfterMs: 1250 } }] }, 1_250],
    [{ retryAfter: (NOW + 9_000) / 1_000 }, 9_000],
    [{ retry_after: '2026-12-01T12:00:09Z' }, 9_000],
    [{ retry_after: -5 }, undefined],
    [{ retry_after: null }, undefined],
    [{ retry_after: {} }, undefined],
    [{ retry_after: '' }, undefined],
    [{ message: 'Please try again in 1m26.4s. See https://x.example/5' }, 86_400],
    [{ message: 'Please retry after 38 seconds.' }, 38_000],
    [{ description: 'Too Many Requests: retry after 14' }, 14_000],
    [{ error: { message: 'User-rate limit exceeded.  Retry after 2026-12-01T12:00:05.500Z' } }, 5_500],
    [{ message: 'Domain limit. Please try again after Tue, 01 Dec 2026 12:00:05 GMT.' }, 5_000],
    [{ detail: 'Request was throttled. Expected available in 30 seconds.' }, 30_000],
    [{ msg: `IP banned until ${NOW + 240_000}.` }, 240_000],
    ['Slow down. Try again in 20s.', 20_000],
    [{ message: 'Please wait a few minutes before you try again.' }, undefined],
    [{ message: 'Try again in 5 business days' }, undefined],
    [{ message: 'You sent 30 requests in 5 seconds' }, undefined],
    [{ message: 'Please try again in 0s' }, undefined],
  ])('%p', (body, ms) => expect(waitOf(429, {}, body)).toBe(ms));

  test('Retry-After first, then a field of the body, then the window, a sentence last', () => {
    const window = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '60' };
    const message = 'Try again in 5s';
    expect(waitOf(429, { ...window, 'retry-after': '30' }, { retry_after: 20, message })).toBe(30_000);
    expect(waitOf(429, window, { retry_after: 20, message })).toBe(20_000);
    expect(waitOf(429, window, { message })).toBe(60_000);
    expect(waitOf(429, {}, { message })).toBe(5_000);
  });

  test('a sentence is no reason to wait where nothing was limited', () => {
    expect(waitOf(404, {}, { message: 'Try again in 5s' })).toBeUndefined();
    expect(waitOf(503, {}, { message: 'Try again in 5s' })).toBeUndefined();
    expect(waitOf(503, {}, { error: { details: [{ retryDelay: '5s' }] } })).toBe(5_000);
  });
});

describe('presets', () => {
  test('codes of its own come first, in any spelling and from its own header', () => {
    const reading: Reading['reading'] = {
      codes: { ADDITION_LIMIT: 'quota_exhausted', throttled: 'permanent' },
      codeHeaders: ['x-why'],
    };
    expect(classOf(429, {}, { code: 'addition-limit', type: 'RATE_LIMITED' }, { reading })).toBe(
      'quota_exhausted',
    );
    expect(classOf(429, {}, { code: 'THROTTLED' }, { reading })).toBe('permanent');
    expect(classOf(400, { 'X-Why': 'AdditionLimit' }, {}, { reading })).toBe('quota_exhausted');
  });

  test('codes of its own count inside a success, whatever they mean', () => {
    const body = { errors: [{ extensions: { code: 'MAX_COST_EXCEEDED' } }] };
    expect(classOf(200, {}, body)).toBe('success');
    expect(classOf(200, {}, body, { reading: { codes: { MAX_COST_EXCEEDED: 'permanent' } } })).toBe(
      'permanent',
    );
  });

  test('statuses of its own', () => {
    const reading: Reading['reading'] = {
      statuses: { 418: 'rate_limited', 477: 'transient', 429: 'transient' },
    };
    expect(classOf(418, {}, undefined, { reading })).toBe('rate_limited');
    expect(judge(477, { 'retry-after': '600' }, undefined, { reading })).toMatchObject({
      class: 'transient',
      retryAt: NOW + 600_000,
    });
    expect(classOf(429, {}, undefined, { reading })).toBe('transient');
  });

  test('a least wait where nothing else tells one', () => {
    const reading: Reading['reading'] = { defaultRetryAfterMs: 30_000 };
    expect(waitOf(429, {}, undefined, { reading })).toBe(30_000);
    expect(waitOf(429, { 'retry-after': '1' }, undefined, { reading })).toBe(1_000);
    expect(waitOf(503, {}, undefined, { reading })).toBeUndefined();
  });

  test('its rule has the last word, and the least wait applies to that', () => {
    const preset: Reading = {
      reading: { defaultRetryAfterMs: 60_000 },
      rule: ({ status }) => (status === 403 ? { class: 'rate_limited', scope: 'provider' } : undefined),
    };
    expect(judge(403, {}, {}, preset)).toMatchObject({
      class: 'rate_limited',
      scope: 'provider',
      retryAt: NOW + 60_000,
    });
    expect(classOf(200, {}, {}, preset)).toBe('success');
  });

  test('but no rule makes a wait shorter than Retry-After, or no number at all', () => {
    const rule: Reading['rule'] = () => ({ retryAt: NOW - 5 });
    expect(waitOf(429, { 'retry-after': '9' }, {}, { rule })).toBe(9_000);
    expect(waitOf(429, {}, {}, { rule })).toBe(0);
    expect(waitOf(429, {}, {}, { rule: () => ({ retryAt: NaN }) })).toBe(0);
  });
});

describe('reasons', () => {
  test.each([
    [judge(429), 'status 429'],
    [judge(429, {}, { code: 'rate_limited' }), '429 rate_limited'],
    [judge(402, {}, { code: 'card_declined' }), '402 card_declined'],
    [judge(429, { 'retry-after': '99999' }), 'status 429, for longer than a rate limit lasts'],
    [judge(429, {}, { type: 'https://api.x.example/problems/usage-capped' }), '429 usage-capped'],
    [judge(503, { 'x-should-retry': 'false' }), '503, x-should-retry: false'],
  ])('%p', ({ reason }, expected) => expect(reason).toBe(expected));

  test.each([
    { code: 'sk_live_51Hsecret0000' },
    { error: 'Bearer abc' },
    { error: { code: 'eyJhbGciOiJIUzI1NiJ9' } },
    { code: 'user@example.com' },
    { type: 'a'.repeat(300) },
  ])('%p stays out of the reason', (body) => expect(judge(400, {}, body).reason).toBe('status 400'));
});
