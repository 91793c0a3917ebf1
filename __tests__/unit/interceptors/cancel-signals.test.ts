/**
 * What calls leave behind on the caller's signals, and the moments at which an abort could be overlooked.
 */
import { getEventListeners, setMaxListeners } from 'node:events';
import axios from 'axios';
import type { AxiosAdapter } from 'axios';
import { callReport } from '../../../lib/index.js';
import { settle } from '../../support/fake-clock.js';
import { wiring } from '../../support/wired-client.js';

const wire = wiring();
const listenersOf = (signal: AbortSignal): unknown[] => getEventListeners(signal, 'abort');

describe('listeners', () => {
  const adapters = ['http', 'fetch'] as const;

  test.each(adapters)('71 calls on one signal leave none behind (%s)', async (adapter) => {
    const { client, drive } = await wire(
      ({ url }, index) => ({ status: url === '/bad' ? 404 : index % 2 ? 200 : 503 }),
      {
        random: () => 0,
        quota: { limit: 50, windowMs: 1_000 },
        axios: { adapter, timeout: 30_000 },
      },
    );
    const { signal } = new AbortController();
    setMaxListeners(0, signal);
    const url = (i: number): string => (i % 10 === 0 ? '/bad' : '/');
    const calls = Array.from({ length: 71 }, (_, i) => client.get(url(i), { signal }));
    await settle();
    expect(listenersOf(signal)).not.toEqual([]);
    const ends = await drive(Promise.allSettled(calls));
    await settle();
    expect(ends.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0);
    expect(ends.filter(({ status }) => status === 'rejected').length).toBeGreaterThanOrEqual(8);
    expect(listenersOf(signal)).toEqual([]);
  });

  test('calls that are refused leave none behind', async () => {
    const { client, server } = await wire(
      {},
      { quota: { limit: 1, windowMs: 60_000, burst: 1 }, maxQueued: 1 },
    );
    const { signal } = new AbortController();
    await client.get('/', { signal });
    await Promise.allSettled([
      client.get('/', { signal }), // the wait would be too long
      client.get('/', { signal, rateLimit: { mode: 'best-effort' } }),
      client.get('/', { signal, rateLimit: { priority: 99 } }),
    ]);
    expect(server.requests).toHaveLength(1);
    expect(listenersOf(signal)).toEqual([]);
  });
});

test('a signal that is aborted beforehand: nothing is sent, and no token is taken', async () => {
  const { client, server } = await wire({}, { quota: { limit: 1, windowMs: 60_000, burst: 1 } });
  const error: unknown = await client.get('/', { signal: AbortSignal.abort() }).catch((e: unknown) => e);
  expect(axios.isCancel(error)).toBe(true);
  await client.get('/', { rateLimit: { mode: 'best-effort' } });
  expect(server.requests).toHaveLength(1);
});

test('the place of a call that was aborted is the next one’s', async () => {
  const { client, drive, sentAt } = await wire({}, { quota: { limit: 1, windowMs: 8_000, burst: 1 } });
  await client.get('/');
  const controller = new AbortController();
  const aborted = client.get('/', { signal: controller.signal }).catch(() => undefined);
  const next = client.get('/');
  await settle();
  controller.abort();
  await aborted;
  await drive(next);
  expect(sentAt).toEqual([0, 10_000]);
});

describe('an abort that the adapter takes no notice of', () => {
  /** Aborts while it runs, and answers all the same. */
  const heedless =
    (controller: AbortController, sent: unknown[]): AxiosAdapter =>
    (config) => {
      sent.push(config.url);
      controller.abort();
      return Promise.resolve({
        status: 503,
        statusText: '',
        headers: { 'retry-after': '20' },
        data: '',
        config,
      });
    };

  test.each(['signal', 'cancelToken'])('the wait for the retry does not begin (%s)', async (kind) => {
    const sent: unknown[] = [];
    const controller = new AbortController();
    const { client, clock } = await wire({}, { random: () => 0.5 });
    const source = axios.CancelToken.source();
    controller.signal.addEventListener('abort', () => source.cancel());
    let error: unknown;
    client
      .get('/', {
        adapter: heedless(controller, sent),
        ...(kind === 'signal' ? { signal: controller.signal } : { cancelToken: source.token }),
      })
      .catch((e: unknown) => (error = e));
    await settle();
    expect(axios.isCancel(error)).toBe(true);
    expect(error).toMatchObject({ config: { url: '/' } });
    expect(clock.pending).toEqual([]);
    expect(sent).toHaveLength(1);
  });

  test.each(['signal', 'cancelToken'])('nor does the back-off (%s)', async (kind) => {
    const sent: unknown[] = [];
    const { client, clock } = await wire({}, { random: () => 0.5 });
    const controller = new AbortController();
    const source = axios.CancelToken.source();
    let error: unknown;
    const adapter: AxiosAdapter = (config) => {
      sent.push(config.url);
      controller.abort();
      source.cancel();
      return Promise.resolve({ status: 502, statusText: '', headers: {}, data: '', config });
    };
    client
      .get('/', {
        adapter,
        ...(kind === 'signal' ? { signal: controller.signal } : { cancelToken: source.token }),
      })
      .catch((e: unknown) => (error = e));
    await settle();
    expect(axios.isCancel(error)).toBe(true);
    expect(clock.pending).toEqual([]);
    expect(sent).toHaveLength(1);
  });
});

test.each([
  ['at once', () => undefined],
  ['after a while', settle],
])(
  'what the work before an attempt aborts, %s, is not sent, and its token is the next one’s',
  async (_, work) => {
    const controller = new AbortController();
    const sent: unknown[] = [];
    const adapter: AxiosAdapter = (config) => {
      sent.push(config.url);
      return Promise.resolve({ status: 200, statusText: '', headers: {}, data: '', config });
    };
    const { client } = await wire(
      {},
      {
        quota: { limit: 1, windowMs: 60_000, burst: 1 },
        beforeAttempt: ({ url }) => {
          const abort = (): void => (url === '/aborted' ? controller.abort() : undefined);
          const done = work();
          return done ? done.then(abort) : abort();
        },
        axios: { adapter },
      },
    );
    const error: unknown = await client
      .get('/aborted', { signal: controller.signal })
      .catch((e: unknown) => e);
    expect(axios.isCancel(error)).toBe(true);
    await client.get('/next', { rateLimit: { mode: 'best-effort' } });
    expect(sent).toEqual(['/next']);
  },
);

describe('a signal made by AbortSignal.timeout', () => {
  test('spans all attempts, ends the call and is told as the cause', async () => {
    const timedOut = new DOMException('The operation timed out', 'TimeoutError');
    const controller = new AbortController();
    const { client, server, clock, quiet } = await wire({ status: 502 }, { random: () => 0.999 });
    let error: unknown;
    client.get('/', { signal: controller.signal }).catch((e: unknown) => (error = e));
    await quiet();
    await clock.advance(clock.pending[0] ?? 0);
    await quiet();
    expect(server.requests).toHaveLength(2);
    controller.abort(timedOut);
    await settle();
    expect(axios.isCancel(error)).toBe(true);
    expect((error as Error).cause).toBe(timedOut);
    expect(callReport(error)?.attempts).toHaveLength(2);
    await clock.advance(60_000);
    expect(server.requests).toHaveLength(2);
  });

  test('does not share its time with the attempts: each has its own', async () => {
    const { client, server, drive, sentAt } = await wire([{ hang: true }, { hang: true }, { body: 'done' }], {
      random: () => 0,
    });
    const { signal } = new AbortController();
    const call = client.get('/', { signal, rateLimit: { attemptTimeoutMs: 60 } });
    expect((await drive(call)).data).toBe('done');
    expect(server.requests).toHaveLength(3);
    expect(sentAt[0]).toBe(0);
    expect(signal.aborted).toBe(false);
    expect(listenersOf(signal)).toEqual([]);
  });
});
