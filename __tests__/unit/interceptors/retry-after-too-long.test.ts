/**
 * A Retry-After that is larger than the budget, or than any timer: nothing sleeps, nothing fires early, and everybody is told when.
 */
import { callReport, isAdmissionRejected, isQuotaExhausted } from '../../../lib/index.js';
import type { Answer } from '../../support/http-server.js';
import { wiring } from '../../support/wired-client.js';

const wire = wiring();

const LONGEST_TIMER_MS = 2 ** 31 - 1;
const LATEST_INSTANT = 8.64e15;

const refused = (retryAfter: string, status = 429): Answer => ({
  status,
  headers: { 'retry-after': retryAfter },
});

test.each([429, 503])(
  '%i with a wait that is larger than the budget: fails at once, and tells when',
  async (status) => {
    const { client, clock, failureOf, sentAt, startedAt } = await wire(refused('46', status));
    const error = await failureOf(client.get('/'));
    expect(error.response?.status).toBe(status);
    expect(clock.now()).toBe(startedAt);
    expect(clock.pending).toEqual([]);
    expect(sentAt).toEqual([0]);
    expect(callReport(error)).toMatchObject({
      ended: 'retry_after_beyond_budget',
      waitedMs: 0,
      elapsedMs: 0,
      attempts: [{ retryAt: startedAt + 46_000 }],
    });
  },
);

test('the scope is paused meanwhile: the next call fails before it is sent, and tells when', async () => {
  const { client, clock, failureOf, drive, sentAt, startedAt } = await wire([
    refused('46'),
    { body: 'done' },
  ]);
  await failureOf(client.get('/first'));
  const error = await failureOf(client.get('/second'));
  expect(isAdmissionRejected(error)).toBe(true);
  expect(error).toMatchObject({ reason: 'budget', retryAt: startedAt + 46_000, waitMs: 46_000 });
  expect(callReport(error)).toMatchObject({ ended: 'rejected: budget', attempts: [], waitedMs: 0 });
  expect(sentAt).toEqual([0]);

  await clock.advance(2_000); // now the rest fits into the budget
  await drive(client.get('/third'));
  expect(sentAt).toEqual([0, 46_000]);
});

test.each([
  ['exactly the budget', '45', [0]],
  ['a millisecond less', '44.999', [0, 44_999]],
])('a wait of %s', async (_, retryAfter, attempts) => {
  const { client, drive, sentAt } = await wire([refused(retryAfter), {}]);
  await drive(client.get('/').catch(() => undefined));
  expect(sentAt).toEqual(attempts);
});

test.each([
  ['2147484, whose milliseconds overflow a timer', '2147484', 2_147_484_000],
  ['9999999999', '9999999999', 9_999_999_999_000],
  ['a number of 400 digits', '9'.repeat(400), Infinity],
])('%s never fires early', async (_, retryAfter, waitMs) => {
  const { client, clock, failureOf, sentAt, startedAt } = await wire(refused(retryAfter), {
    retry: { maxElapsedMs: LONGEST_TIMER_MS },
  });
  const reopensAt = Math.min(startedAt + waitMs, LATEST_INSTANT);
  const first = await failureOf(client.get('/'));
  expect(first.message).toBe('Request failed with status code 429');
  expect(callReport(first)?.attempts[0]?.retryAt).toBe(reopensAt);
  expect(clock.pending).toEqual([]);

  const second = await failureOf(client.get('/'));
  expect(isAdmissionRejected(second)).toBe(true);
  expect(isQuotaExhausted(second)).toBe(true);
  expect(second.retryAt).toBe(reopensAt);
  await clock.advance(LONGEST_TIMER_MS);
  expect(sentAt).toEqual([0]);
});

test('the longest wait that a timer can hold is kept to the millisecond', async () => {
  const { client, drive, sentAt } = await wire([refused('2147483'), {}], {
    retry: { maxElapsedMs: LONGEST_TIMER_MS },
  });
  await drive(client.get('/'));
  expect(sentAt).toEqual([0, 2_147_483_000]);
});

test('the caller’s timeout is a budget too', async () => {
  const { client, clock, failureOf, sentAt, startedAt } = await wire(refused('10'));
  const error = await failureOf(client.get('/', { timeout: 10_000 }));
  expect(error.response?.status).toBe(429);
  expect(callReport(error)?.ended).toBe('retry_after_beyond_budget');
  expect(clock.now()).toBe(startedAt);
  expect(sentAt).toEqual([0]);
});

test('a wait that only the body tells of is a hint, too', async () => {
  const message = 'Rate limit reached on tokens per day. Please try again in 20m13s.';
  const body = { error: { code: 'rate_limit_exceeded', message } };
  const { client, clock, failureOf, startedAt } = await wire(
    { status: 429, body },
    { retry: { maxElapsedMs: 60_000 } },
  );
  const error = await failureOf(client.get('/'));
  expect(callReport(error)).toMatchObject({
    ended: 'retry_after_beyond_budget',
    attempts: [{ retryAt: startedAt + 1_213_000 }],
  });
  expect(clock.now()).toBe(startedAt);
});
