/**
 * Getting into an axios instance and out of it again.
 */
import axios from 'axios';
import axiosRetry from 'axios-retry';
import { callReport, isConfigError, rateLimitHandler, use } from '../../../lib/index.js';
import { settle } from '../../support/fake-clock.js';
import { configErrorOf } from '../../support/problems-of.js';
import { wiring } from '../../support/wired-client.js';

const wire = wiring();
const random = (): number => 0;

interface Interceptors {
  handlers: unknown[];
}
/** The interceptors that are in use. */
const active = ({ handlers }: Interceptors): unknown[] => handlers.filter(Boolean);

describe('use', () => {
  test('gives back the same instance', () => {
    const instance = axios.create();
    expect(use(instance, rateLimitHandler())).toBe(instance);
  });

  test('takes any number of plugins, none too', () => {
    const installed: unknown[] = [];
    const plugin = (name: string) => ({ install: () => (installed.push(name), () => undefined) });
    use(axios.create());
    use(axios.create(), plugin('a'), plugin('b'));
    expect(installed).toEqual(['a', 'b']);
  });

  test('leaves the rest of the instance alone', () => {
    const instance = axios.create();
    const { adapter, headers } = instance.defaults;
    const keys = Reflect.ownKeys(instance).length;
    use(instance, rateLimitHandler());
    expect(Object.keys(instance)).toEqual(Object.keys(axios.create()));
    expect(Reflect.ownKeys(instance)).toHaveLength(keys + 1);
    expect(instance.defaults.adapter).toBe(adapter);
    expect(instance.defaults.headers).toBe(headers);
    expect(active(instance.interceptors.response as unknown as Interceptors)).toEqual([]);
    expect(active(instance.interceptors.request as unknown as Interceptors)).toHaveLength(1);
  });
});

describe('a second handler on the same instance', () => {
  test('is refused, with the mend', () => {
    const instance = use(axios.create(), rateLimitHandler());
    const error = configErrorOf(() => use(instance, rateLimitHandler()));
    expect(error.message).toContain('has a rate limit handler already');
    expect(error.message).toContain('axios.create()');
    expect(active(instance.interceptors.request as unknown as Interceptors)).toHaveLength(1);
  });

  test('is refused also when it is the same one', () => {
    const limits = rateLimitHandler();
    const instance = use(axios.create(), limits);
    expect(() => use(instance, limits)).toThrow('has a rate limit handler already');
  });

  test('is refused also when another copy of the package made it', () => {
    const instance = use(axios.create(), rateLimitHandler());
    jest.isolateModules(() => {
      // eslint-disable-next-line @typescript-eslint/no-require-imports
      const other = require('../../../lib/index.js') as typeof import('../../../lib/index.js');
      expect(other.rateLimitHandler).not.toBe(rateLimitHandler);
      let refusal: unknown;
      try {
        other.use(instance, other.rateLimitHandler());
      } catch (error) {
        refusal = error;
      }
      expect(isConfigError(refusal)).toBe(true);
    });
  });

  test('has room when the first is gone', () => {
    const instance = axios.create();
    rateLimitHandler().install(instance)();
    expect(() => use(instance, rateLimitHandler())).not.toThrow();
  });
});

test('one handler serves several instances, which share its limits', async () => {
  const { client, limits, server, drive, sentAt } = await wire(
    {},
    { quota: { limit: 1, windowMs: 8_000, burst: 1 } },
  );
  const other = use(axios.create({ ...client.defaults, baseURL: server.url } as object), limits);
  await drive(Promise.all([client.get('/'), other.get('/')]));
  expect(sentAt).toEqual([0, 10_000]);
});

test('an instance that is created later, even from this one, goes without until it is given its own', async () => {
  const { client, limits, drive, server } = await wire([{ status: 503 }, { status: 503 }, {}], { random });
  const child = client.create({ baseURL: server.url });
  const error: unknown = await child.get('/').catch((e: unknown) => e);
  expect(callReport(error)).toBeUndefined();
  expect(server.requests).toHaveLength(1);
  use(child, limits);
  await drive(child.get('/'));
  expect(server.requests).toHaveLength(3);
});

describe('uninstalling', () => {
  test('leaves the instance as it was, whoever else has been put on it', async () => {
    const { server } = await wire({ status: 503 });
    const instance = axios.create({ baseURL: server.url });
    const { adapter } = instance.defaults;
    const uninstall = rateLimitHandler().install(instance);
    const theirs = instance.interceptors.request.use((config) => config);
    uninstall();
    expect(Reflect.ownKeys(instance)).toEqual(Reflect.ownKeys(axios.create()));
    expect(instance.defaults.adapter).toBe(adapter);
    expect(active(instance.interceptors.request as unknown as Interceptors)).toHaveLength(1);
    expect(theirs).toBe(1);
    const error: unknown = await instance.get('/').catch((e: unknown) => e);
    expect(callReport(error)).toBeUndefined();
    expect((error as { config: { adapter: unknown } }).config.adapter).toEqual(adapter);
    expect(server.requests).toHaveLength(1);
  });

  test('lets the calls that wait, and those in flight, finish by its rules', async () => {
    const { server, clock, drive, client } = await wire([
      { status: 503, headers: { 'retry-after': '2' } },
      {},
      {},
    ]);
    const limits = rateLimitHandler({ clock, quota: { limit: 1, windowMs: 1_000, burst: 1 } });
    const instance = axios.create({ ...client.defaults, baseURL: server.url } as object);
    const uninstall = limits.install(instance);
    const calls = [instance.get('/'), instance.get('/')];
    await settle();
    uninstall();
    const responses = await drive(Promise.all(calls));
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    expect(callReport(responses[0])?.attempts).toHaveLength(2);
    expect(server.requests).toHaveLength(3);
  });

  test('lets a call finish that has not got past the user’s interceptors', async () => {
    const { server, clock, drive } = await wire([{ status: 503 }, {}]);
    const instance = axios.create({ baseURL: server.url });
    const uninstall = rateLimitHandler({ clock, random }).install(instance);
    instance.interceptors.request.use(async (config) => (await settle(), config));
    const call = instance.get('/');
    uninstall();
    expect((await drive(call)).status).toBe(200);
  });

  test('twice does what once does, also to the handler that came after', () => {
    const instance = axios.create();
    const uninstall = rateLimitHandler().install(instance);
    uninstall();
    use(instance, rateLimitHandler());
    uninstall();
    expect(active(instance.interceptors.request as unknown as Interceptors)).toHaveLength(1);
    expect(() => use(instance, rateLimitHandler())).toThrow('already');
  });
});

describe('axios-retry on the same instance', () => {
  test.each(['before', 'after'])('is warned of once a handler, put on %s', async (when) => {
    const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    const { server, clock } = await wire({});
    const instance = axios.create({ baseURL: server.url });
    const limits = rateLimitHandler({ clock });
    if (when === 'after') use(instance, limits);
    axiosRetry(instance);
    if (when === 'before') use(instance, limits);
    await instance.get('/');
    await instance.get('/');
    expect(warn.mock.calls).toEqual([
      [expect.stringContaining('axios-retry is active on the same instance')],
    ]);
    warn.mockRestore();
  });
});
