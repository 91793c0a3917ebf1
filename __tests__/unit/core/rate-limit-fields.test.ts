import { AxiosHeaders } from 'axios';

import { parseRateLimit } from '../../../lib/core/rate-limit-fields.js';
import type { RateWindow, ReadingRules } from '../../../lib/core/types.js';

const NOW = Date.parse('2026-12-01T12:00:00.000Z');
const DATE = 'Tue, 01 Dec 2026 12:00:00 GMT';

/** Windows with the time to their reset in place of its instant. */
type Read = Omit<RateWindow, 'resetAt'> & { resetMs?: number };
function read(
  headers: object,
  { receivedAt = NOW, rules }: { receivedAt?: number; rules?: ReadingRules } = {},
): Read[] {
  return parseRateLimit(headers, receivedAt, rules).map(({ resetAt, ...window }) => ({
    ...window,
    ...(resetAt !== undefined && { resetMs: resetAt - receivedAt }),
  }));
}
const resetOf = (value: string, name = 'x-ratelimit-reset'): number | undefined =>
  read({ [name]: value, 'x-ratelimit-remaining': '0' })[0]?.resetMs;

describe('resets', () => {
  test.each([
    ['45', 45_000],
    ['42.5', 42_500],
    ['2163603', 2_163_603_000],
    ['20000000', 20_000_000_000],
    ['1796126445', 45_000],
    ['1796126464.57', 64_570],
    ['1796126445000', 45_000],
    ['1796126445000000', 45_000],
    ['1796126445000000000', 45_000],
    ['6m0s', 360_000],
    ['500ms', 500],
    ['2026-12-01T12:00:45Z', 45_000],
    ['2026-12-01T13:04+01:00', 240_000],
    ['Tue, 01 Dec 2026 12:01:30 GMT', 90_000],
    ['Tue Dec 01 2026 13:00:02 GMT+0100 (CET)', 2_000],
  ])('%s is in %d ms', (value, ms) => expect(resetOf(value)).toBe(ms));

  test.each([
    '0',
    '0s',
    '-1',
    '',
    'soon',
    '1796126310',
    '1796126399',
    '2026-12-01T11:59:59Z',
    '1e9',
    '99999999999',
    '9'.repeat(400),
    '900000000',
  ])('%s is no hint, and never now', (value) => expect(resetOf(value)).toBeUndefined());

  test.each([
    ['x-ratelimit-reset-ms', '1500', 1_500],
    ['x-ratelimit-reset-ms', '1796126445000', 45_000],
    ['x-ratelimit-reset-after', '64.57', 64_570],
    ['x-ratelimit-reset-at', '1796126445', 45_000],
    ['x-ratelimit-next', '2026-12-01T12:00:05Z', 5_000],
    ['x-ratelimit-resettime', 'Tue, 01 Dec 2026 12:01:30 GMT', 90_000],
  ])('%s: %s is in %d ms', (name, value, ms) => expect(resetOf(value, name)).toBe(ms));

  test.each([
    ['fast', 30_000],
    ['slow', -30_000],
  ])("the server's clock counts where ours is %s", (_, skew) => {
    const headers = { date: DATE, 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1796126445' };
    expect(read(headers, { receivedAt: NOW + skew })[0]?.resetMs).toBe(45_000);
  });

  test('the second that the response was sent in is not over yet: the window starts anew after it', () => {
    const headers = { date: DATE, 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1796126400' };
    expect(read(headers, { receivedAt: NOW + 7_300 })[0]?.resetMs).toBe(1_000);
    expect(read({ ...headers, date: undefined }, { receivedAt: NOW + 300 })[0]?.resetMs).toBe(700);
    expect(read({ ...headers, date: undefined }, { receivedAt: NOW + 1_000 })[0]?.resetMs).toBeUndefined();
  });

  test('told from now and by the clock, the one that needs no clock counts', () => {
    const headers = {
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': '1796126464.57',
      'x-ratelimit-reset-after': '64.57',
    };
    const reversed = Object.fromEntries(Object.entries(headers).reverse());
    for (const receivedAt of [NOW - 30_000, NOW + 30_000]) {
      expect(read(headers, { receivedAt })[0]?.resetMs).toBe(64_570);
      expect(read(reversed, { receivedAt })[0]?.resetMs).toBe(64_570);
    }
  });

  test.each([
    ['delta-ms', '600000', 600_000],
    ['delta-s', '600', 600_000],
    ['epoch-s', '1796126445', 45_000],
    ['epoch-ms', '1796126445000', 45_000],
  ] as const)('a preset may tell the unit: %s', (resetUnit, value, ms) => {
    const headers = { 'x-rate-limit-remaining': '0', 'x-rate-limit-reset': value };
    expect(read(headers, { rules: { resetUnit } })[0]?.resetMs).toBe(ms);
  });
});

describe('names', () => {
  test.each([
    ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset', {}],
    ['X-Rate-Limit-Limit', 'X-Rate-Limit-Remaining', 'X-Rate-Limit-Reset', {}],
    ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset', {}],
    ['fastly-ratelimit-limit', 'fastly-ratelimit-remaining', 'fastly-ratelimit-reset', {}],
    ['x-rate-limit', 'x-rate-limit-remaining', 'x-rate-limit-reset', {}],
    [
      'x-ratelimit-limit-tokens',
      'x-ratelimit-remaining-tokens',
      'x-ratelimit-reset-tokens',
      { name: 'tokens' },
    ],
    [
      'a-ratelimit-in-tokens-limit',
      'a-ratelimit-in-tokens-remaining',
      'a-ratelimit-in-tokens-reset',
      { name: 'in-tokens' },
    ],
    [
      'x-user-limit-24hour-limit',
      'x-user-limit-24hour-remaining',
      'x-user-limit-24hour-reset',
      { name: '24hour', windowMs: 86_400_000 },
    ],
    [
      'x-ratelimit-limit-minute',
      'x-ratelimit-remaining-minute',
      'x-ratelimit-reset',
      { name: 'minute', windowMs: 60_000 },
    ],
    [
      'x-rate-limit-requests-quota',
      'x-rate-limit-requests-left',
      'x-rate-limit-time-reset',
      { name: 'requests' },
    ],
    [
      'x-hubspot-ratelimit-daily',
      'x-hubspot-ratelimit-daily-remaining',
      'x-hubspot-ratelimit-reset',
      { name: 'daily', windowMs: 86_400_000 },
    ],
  ])('%s, %s, %s', (limit, remaining, reset, named) => {
    expect(read({ [limit]: '10', [remaining]: '4', [reset]: '30' })).toEqual([
      { ...named, limit: 10, remaining: 4, resetMs: 30_000 },
    ]);
  });

  test('a reset beside two windows is the reset of neither', () => {
    const headers = {
      'x-ratelimit-second-remaining': '0',
      'x-ratelimit-hour-remaining': '9',
      'x-ratelimit-reset': '1',
    };
    expect(read(headers)).toEqual([
      { name: 'second', remaining: 0, windowMs: 1_000 },
      { name: 'hour', remaining: 9, windowMs: 3_600_000 },
      { resetMs: 1_000 },
    ]);
  });

  test('several windows stay apart', () => {
    const headers = {
      'anthropic-ratelimit-requests-limit': '50',
      'anthropic-ratelimit-requests-remaining': '49',
      'anthropic-ratelimit-requests-reset': '2026-12-01T12:00:01Z',
      'anthropic-ratelimit-tokens-limit': '1000',
      'anthropic-ratelimit-tokens-remaining': '0',
      'anthropic-ratelimit-tokens-reset': '2026-12-01T12:00:30Z',
      'anthropic-ratelimit-unified-status': 'allowed',
      'anthropic-ratelimit-unified-5h-utilization': '0.35',
    };
    expect(read(headers)).toEqual([
      { name: 'requests', limit: 50, remaining: 49, resetMs: 1_000 },
      { name: 'tokens', limit: 1_000, remaining: 0, resetMs: 30_000 },
    ]);
  });

  test('a length beside a limit is the length of its window', () => {
    const headers = {
      'x-rl-ratelimit-max': '100',
      'x-rl-ratelimit-remaining': '7',
      'x-rl-ratelimit-interval-milliseconds': '10000',
    };
    expect(read(headers)).toEqual([{ limit: 100, remaining: 7, windowMs: 10_000 }]);
  });

  test.each([
    [{ 'x-page-limit': '50' }],
    [{ 'x-storage-quota': '1000' }],
    [{ 'x-ratelimit-resource': 'core', 'x-ratelimit-bucket': '1234', 'x-ratelimit-nearlimit': 'true' }],
    [{ 'retry-after': '5', date: DATE, 'content-length': '17' }],
    [{ 'x-ratelimit-limit': '-1', 'x-ratelimit-remaining': '-1', 'x-ratelimit-reset': '0' }],
    [{ 'x-ratelimit-limit': null, 'x-ratelimit-remaining': {}, 'x-ratelimit-reset': undefined }],
  ])('%p tells of no window', (headers) => expect(read(headers)).toEqual([]));
});

describe('counts', () => {
  test.each([
    [{ 'x-ratelimit-remaining': '0' }, { remaining: 0 }],
    [{ 'x-ratelimit-limit': 'limit=100' }, { limit: 100 }],
    [{ ratelimit: '"a";r=20, "a";r=5, "a";r=9' }, { name: 'a', remaining: 5 }],
    [
      { 'x-ratelimit-remaining': '595.0', 'x-ratelimit-used': '5' },
      { limit: 600, remaining: 595, used: 5 },
    ],
    [
      { 'x-ratelimit-limit': '60', 'x-ratelimit-used': '61' },
      { limit: 60, remaining: 0, used: 61 },
    ],
    [{ 'x-shop-api-call-limit': '32/40' }, { limit: 40, remaining: 8, used: 32 }],
    [{ 'x-ratelimit-remaining': '3/40' }, { limit: 40, remaining: 3 }],
    [
      { 'ratelimit-limit': '100;w=21600', 'ratelimit-remaining': '20;w=21600' },
      { limit: 100, remaining: 20, windowMs: 21_600_000 },
    ],
    [
      { 'x-ratelimit-limit': '3000/15m', 'x-ratelimit-remaining': '1' },
      { limit: 3000, remaining: 1, windowMs: 900_000 },
    ],
    [
      { 'x-ratelimit-limit': ['10', '10'], 'x-ratelimit-remaining': ['5', '4'] },
      [
        { limit: 10, remaining: 5 },
        { limit: 10, remaining: 4 },
      ],
    ],
    [
      { 'x-ratelimit-limit': '10', 'x-ratelimit-remaining': '5, 4' },
      { limit: 10, remaining: 4 },
    ],
    [
      { 'x-ratelimit-limit': '200,2000', 'x-ratelimit-usage': '34,521' },
      [
        { limit: 200, remaining: 166, used: 34 },
        { limit: 2000, remaining: 1479, used: 521 },
      ],
    ],
    [{ 'x-mbx-used-weight-1m': '18' }, { name: 'weight-1m', used: 18, windowMs: 60_000 }],
    [
      { 'sforce-limit-info': 'api-usage=25/5000; per-app-api-usage=17/250(appName=x)' },
      [
        { name: 'api-usage', limit: 5000, remaining: 4975, used: 25 },
        { name: 'per-app-api-usage', limit: 250, remaining: 233, used: 17 },
      ],
    ],
    [
      { 'ratelimit-limit': 'Ports:3000/m', 'ratelimit-remaining': 'Ports:0', 'ratelimit-reset': 'Ports:36s' },
      { name: 'Ports', limit: 3000, remaining: 0, resetMs: 36_000, windowMs: 60_000 },
    ],
    [
      { 'zendesk-ratelimit-endpoint': 'total=100; remaining=84; resets=47' },
      { name: 'endpoint', limit: 100, remaining: 84, resetMs: 47_000 },
    ],
    [
      { 'x-client-quota-limit': 'b=per_hour;q=10;r=7;t=3540,b=per_day;q=50;r=0;t=43200' },
      [
        { name: 'per_hour', limit: 10, remaining: 7, resetMs: 3_540_000, windowMs: 3_600_000 },
        { name: 'per_day', limit: 50, remaining: 0, resetMs: 43_200_000, windowMs: 86_400_000 },
      ],
    ],
  ])('%p', (headers, expected) =>
    expect(read(headers)).toEqual(Array.isArray(expected) ? expected : [expected]),
  );

  test('numbers that no number holds are no counts', () => {
    expect(read({ 'x-ratelimit-limit': '9'.repeat(400), 'x-ratelimit-remaining': '1' })).toEqual([
      { remaining: 1 },
    ]);
  });
});

describe('RateLimit and RateLimit-Policy, draft by draft', () => {
  test('00 to 03: the limit carries policies', () => {
    const headers = {
      'ratelimit-limit': '10, 10;w=1, 50;w=60',
      'ratelimit-remaining': '4',
      'ratelimit-reset': '7',
    };
    expect(read(headers)).toEqual([
      { limit: 10, remaining: 4, resetMs: 7_000, windowMs: 1_000 },
      { limit: 50, windowMs: 60_000 },
    ]);
  });

  test('04 to 06: three fields and a list of policies', () => {
    const headers = {
      'ratelimit-limit': '10',
      'ratelimit-remaining': '9',
      'ratelimit-reset': '50',
      'ratelimit-policy': '10;w=60, 1000;w=3600;comment="x"',
    };
    expect(read(headers)).toEqual([
      { limit: 10, remaining: 9, resetMs: 50_000, windowMs: 60_000 },
      { limit: 1000, windowMs: 3_600_000 },
    ]);
  });

  test('07: a dictionary', () => {
    const headers = { ratelimit: 'limit=100, remaining=50, reset=5', 'ratelimit-policy': '100;w=10' };
    expect(read(headers)).toEqual([{ limit: 100, remaining: 50, resetMs: 5_000, windowMs: 10_000 }]);
  });

  test('08 to 10: lists by the name of the policy', () => {
    const headers = {
      'ratelimit-policy': '"burst";q=100;w=60,"daily";q=1000;w=86400',
      ratelimit: '"daily";r=999;t=40000, "burst";r=0;t=30',
    };
    expect(read(headers)).toEqual([
      { name: 'burst', limit: 100, remaining: 0, resetMs: 30_000, windowMs: 60_000 },
      { name: 'daily', limit: 1000, remaining: 999, resetMs: 40_000_000, windowMs: 86_400_000 },
    ]);
  });

  test("10: the draft's own examples", () => {
    expect(
      read({
        'ratelimit-policy': '"permin";q=50;w=60,"perhr";q=1000;w=3600',
        ratelimit: '"default";r=50;t=30',
      }),
    ).toEqual([
      { name: 'permin', limit: 50, windowMs: 60_000 },
      { name: 'perhr', limit: 1000, windowMs: 3_600_000 },
      { name: 'default', remaining: 50, resetMs: 30_000 },
    ]);
    expect(
      read({
        'ratelimit-policy': '"peruser";q=65535;qu="content-bytes";w=10;pk=:sdfjLJUOUH==:',
        ratelimit: '"peruser";r=300;t=4;pk=:sdfjLJUOUH==:',
      }),
    ).toEqual([{ name: 'peruser', limit: 65_535, remaining: 300, resetMs: 4_000, windowMs: 10_000 }]);
  });

  test('two lines are one list', () => {
    const windows = [
      { name: 'a', remaining: 20, resetMs: 20_000 },
      { name: 'b', remaining: 121, resetMs: 300_000 },
    ];
    expect(read({ ratelimit: ['"a";r=20;t=20', '"b";r=121;t=300'] })).toEqual(windows);
    expect(read({ ratelimit: '"a";r=20;t=20, "b";r=121;t=300' })).toEqual(windows);
  });

  test('under a prefix', () => {
    expect(
      read({ 'beta-ratelimit-policy': '"app";q=65000;w=3600', 'beta-ratelimit': '"app";r=1;t=9' }),
    ).toEqual([{ name: 'app', limit: 65_000, remaining: 1, resetMs: 9_000, windowMs: 3_600_000 }]);
  });

  test.each(['"a";r=20;t=20,', '"a";r=-1', '"a;r=20', 'limit=x, remaining=?1', '(1 2);r=3', '', '%'])(
    '%p tells nothing',
    (ratelimit) => expect(read({ ratelimit })).toEqual([]),
  );
});

describe('rules of a preset', () => {
  const rules: ReadingRules = {
    fields: {
      'x-order-count-10s': { role: 'used', window: 'orders-10s' },
      'x-order-cap': { role: 'limit', window: 'orders-10s' },
      'x-points-back': { role: 'reset', window: 'orders-10s', unit: 'delta-ms' },
      'x-ratelimit-limit': false,
    },
  };

  test('name fields that the generic reader does not know, and take out those that it misreads', () => {
    const headers = new AxiosHeaders({
      'X-Order-Count-10s': '3',
      'X-Order-Cap': '100',
      'X-Points-Back': '2500',
      'X-RateLimit-Limit': '7',
    });
    expect(read(headers, { rules })).toEqual([
      { name: 'orders-10s', limit: 100, remaining: 97, used: 3, resetMs: 2_500, windowMs: 10_000 },
    ]);
  });

  test('change nothing for the others', () => {
    expect(read({ 'x-ratelimit-remaining': '7', constructor: '3', toString: '4' }, { rules })).toEqual([
      { remaining: 7 },
    ]);
  });
});
