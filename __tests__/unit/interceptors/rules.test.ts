/**
 * What must always hold: the rules of the design, one by one, each over the wire. (The rule about a fleet's sum has its tests with the fleet.)
 */
import axios from 'axios';
import type { AxiosError, InternalAxiosRequestConfig } from 'axios';
import { callReport, isConfigError, rateLimitHandler } from '../../../lib/index.js';
import type { RateLimitOptions } from '../../../lib/index.js';
import type { Reply } from '../../support/http-server.js';
import { wiring } from '../../support/wired-client.js';

const wire = wiring();

const random = (): number => 0;

describe('only 429, 502, 503, 504, connection errors and timeouts are retried', () => {
  test.each<[string, Reply]>([
    ...[429, 502, 503, 504].map((status): [string, Reply] => [`a ${status}`, { status }]),
    ['a reset', { reset: true }],
    ['a body that breaks off', { drip: ['half'], ending: 'reset' }],
  ])('%s is', async (_, reply) => {
    const { client, drive, server } = await wire([reply, { body: 'done' }], { random });
    expect((await drive(client.get('/'))).data).toBe('done');
    expect(server.requests).toHaveLength(2);
  });

  const others = [400, 401, 402, 403, 404, 405, 408, 409, 410, 413, 418, 422, 423, 425, 426, 451];
  test.each([...others, 500, 501, 505, 507, 520, 529])('a %i is not, whatever it says', async (status) => {
    const headers = { 'retry-after': '1', 'x-should-retry': 'true' };
    const { client, failureOf, server } = await wire(
      { status, headers, body: { code: 'rate_limited' } },
      { random },
    );
    expect((await failureOf(client.get('/'))).response?.status).toBe(status);
    expect(server.requests).toHaveLength(1);
  });

  test('another 5xx is, where it is named; the others are not any more', async () => {
    const retry = { statuses: [500] };
    const named = await wire([{ status: 500 }, {}], { random, retry });
    await named.drive(named.client.get('/'));
    expect(named.server.requests).toHaveLength(2);
    const dropped = await wire({ status: 503 }, { random, retry });
    await dropped.failureOf(dropped.client.get('/'));
    expect(dropped.server.requests).toHaveLength(1);
  });

  test.each([400, 401, 403, 404, 408, 409, 422, 425])('asking for a %i is refused at set-up', (status) => {
    expect.assertions(2);
    try {
      rateLimitHandler({ retry: { statuses: [429, status] } });
    } catch (error) {
      expect(isConfigError(error)).toBe(true);
      expect(String(error)).toContain(`retry.statuses[1] is ${status}`);
    }
  });
});

// What is not idempotent is never sent twice: idempotency-unkeyed.test.ts.

describe('what the server says wins', () => {
  const refused = { status: 503, headers: { 'retry-after': '2' } };

  test.each([0, 0.5, 0.999999])('no jitter of ours moves it (sample: %d)', async (sample) => {
    const { client, drive, sentAt } = await wire([refused, {}], { random: () => sample });
    await drive(client.get('/'));
    expect(sentAt).toEqual([0, 2_000]);
  });

  test('only the bucket that it must pass delays it further', async () => {
    const quota = { limit: 1, windowMs: 8_000, burst: 1 }; // a token every ten seconds
    const { client, drive, sentAt } = await wire([refused, {}], { quota });
    const response = await drive(client.get('/'));
    expect(sentAt).toEqual([0, 10_000]);
    expect(callReport(response)?.attempts[1]?.waits).toEqual([
      { reason: 'retry_after', ms: 2_000 },
      { reason: 'bucket', ms: 8_000 },
    ]);
  });
});

describe('every other wait is full jitter', () => {
  const ALMOST_ONE = 1 - 2 ** -53;
  test.each([
    ['none at all', 0, [0, 0, 0, 0, 0]],
    ['half of the bound', 0.5, [0, 50, 150, 325, 500]],
    ['all of it', ALMOST_ONE, [0, 100, 300, 650, 1_000]],
  ])('from nothing to min(cap, base * 2^n): %s', async (_, sample, attempts) => {
    const retry = { baseDelayMs: 100, maxDelayMs: 350 };
    const { client, failureOf, sentAt } = await wire({ status: 503 }, { random: () => sample, retry });
    await failureOf(client.get('/'));
    expect(sentAt).toEqual(attempts);
  });

  test('each wait draws a sample of its own', async () => {
    const samples = [0.25, 0.75, 0.5];
    const { client, failureOf, sentAt } = await wire(
      { reset: true },
      { random: () => samples.shift() ?? 0, retry: { baseDelayMs: 1_000, maxAttempts: 4 } },
    );
    await failureOf(client.get('/'));
    expect(sentAt).toEqual([0, 250, 1_750, 3_750]);
  });

  test.each([{ jitter: 'none' }, { jitter: false }, { strategy: 'fixed' }])(
    'there is no option to turn it off: %j',
    (retry) => {
      expect(() => rateLimitHandler({ retry } as RateLimitOptions)).toThrow('is not an option');
    },
  );
});

describe('every retry path is bounded', () => {
  test.each<[string, Reply]>([
    ['back-off', { status: 503 }],
    ['Retry-After: 0', { status: 429, headers: { 'retry-after': '0' } }],
    ['a broken connection', { reset: true }],
    ['a refusal inside a success', { body: { errors: [{ extensions: { code: 'THROTTLED' } }] } }],
  ])('by attempts: %s', async (_, reply) => {
    const { client, drive, server } = await wire(reply, { random, retry: { maxAttempts: 3 } });
    const outcome = await drive(client.get('/').catch((error: unknown) => error));
    expect(callReport(outcome)?.ended).toBe('attempts_spent');
    expect(server.requests).toHaveLength(3);
  });

  test.each<[string, Reply, string]>([
    ['back-off', { status: 503 }, 'time_spent'],
    ['Retry-After', { status: 429, headers: { 'retry-after': '10' } }, 'retry_after_beyond_budget'],
  ])('by time: a wait that would break the bound is not begun (%s)', async (_, reply, ended) => {
    const retry = { baseDelayMs: 10_000, maxDelayMs: 10_000, maxElapsedMs: 30_000, maxAttempts: 100 };
    const { client, clock, failureOf, sentAt, startedAt } = await wire(reply, {
      random: () => 0.9999999,
      retry,
    });
    const error = await failureOf(client.get('/'));
    expect(sentAt).toEqual([0, 10_000, 20_000]);
    expect(clock.now()).toBe(startedAt + 20_000);
    expect(callReport(error)).toMatchObject({ ended, elapsedMs: 20_000 });
  });
});

describe('the last failure reaches the caller as the very error that axios made', () => {
  test.each<[string, Reply]>([
    ['a refusal', { status: 429, body: 'slow down' }],
    ['a broken connection', { reset: true }],
  ])('%s', async (_, reply) => {
    const made: unknown[] = [];
    const adapter = async (config: InternalAxiosRequestConfig) =>
      axios
        .getAdapter('http')(config)
        .catch((error: unknown) => {
          made.push(error);
          throw error;
        });
    const { client, failureOf } = await wire(reply, {
      random,
      retry: { maxAttempts: 3 },
      axios: { adapter },
    });
    const seen: unknown[] = [];
    client.interceptors.response.use(undefined, (error: AxiosError) => {
      seen.push(error);
      return Promise.reject(error);
    });
    const error = await failureOf(client.get('/'));
    expect(made).toHaveLength(3);
    expect(error).toBe(made[2]);
    expect(seen).toEqual([error]);
    expect(axios.isAxiosError(error)).toBe(true);
    expect(callReport(error)?.attempts).toHaveLength(3);
  });
});

describe('a request takes its tokens before every attempt', () => {
  const quota = { limit: 8, windowMs: 10_000, burst: 2 }; // a token every 1,562.5 ms

  test('a retry as well as the first', async () => {
    const { client, failureOf, sentAt } = await wire({ status: 503 }, { random, quota });
    await failureOf(client.get('/'));
    expect(sentAt).toEqual([0, 0, 1_563, 3_125, 4_688]);
  });

  test('its own cost, each time', async () => {
    const { client, failureOf, sentAt } = await wire(
      { reset: true },
      { random, quota, retry: { maxAttempts: 3 } },
    );
    await failureOf(client.get('/', { rateLimit: { cost: 2 } }));
    expect(sentAt).toEqual([0, 3_125, 6_250]);
  });
});

// Nothing secret is told: report-secrets.test.ts.
