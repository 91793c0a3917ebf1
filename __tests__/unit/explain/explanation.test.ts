import { explain, type Verdict } from '../../../lib/explain/explanation.js';
import { parseRawResponse } from '../../../lib/explain/raw-response.js';
import { tell } from '../../../lib/explain/tell.js';
import { discord, github, google, stripe } from '../../../lib/providers.js';

const NOW = Date.UTC(2026, 11, 1, 12);
const DATE = 'Date: Tue, 01 Dec 2026 12:00:00 GMT';

const explained = (text: string, provider?: Parameters<typeof explain>[1]) =>
  explain(parseRawResponse(text), provider);
const again = (text: string, options?: Parameters<typeof explain>[1]): Record<string, Verdict> =>
  Object.fromEntries(explained(text, options).again.map((verdict) => [verdict.request, verdict]));

test('a refusal with a hint: who may go again, and when', () => {
  const verdicts = again('429\nRetry-After: 5', { provider: stripe(), now: NOW });
  expect(verdicts).toEqual({
    GET: { request: 'GET', again: true, at: NOW + 5_000 },
    'POST without a key': { request: 'POST without a key', again: false, reason: 'not_idempotent' },
    'POST with a key': {
      request: 'POST with a key',
      again: true,
      at: NOW + 5_000,
      keyHeader: 'Idempotency-Key',
    },
  });
});

test('no hint: full jitter', () => {
  expect(again('503').GET).toEqual({ request: 'GET', again: true, withinMs: 250 });
});

test.each([
  ['429\nRetry-After: 60', 'retry_after_beyond_budget'],
  ['404', 'permanent'],
  ['500', 'status_not_retryable'],
  ['429\n\n{"error":{"code":"insufficient_quota"}}', 'quota_exhausted'],
  ['503\nIdempotent-Replayed: true', 'stored_answer'],
])('%j is not sent again: %s', (text, reason) => {
  expect(again(text).GET).toMatchObject({ again: false, reason });
});

test('a preset adds statuses, and knows secondary limits', () => {
  expect(again('500', { provider: stripe() }).GET).toMatchObject({ again: true });
  const text = '403\n\n{"message":"You have exceeded a secondary rate limit."}';
  expect(explained(text, { provider: github(), now: NOW })).toMatchObject({
    provider: { id: 'github', name: 'GitHub', presetOf: '2026-12-01' },
    classification: { class: 'rate_limited', retryAt: NOW + 60_000 },
    pausedUntil: NOW + 60_000,
  });
  expect(explained(text).classification.class).toBe('permanent');
});

test('the response came when its own Date says, unless told otherwise', () => {
  expect(explained(`429\n${DATE}`).receivedAt).toBe(NOW);
  expect(explained(`429\n${DATE}`, { now: NOW + 9 }).receivedAt).toBe(NOW + 9);
  const before = Date.now();
  expect(explained('429').receivedAt).toBeGreaterThanOrEqual(before);
});

describe('as text', () => {
  test('a rate limit', () => {
    const text = `HTTP/1.1 429 Too Many Requests\n${DATE}\nRetry-After: 5\nX-RateLimit-Limit: 1200\nX-RateLimit-Remaining: 0\nX-RateLimit-Reset: 5\n\n{}`;
    expect(tell(explained(text, { provider: stripe() }))).toMatchInlineSnapshot(`
     "429 Too Many Requests, read as Stripe's, by the facts of 2026-12-01

       class               rate_limited: too fast; it may go again shortly
       because of          status 429
       again from          2026-12-01T12:00:05.000Z (in 5 s)
       window              limit 1,200, 0 left, starts anew 2026-12-01T12:00:05.000Z (in 5 s)
       paused              this credential, until 2026-12-01T12:00:05.000Z (in 5 s)

     sent again, within 45 s a call?
       GET                 yes, at 2026-12-01T12:00:05.000Z (in 5 s)
       POST without a key  no: sending it twice might do it twice, unless you say \`idempotent: true\`
       POST with a key     yes, at 2026-12-01T12:00:05.000Z (in 5 s); the handler adds Idempotency-Key"
    `);
  });

  test('a used-up quota', () => {
    const body = JSON.stringify({ error: { errors: [{ reason: 'dailyLimitExceeded' }] } });
    expect(tell(explained(`HTTP/1.1 403 Forbidden\n${DATE}\n\n${body}`, { provider: google() })))
      .toMatchInlineSnapshot(`
     "403 Forbidden, read as Google's, by the facts of 2026-12-01

       class               quota_exhausted: the allowance of a period or plan is gone; it isn't waited for
       because of          403 dailyLimitExceeded
       back                2026-12-02T08:00:00.000Z (in 20 h)
       closed              this credential, until 2026-12-02T08:00:00.000Z (in 20 h)

     sent again, within 45 s a call?
       GET                 no: a used-up quota isn't waited for
       POST without a key  no: a used-up quota isn't waited for
       POST with a key     no: a used-up quota isn't waited for"
    `);
  });

  test('a refusal of everybody, a 403, and a success', () => {
    const global = `429\n${DATE}\nRetry-After: 1\nX-RateLimit-Scope: global`;
    expect(tell(explained(global, { provider: discord() }))).toContain(
      'all of Discord, until 2026-12-01T12:00:01.000Z',
    );
    const secondary = '403\n\n{"message":"You have exceeded a secondary rate limit."}';
    expect(tell(explained(secondary, { provider: github() }))).toContain('unless `retryForbidden` is set');
    expect(tell(explained('200 OK'))).not.toContain('sent again');
  });

  test('a limit that concerns one object alone', () => {
    const one = '429\nStripe-Rate-Limited-Reason: resource-specific\nRetry-After: 1';
    expect(tell(explained(one, { provider: stripe() }))).toContain('other calls go on');
  });
});
