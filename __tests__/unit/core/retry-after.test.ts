import { AxiosHeaders } from 'axios';

import { parseRetryAfter } from '../../../lib/core/retry-after.js';
import { LATEST_INSTANT } from '../../../lib/core/server-clock.js';

const NOW = Date.parse('2026-12-01T12:00:00.000Z');
const waitOf = (headers: object, receivedAt = NOW): number | undefined => {
  const at = parseRetryAfter(headers, receivedAt);
  return at === undefined ? undefined : at - receivedAt;
};
const retryAfter = (value: unknown): number | undefined => waitOf({ 'retry-after': value });

describe('seconds', () => {
  test.each([
    ['60', 60_000],
    [' 60 ', 60_000],
    ['007', 7_000],
    [60, 60_000],
    ['0', 0],
    ['2147484', 2_147_484_000],
    ['9999999999', 9_999_999_999_000],
    ['1.5', 1_500],
    ['2.0', 2_000],
    ['0.35', 350],
    ['1.1', 1_100],
    ['64.57', 64_570],
    ['0.0001', 1],
    ['1.0005', 1_001],
  ])('%p is %p ms', (value, ms) => expect(retryAfter(value)).toBe(ms));

  test('400 digits are too long, not malformed: finite, printable, beyond every budget', () => {
    expect(parseRetryAfter({ 'retry-after': '9'.repeat(400) }, NOW)).toBe(LATEST_INSTANT);
    expect(new Date(LATEST_INSTANT).toISOString()).toMatch(/^\+275760/);
  });
});

describe('no hint', () => {
  test.each([
    '',
    ' ',
    'notanumber',
    '-5',
    '+5',
    '-0',
    '1e3',
    '0x10',
    '5s',
    '5.',
    '.5',
    '1.2.3',
    'Infinity',
    'NaN',
    '٣',
    '2026-12-01T12:00:30Z',
    'Tue, 01 Dec 2026 12:00:30',
    'Tue, 01 Dec 2026 12:00:30 UTC',
    'Tue, 1 Dec 2026 12:00:30 GMT',
    'Tue, 31 Feb 2026 12:00:30 GMT',
    'Tue, 01 Dec 2026 25:00:30 GMT',
    'tue, 01 dec 2026 12:00:30 gmt',
    'Tue Dec 1 12:00:30 2026',
    null,
    undefined,
    {},
    [],
    [[]],
    true,
  ])('%p', (value) => expect(retryAfter(value)).toBeUndefined());

  test.each([[{}], [{ date: 'Tue, 01 Dec 2026 12:00:00 GMT' }], [{ 'x-retry': '5' }]])('%p', (headers) =>
    expect(waitOf(headers)).toBeUndefined(),
  );

  test('no headers at all', () => {
    expect(parseRetryAfter(undefined as unknown as object, NOW)).toBeUndefined();
    expect(parseRetryAfter(null as unknown as object, NOW)).toBeUndefined();
  });
});

describe('dates', () => {
  test.each(['Tue, 01 Dec 2026 12:00:30 GMT', 'Tuesday, 01-Dec-26 12:00:30 GMT', 'Tue Dec  1 12:00:30 2026'])(
    '%s',
    (date) => expect(retryAfter(date)).toBe(30_000),
  );

  test('a two-digit year lies within 50 years', () => {
    expect(retryAfter('Tuesday, 01-Dec-76 12:00:30 GMT')).toBe(Date.parse('2076-12-01T12:00:30Z') - NOW);
    expect(retryAfter('Thursday, 01-Dec-77 12:00:30 GMT')).toBe(0); // 1977
  });

  test('a past date is now', () => expect(retryAfter('Tue, 01 Dec 2026 11:59:30 GMT')).toBe(0));

  test.each([
    ['fast', 30_000],
    ['slow', -30_000],
  ])("the server's clock counts where ours is %s", (_, skew) => {
    const headers = { date: 'Tue, 01 Dec 2026 12:00:00 GMT', 'retry-after': 'Tue, 01 Dec 2026 12:00:04 GMT' };
    expect(waitOf(headers, NOW + skew)).toBe(4_000);
  });

  test("a server's date that makes no sense is passed over", () => {
    expect(waitOf({ date: 'yesterday', 'retry-after': 'Tue, 01 Dec 2026 12:00:04 GMT' })).toBe(4_000);
  });
});

describe('duplicates: the longest', () => {
  test.each([
    ['1, 2', 2_000],
    ['30,60', 60_000],
    [['1', '2'], 2_000],
    [[2, 1], 2_000],
    ['bogus, 3, -9', 3_000],
    ['Tue, 01 Dec 2026 12:00:30 GMT, 10', 30_000],
    ['10, Tue, 01 Dec 2026 12:00:30 GMT', 30_000],
    ['Tue, 01 Dec 2026 12:00:10 GMT, Tuesday, 01-Dec-26 12:00:20 GMT, Tue Dec  1 12:00:30 2026', 30_000],
    [['Tue, 01 Dec 2026 12:00:10 GMT', '5'], 10_000],
  ])('%p', (value, ms) => expect(retryAfter(value)).toBe(ms));

  test('under two spellings of the name', () => {
    expect(waitOf({ 'Retry-After': '1', 'retry-after': '2' })).toBe(2_000);
  });
});

describe('milliseconds come first', () => {
  test.each([
    [{ 'retry-after-ms': '1250', 'retry-after': '2' }, 1_250],
    [{ 'x-ms-retry-after-ms': '1250', 'retry-after': '2' }, 1_250],
    [{ 'retry-after-ms': '1250', 'x-ms-retry-after-ms': '900' }, 1_250],
    [{ 'retry-after-ms': '1250.2' }, 1_251],
    [{ 'retry-after-ms': '-1', 'retry-after': '2' }, 2_000],
    [{ 'retry-after-ms': '', 'x-ms-retry-after-ms': '7' }, 7],
  ])('%p', (headers, ms) => expect(waitOf(headers)).toBe(ms));
});

describe("a vendor's prefix comes last", () => {
  test.each([
    [{ 'x-ratelimit-retry-after': '38' }, 38_000],
    [{ 'x-retry-after': '38', 'retry-after': '2' }, 2_000],
    [{ 'x-rate-limit-retry-after-ms': '380' }, 380],
  ])('%p', (headers, ms) => expect(waitOf(headers)).toBe(ms));
});

describe('any bag, any case', () => {
  test.each([
    ['a plain object', { 'RETRY-AFTER': '2' }],
    ['an object without a prototype', Object.assign(Object.create(null) as object, { 'Retry-After': '2' })],
    ['AxiosHeaders', new AxiosHeaders({ 'Retry-After': '2' })],
    ['Headers', new Headers({ 'Retry-After': '2' })],
    ['a Map', new Map([['Retry-After', '2']])],
  ])('%s', (_, headers) => expect(waitOf(headers)).toBe(2_000));

  test('what the prototype carries is no header', () => {
    expect(waitOf(Object.create({ 'retry-after': '2' }) as object)).toBeUndefined();
    expect(
      waitOf(JSON.parse('{"__proto__":{"retry-after":"2"},"constructor":"x"}') as object),
    ).toBeUndefined();
  });
});
