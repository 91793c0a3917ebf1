/**
 * Retry-After over the wire: the retry goes out at the instant that the server named, whatever the notation, and not a moment before.
 */
import type { AxiosResponse, InternalAxiosRequestConfig } from 'axios';
import { callReport } from '../../../lib/index.js';
import { settle, until } from '../../support/fake-clock.js';
import type { Answer } from '../../support/http-server.js';
import { wiring } from '../../support/wired-client.js';

const wire = wiring();

/** The tests' clock starts here, on a whole second. */
const START = Date.UTC(2026, 11, 1, 12);

type Headers = NonNullable<Answer['headers']>;

const refused = (headers: Headers): Answer => ({ status: 429, headers, body: 'slow down' });

/** When the attempts of a GET went out, in ms, if the first is refused with these headers. */
async function attemptsAfter(
  headers: Headers,
  options: Parameters<typeof wire>[1] = {},
): Promise<readonly number[]> {
  const { client, drive, sentAt } = await wire([refused(headers), { body: 'done' }], options);
  const { data } = await drive(client.get('/'));
  expect(data).toBe('done');
  return sentAt;
}

const imfFixdate = (at: number): string => new Date(at).toUTCString();
/** RFC 850: `Tuesday, 01-Dec-26 12:00:04 GMT` */
const rfc850 = (at: number): string => {
  const [, day, month, year, time] = imfFixdate(at).split(' ');
  const weekday = new Date(at).toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' });
  return `${weekday}, ${day}-${month}-${year?.slice(2)} ${time} GMT`;
};
/** C's asctime: `Tue Dec  1 12:00:04 2026` */
const asctime = (at: number): string => {
  const [weekday, day, month, year, time] = imfFixdate(at).replace(',', '').split(' ');
  return `${weekday} ${month} ${String(Number(day)).padStart(2)} ${time} ${year}`;
};

test('no attempt a millisecond before the instant that the server named, and one at the instant', async () => {
  const { client, clock, server, sentAt } = await wire([refused({ 'retry-after': '2' }), { body: 'done' }]);
  const call = client.get('/');
  await until(() => clock.pending.includes(2_000));
  await clock.advance(1_999);
  await settle();
  expect(sentAt).toEqual([0]);
  await clock.advance(1);
  await call;
  expect(sentAt).toEqual([0, 2_000]);
  expect(server.requests).toHaveLength(2);
});

describe('the retry goes out at exactly the instant named in', () => {
  const skewed = (serverNow: number, at: string): Headers => ({
    date: imfFixdate(serverNow),
    'retry-after': at,
  });
  test.each<[string, Headers, number]>([
    ['whole seconds', { 'retry-after': '2' }, 2_000],
    ['seconds, not milliseconds', { 'retry-after': '30' }, 30_000],
    ['decimal seconds', { 'retry-after': '1.5' }, 1_500],
    ['decimal seconds, rounded up to the millisecond', { 'retry-after': '0.0011' }, 2],
    ['a header name in any case', { 'RETRY-AFTER': '3' }, 3_000],
    ['retry-after-ms', { 'retry-after-ms': '1700' }, 1_700],
    ['retry-after-ms before Retry-After', { 'retry-after': '9', 'retry-after-ms': '1700' }, 1_700],
    ['x-ms-retry-after-ms', { 'x-ms-retry-after-ms': '1700' }, 1_700],
    ['the longest of two header lines', { 'retry-after': ['1', '2'] }, 2_000],
    ['the longest of two header lines, the longest first', { 'retry-after': ['2', '1'] }, 2_000],
    ['the longest of one joined line', { 'retry-after': '2, 1' }, 2_000],
    ['an IMF-fixdate, by a clock that agrees', skewed(START, imfFixdate(START + 4_000)), 4_000],
    ['an IMF-fixdate, by a clock 30 s behind', skewed(START - 30_000, imfFixdate(START - 26_000)), 4_000],
    ['an IMF-fixdate, by a clock 30 s ahead', skewed(START + 30_000, imfFixdate(START + 34_000)), 4_000],
    ['an RFC 850 date, by a clock 30 s behind', skewed(START - 30_000, rfc850(START - 26_000)), 4_000],
    ['an RFC 850 date, by a clock 30 s ahead', skewed(START + 30_000, rfc850(START + 34_000)), 4_000],
    ['an asctime date, by a clock 30 s behind', skewed(START - 30_000, asctime(START - 26_000)), 4_000],
    ['an asctime date, by a clock 30 s ahead', skewed(START + 30_000, asctime(START + 34_000)), 4_000],
    ['a date, where the response has none of its own', skewed(NaN, imfFixdate(START + 4_000)), 4_000],
    ['RateLimit, where there is no Retry-After', { ratelimit: '"default";r=0;t=4' }, 4_000],
    ['Retry-After before RateLimit', { ratelimit: '"default";r=0;t=2', 'retry-after': '6' }, 6_000],
  ])('%s', async (_, headers, waitMs) => {
    expect(await attemptsAfter(headers)).toEqual([0, waitMs]);
  });

  test('a date between two ticks of our clock, where the response has no date of its own', async () => {
    const { client, clock, drive, sentAt } = await wire([
      refused({ date: '', 'retry-after': imfFixdate(START + 4_000) }),
      {},
    ]);
    clock.jump(630);
    await drive(client.get('/'));
    expect(sentAt).toEqual([630, 4_000]);
  });
});

describe('the server says now: the retry goes out at once, without back-off', () => {
  test.each<[string, Headers]>([
    ['0', { 'retry-after': '0' }],
    ['a date that has passed', { date: imfFixdate(START), 'retry-after': imfFixdate(START - 60_000) }],
    [
      'the response’s own date',
      { date: imfFixdate(START - 30_000), 'retry-after': imfFixdate(START - 30_000) },
    ],
  ])('%s', async (_, headers) => {
    expect(await attemptsAfter(headers, { random: () => 0.5 })).toEqual([0, 0]);
  });
});

describe('no usable hint: full jitter, and the 429 stays the error', () => {
  test.each<[string, Headers]>([
    ['absent', {}],
    ['empty', { 'retry-after': '' }],
    ['a word', { 'retry-after': 'soon' }],
    ['negative', { 'retry-after': '-5' }],
    ['negative milliseconds', { 'retry-after-ms': '-5' }],
    ['an exponent', { 'retry-after': '1e3' }],
    ['hexadecimal', { 'retry-after': '0x10' }],
    ['Infinity', { 'retry-after': 'Infinity' }],
    ['a date that does not exist', { 'retry-after': 'Tue, 31 Nov 2026 12:00:04 GMT' }],
  ])('%s', async (_, headers) => {
    const options = { random: () => 0.5, retry: { maxAttempts: 3, baseDelayMs: 100 } };
    const { client, failureOf, sentAt } = await wire(refused(headers), options);
    const error = await failureOf(client.get('/'));
    expect(error.message).toBe('Request failed with status code 429');
    expect(error.response).toMatchObject({ status: 429, data: 'slow down' });
    expect(sentAt).toEqual([0, 50, 150]);
    expect(callReport(error)?.attempts[2]?.waits).toEqual([{ reason: 'backoff', ms: 100 }]);
  });
});

test.each([503, 502, 504, 500])('Retry-After holds on a %i that is retried, too', async (status) => {
  const retry = { statuses: [429, 500, 502, 503, 504] };
  const { client, drive, sentAt } = await wire([{ status, headers: { 'retry-after': '2' } }, {}], { retry });
  const response = await drive(client.get('/'));
  expect(sentAt).toEqual([0, 2_000]);
  expect(callReport(response)?.attempts[1]?.waits).toEqual([{ reason: 'retry_after', ms: 2_000 }]);
});

test('an adapter may give its headers in any shape', async () => {
  let calls = 0;
  const adapter = async (config: InternalAxiosRequestConfig): Promise<AxiosResponse> => {
    const [status, headers] = ++calls === 1 ? [429, { 'RETRY-After': '2' }] : [200, {}];
    return { status, statusText: '', headers, data: '', config };
  };
  const { client, drive, startedAt } = await wire({});
  const response = await drive(client.get('/', { adapter }));
  expect(callReport(response)?.attempts.map((attempt) => attempt.startedAt - startedAt)).toEqual([0, 2_000]);
});

test('Retry-After is no upper bound for the next one: each refusal is obeyed anew', async () => {
  const script = ['1', '7', '0', '3'].map((seconds) => refused({ 'retry-after': seconds }));
  const { client, drive, sentAt } = await wire([...script, {}]);
  await drive(client.get('/'));
  expect(sentAt).toEqual([0, 1_000, 8_000, 8_000, 11_000]);
});

test('90 seconds are waited for where the budget allows it', async () => {
  expect(await attemptsAfter({ 'retry-after': '90' }, { retry: { maxElapsedMs: 120_000 } })).toEqual([
    0, 90_000,
  ]);
});
