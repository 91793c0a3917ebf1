/**
 * `beforeAttempt`: a fresh signature or token for each attempt, after its wait.
 */
import axios from 'axios';
import type { AxiosAdapter, AxiosInstance, InternalAxiosRequestConfig } from 'axios';
import { callReport, rateLimitHandler, use } from '../../../lib/index.js';
import { FakeClock, settle } from '../../support/fake-clock.js';
import { wiring } from '../../support/wired-client.js';

const wire = wiring();

type Config = InternalAxiosRequestConfig;
const busy = { status: 503, headers: { 'retry-after': '60' } };
const retry = { maxElapsedMs: 600_000 };

test('signs each attempt anew, when it is sent, while key and body stay', async () => {
  const clock = new FakeClock(1_000_000);
  const { client, drive, server } = await wire([busy, busy, {}], {
    clock,
    retry,
    idempotency: { header: 'Idempotency-Key', methods: ['POST'] },
    beforeAttempt: (config) => {
      config.headers.set(
        'x-signature',
        `${clock.now()} ${String(config.data)} ${String(config.headers.get('idempotency-key'))}`,
      );
    },
  });
  await drive(client.post('/', { a: 1 }, { rateLimit: { idempotencyKey: 'order-7' } }));
  expect(
    server.requests.map(({ headers, body }) => [
      headers['x-signature'],
      headers['idempotency-key'],
      String(body),
    ]),
  ).toEqual([1_000_000, 1_060_000, 1_120_000].map((now) => [`${now} {"a":1} order-7`, 'order-7', '{"a":1}']));
});

test('is handed the config of its attempt alone: what it did before is not in it, nor in the caller’s', async () => {
  const { client, drive, server } = await wire([busy, {}], {
    retry,
    beforeAttempt: async (config) => {
      await settle();
      config.headers.set('x-trace', `${String(config.headers.get('x-trace') ?? '')}.`);
      config.url += '/signed';
    },
  });
  const { config } = await drive(client.get('/it'));
  expect(server.requests.map(({ url, headers }) => [url, headers['x-trace']])).toEqual(
    Array(2).fill(['/it/signed', '.']),
  );
  expect(config.url).toBe('/it');
  expect(config.headers.has('x-trace')).toBe(false);
});

test('may return what it likes', async () => {
  const { client, drive, server } = await wire([busy, {}], {
    retry,
    beforeAttempt: (config) => config.headers.set('x-signature', 'signed') as never,
  });
  await drive(client.get('/'));
  expect(server.requests.map(({ headers }) => headers['x-signature'])).toEqual(['signed', 'signed']);
});

describe.each([
  [
    'throws',
    (error: Error) => () => {
      throw error;
    },
  ],
  [
    'rejects',
    (error: Error) => async () => {
      await settle();
      throw error;
    },
  ],
] as [string, (error: Error) => () => void | Promise<void>][])('when it %s', (_, failing) => {
  test('the call fails with just that, nothing is sent, and the token is the next one’s', async () => {
    const error = new Error('no key to sign with');
    let first = true;
    const { client, server } = await wire(
      {},
      {
        quota: { limit: 1, windowMs: 60_000, burst: 1 },
        maxConcurrent: 1,
        beforeAttempt: () => {
          if (!first) return;
          first = false;
          return failing(error)();
        },
      },
    );
    expect(await client.get('/').catch((e: unknown) => e)).toBe(error);
    expect(callReport(error)).toMatchObject({ ended: 'failed', attempts: [] });
    expect(server.requests).toHaveLength(0);
    await client.get('/', { rateLimit: { mode: 'best-effort' } });
    expect(server.requests).toHaveLength(1);
  });

  test('it fails at once also where all places in flight are taken meanwhile', async () => {
    const error = new Error('no key to sign with');
    const { client, server } = await wire(
      { hang: true },
      {
        maxConcurrent: 1,
        beforeAttempt: ({ url }) => (url === '/bad' ? failing(error)() : undefined),
      },
    );
    const failure = client.get('/bad').catch((e: unknown) => e);
    client.get('/hangs').catch(() => undefined);
    await server.received(1);
    expect(await failure).toBe(error);
  });
});

describe('a token refresh in it, through the same instance', () => {
  /** Refreshes the token when it has run out, once for all calls that find it so. */
  function refreshing(instanceOf: () => AxiosInstance): (config: Config) => Promise<void> | void {
    let token: string | undefined;
    let refresh: Promise<void> | undefined;
    return (config) => {
      if (config.url === '/token') return;
      const sign = (): void => void config.headers.set('authorization', `Bearer ${token}`);
      if (token) return sign();
      refresh ??= instanceOf()
        .get<string>('/token')
        .then(({ data }) => void (token = data));
      return refresh.then(sign);
    };
  }

  test.each([1, 2, 5])('does not deadlock where %i may be in flight', async (maxConcurrent) => {
    let most = 0;
    const open = new Set<unknown>();
    const { server, clock } = await wire(async (request) => {
      open.add(request);
      most = Math.max(most, open.size);
      await settle();
      open.delete(request);
      return { body: request.url === '/token' ? 'fresh' : 'done' };
    });
    const client: AxiosInstance = use(
      axios.create({ baseURL: server.url }),
      rateLimitHandler({ clock, maxConcurrent, beforeAttempt: refreshing(() => client) }),
    );
    const responses = await Promise.all(Array.from({ length: 6 }, (_, i) => client.get<string>(`/${i}`)));
    expect(responses.map(({ data }) => data)).toEqual(Array(6).fill('done'));
    expect(server.requests.filter(({ url }) => url === '/token')).toHaveLength(1);
    expect(new Set(server.requests.map(({ headers }) => headers.authorization))).toEqual(
      new Set([undefined, 'Bearer fresh']),
    );
    expect(most).toBeLessThanOrEqual(maxConcurrent);
  });

  test('that takes long lets no window of the quota hold more than it may, when all go at once then', async () => {
    const quota = { limit: 10, windowMs: 1_000 };
    const clock = new FakeClock();
    const refreshed = new Promise<void>((resolve) => clock.setTimeout(resolve, 10_000));
    const { client, drive, sentAt } = await wire({}, { clock, quota, beforeAttempt: () => refreshed });
    await drive(Promise.all(Array.from({ length: 40 }, (_, i) => client.get(`/${i}`))));
    const fullest = Math.max(
      ...sentAt.map((from) => sentAt.filter((at) => at >= from && at < from + 1_000).length),
    );
    expect(sentAt).toHaveLength(40);
    expect(fullest).toBeLessThanOrEqual(quota.limit);
  });

  test('that takes long is not a way past a pause that begins meanwhile', async () => {
    const clock = new FakeClock();
    const refreshed = new Promise<void>((resolve) => clock.setTimeout(resolve, 1_000));
    const { client, drive, sentAt } = await wire([{ status: 429, headers: { 'retry-after': '10' } }, {}], {
      clock,
      beforeAttempt: ({ url }) => (url === '/slow' ? refreshed : undefined),
    });
    const slow = client.get('/slow');
    await client.get('/', { rateLimit: { mode: 'best-effort' } }).catch(() => undefined);
    await drive(slow);
    expect(sentAt).toEqual([0, 10_000]);
  });

  test('that takes long counts towards the caller’s timeout', async () => {
    const clock = new FakeClock();
    const timeouts: unknown[] = [];
    const refreshed = new Promise<void>((resolve) => clock.setTimeout(resolve, 400));
    const { client, drive } = await wire({}, { clock, beforeAttempt: () => refreshed });
    const adapter: AxiosAdapter = (config) => {
      timeouts.push(config.timeout);
      return Promise.resolve({ status: 200, statusText: '', headers: {}, data: '', config });
    };
    await drive(client.get('/', { adapter, timeout: 1_000 }));
    expect(timeouts).toEqual([550]); // of 95% of it
  });
});
