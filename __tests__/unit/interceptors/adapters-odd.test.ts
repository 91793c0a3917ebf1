/**
 * Adapters that do not what axios expects of them, and interceptors that put one of their own in place of ours, or around it.
 */
import axios from 'axios';
import type { AxiosAdapter, InternalAxiosRequestConfig } from 'axios';
import { callReport, rateLimitHandler, use } from '../../../lib/index.js';
import { FakeClock } from '../../support/fake-clock.js';
import { runOut } from '../../support/run-out.js';
import { wiring } from '../../support/wired-client.js';

const wire = wiring();
const random = (): number => 0;
const quota = { limit: 1, windowMs: 60_000, burst: 1 };

type Config = InternalAxiosRequestConfig;

describe('an adapter that breaks the rules', () => {
  const rejecting =
    (reason: unknown): AxiosAdapter =>
    () =>
      // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- just that is tested
      new Promise((_, reject: (reason: unknown) => void) => reject(reason));

  const outcomeOf = async (
    lawless: AxiosAdapter,
  ): Promise<{ ours: unknown; bare: unknown; calls: number }> => {
    let calls = 0;
    const adapter: AxiosAdapter = (config) => (calls++, lawless(config));
    const clock = new FakeClock();
    const client = use(axios.create({ adapter }), rateLimitHandler({ clock, random }));
    const end = (call: Promise<unknown>): Promise<unknown> =>
      call.then(
        (response) => ['fulfilled', response],
        (error: unknown) => ['rejected', error],
      );
    const bare = await end(axios.get('/', { adapter }));
    calls = 0;
    return { bare, ours: await runOut(clock, end(client.get('/'))), calls };
  };

  test.each([
    ['rejects with a string', rejecting('no such luck')],
    ['rejects with nothing', rejecting(undefined)],
    ['rejects with an object of its own', rejecting({ own: true })],
    ['gives no response', () => Promise.resolve(undefined as never)],
    ['gives null', () => Promise.resolve(null as never)],
    ['gives a string', () => Promise.resolve('response' as never)],
    [
      'throws',
      () => {
        throw new RangeError('thrown');
      },
    ],
  ] as [string, AxiosAdapter][])(
    '%s: the caller gets what axios alone would make of it',
    async (_, adapter) => {
      const { bare, ours, calls } = await outcomeOf(adapter);
      expect(ours).toEqual(bare);
      expect(calls).toBe(1);
    },
  );

  test('an error of its own reaches the caller as it is', async () => {
    const own = Object.freeze(new Error('mine'));
    const { bare, ours } = await outcomeOf(rejecting(own));
    expect(bare).toEqual(['rejected', own]);
    expect((ours as unknown[])[1]).toBe(own);
  });
});

describe('a cache that answers by an adapter of its own', () => {
  const cached: AxiosAdapter = (config) =>
    Promise.resolve({ status: 200, statusText: '', headers: {}, data: 'from the cache', config });
  const cache = (config: Config): Config => {
    if (config.url === '/cached') config.adapter = cached;
    return config;
  };

  test('costs no token where its interceptor is registered before the handler', async () => {
    const { server, clock } = await wire({ body: 'from the server' });
    const instance = axios.create({ baseURL: server.url });
    instance.interceptors.request.use(cache);
    use(instance, rateLimitHandler({ clock, quota }));
    for (let i = 0; i < 3; i++) expect((await instance.get('/cached')).data).toBe('from the cache');
    expect((await instance.get('/')).data).toBe('from the server');
    await expect(instance.get('/', { rateLimit: { mode: 'best-effort' } })).rejects.toMatchObject({
      reason: 'best_effort',
    });
    expect((await instance.get('/cached')).data).toBe('from the cache');
  });

  test('answers too where it is registered after, but each hit takes a token', async () => {
    const { client, server } = await wire({}, { quota });
    client.interceptors.request.use(cache);
    expect((await client.get('/cached')).data).toBe('from the cache');
    await expect(client.get('/cached', { rateLimit: { mode: 'best-effort' } })).rejects.toMatchObject({
      reason: 'best_effort',
    });
    expect(server.requests).toHaveLength(0);
  });
});

describe('an interceptor that wraps the adapter, and runs after ours', () => {
  test('sees the call once; what is sent again from its config takes a token for each attempt, not two', async () => {
    const { server, clock } = await wire([{ status: 404 }, { status: 503 }, {}]);
    const instance = axios.create({ baseURL: server.url });
    let calls = 0;
    instance.interceptors.request.use((config) => {
      const inner = axios.getAdapter(config.adapter);
      config.adapter = (sent) => {
        calls++;
        return inner(sent);
      };
      return config;
    });
    const limits = rateLimitHandler({ clock, random, quota: { limit: 30, windowMs: 10_000, burst: 3 } });
    use(instance, limits);
    const error: unknown = await runOut(
      clock,
      instance.get('/').catch((e: unknown) => e),
    );
    expect(calls).toBe(1);
    const { config } = error as { config: Config };
    const response = await runOut(clock, instance(config));
    expect(callReport(response)).toMatchObject({ waitedMs: 0, attempts: [{ status: 503 }, { status: 200 }] });
    expect(server.requests).toHaveLength(3);
  });
});

describe('a config that is sent again much later', () => {
  test('has its time anew, also where no handler of ours is any more', async () => {
    const { client, server, clock } = await wire([{ status: 404 }, {}, {}]);
    const error: unknown = await client.get('/').catch((e: unknown) => e);
    const { config } = error as { config: Config };
    await clock.advance(600_000);
    expect((await client(config)).status).toBe(200);
    expect((await axios.create()(config)).status).toBe(200);
    expect(server.requests).toHaveLength(3);
  });
});
