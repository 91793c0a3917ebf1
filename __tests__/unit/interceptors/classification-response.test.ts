/**
 * What the loop makes of complete responses: by what they say, not by whether axios fulfilled or rejected.
 */
import { callReport, isQuotaExhausted } from '../../../lib/index.js';
import type { Answer } from '../../support/http-server.js';
import { wiring } from '../../support/wired-client.js';

const wire = wiring();

const random = (): number => 0.5;
const refused: Answer = { status: 429, headers: { 'retry-after': '2' } };

describe('validateStatus: () => true', () => {
  const axios = { validateStatus: () => true };

  test('a 429 that it lets pass is retried', async () => {
    const { client, drive, sentAt } = await wire([refused, { body: 'done' }], { axios });
    const response = await drive(client.get('/'));
    expect(response).toMatchObject({ status: 200, data: 'done' });
    expect(sentAt).toEqual([0, 2_000]);
  });

  test('the last one settles as the caller’s validateStatus says', async () => {
    const { client, drive, sentAt } = await wire(refused, { axios, retry: { maxAttempts: 2 } });
    const response = await drive(client.get('/'));
    expect(response.status).toBe(429);
    expect(callReport(response)).toMatchObject({
      ended: 'attempts_spent',
      attempts: [{}, { class: 'rate_limited' }],
    });
    expect(sentAt).toEqual([0, 2_000]);
  });
});

describe('a GraphQL refusal inside a 200', () => {
  const throttled: Answer = { body: { data: null, errors: [{ extensions: { code: 'THROTTLED' } }] } };

  test('a POST that the caller calls idempotent is sent again', async () => {
    const { client, drive, sentAt } = await wire([throttled, { body: { data: { shop: 1 } } }], { random });
    const response = await drive(
      client.post('/', { query: '{ shop }' }, { rateLimit: { idempotent: true } }),
    );
    expect(response.data).toEqual({ data: { shop: 1 } });
    expect(sentAt).toEqual([0, 125]);
  });

  test('any other POST is not, and resolves with what the server said', async () => {
    const { client, drive, sentAt } = await wire(throttled, { random });
    const response = await drive(client.post('/', { query: 'mutation { pay }' }));
    expect(response.data).toEqual(throttled.body);
    expect(callReport(response)).toMatchObject({
      ended: 'not_idempotent',
      attempts: [{ class: 'rate_limited' }],
    });
    expect(sentAt).toEqual([0]);
  });

  test('a message that merely says so is an answer', async () => {
    const body = { data: null, errors: [{ message: 'Throttled' }] };
    const { client, drive, sentAt } = await wire({ body }, { random });
    const response = await drive(client.get('/'));
    expect(callReport(response)?.ended).toBe('succeeded');
    expect(sentAt).toEqual([0]);
  });
});

describe('a 403 that is really a limit', () => {
  const forbidden: Answer = {
    status: 403,
    headers: { 'retry-after': '20' },
    body: { error: { errors: [{ reason: 'userRateLimitExceeded' }] } },
  };

  test('is not sent again, but pauses its scope, and tells when', async () => {
    const { client, drive, failureOf, sentAt, startedAt } = await wire([forbidden, {}]);
    const error = await failureOf(client.get('/'));
    expect(error.response?.status).toBe(403);
    expect(callReport(error)).toMatchObject({
      ended: 'status_not_retryable',
      attempts: [{ class: 'rate_limited', retryAt: startedAt + 20_000 }],
    });
    await drive(client.get('/'));
    expect(sentAt).toEqual([0, 20_000]);
  });

  test('is sent again where retryForbidden asks for it', async () => {
    const { client, drive, sentAt } = await wire([forbidden, {}], { retryForbidden: true });
    await drive(client.get('/'));
    expect(sentAt).toEqual([0, 20_000]);
  });

  test('retryForbidden does not touch a 403 that is none', async () => {
    const { client, failureOf, sentAt } = await wire({ status: 403 }, { retryForbidden: true });
    await failureOf(client.get('/'));
    expect(sentAt).toEqual([0]);
  });
});

test('a limit that comes as a 400 pauses its scope, and is not sent again', async () => {
  const body = { error: { type: 'rate_limit', message: '5 concurrent requests' } };
  const { client, failureOf, sentAt } = await wire({ status: 400, body }, { random });
  const error = await failureOf(client.get('/'));
  expect(callReport(error)).toMatchObject({
    ended: 'status_not_retryable',
    attempts: [{ class: 'rate_limited' }],
  });
  expect(sentAt).toEqual([0]);
});

test.each<[number, Record<string, string>, number]>([
  [429, {}, 125],
  [429, { 'retry-after': '5' }, 5_000],
  [503, { 'retry-after': '5' }, 5_000],
])(
  'a %i that stands for a lock is retried without pausing anybody else (%j)',
  async (status, headers, retriedAt) => {
    const locked: Answer = { status, headers, body: { error: { code: 'lock_timeout' } } };
    const { client, drive, quiet, sentAt } = await wire([locked, { body: 'other' }, { body: 'done' }], {
      random,
    });
    const call = client.get('/locked');
    await quiet();
    expect((await drive(client.get('/other'))).data).toBe('other');
    expect((await drive(call)).data).toBe('done');
    expect(sentAt).toEqual([0, 0, retriedAt]);
  },
);

describe('a quota that is used up', () => {
  const usedUp: Answer = {
    status: 429,
    headers: { 'retry-after': '277403' },
    body: { error: { type: 'UsageLimit', message: 'Monthly limit, resets in 3 days' } },
  };

  test('fails at once; later calls are refused before they are sent, and told when', async () => {
    const { client, clock, failureOf, sentAt, startedAt } = await wire(usedUp);
    const first = await failureOf(client.get('/'));
    expect(first.response?.status).toBe(429);
    expect(isQuotaExhausted(first)).toBe(true);
    expect(callReport(first)).toMatchObject({
      ended: 'quota_exhausted',
      waitedMs: 0,
      attempts: [{ class: 'quota_exhausted', retryAt: startedAt + 277_403_000 }],
    });

    const second = await failureOf(client.get('/'));
    expect(second).toMatchObject({ reason: 'quota_exhausted', retryAt: startedAt + 277_403_000 });
    expect(isQuotaExhausted(second)).toBe(true);
    expect(second.message).toContain(new Date(startedAt + 277_403_000).toISOString());

    const bestEffort = await failureOf(client.get('/', { rateLimit: { mode: 'best-effort' } }));
    expect(isQuotaExhausted(bestEffort)).toBe(true);
    expect(clock.pending).toEqual([]);
    expect(sentAt).toEqual([0]);
  });

  test('reopens at the reset', async () => {
    const { client, clock, drive, failureOf, sentAt } = await wire([usedUp, {}]);
    await failureOf(client.get('/'));
    await clock.advance(277_402_999);
    await failureOf(client.get('/'));
    await clock.advance(1);
    await drive(client.get('/'));
    expect(sentAt).toEqual([0, 277_403_000]);
  });

  test('without a known reset the scope stays open', async () => {
    const body = { error: { code: 'insufficient_quota' } };
    const { client, failureOf, drive, sentAt } = await wire([{ status: 429, body }, {}]);
    expect(isQuotaExhausted(await failureOf(client.get('/')))).toBe(true);
    await drive(client.get('/'));
    expect(sentAt).toEqual([0, 0]);
  });

  test('calls that wait when it is learnt are refused at once', async () => {
    const { client, clock, drive, quiet, sentAt } = await wire([refused, usedUp]);
    const fail = (url: string) => client.get(url).catch((error: unknown) => error);
    const first = fail('/first');
    await quiet();
    const errors = await drive(Promise.all([first, fail('/second')]));
    expect(errors.map(isQuotaExhausted)).toEqual([true, true]);
    expect(clock.pending).toEqual([]);
    expect(sentAt).toEqual([0, 2_000]);
  });
});
