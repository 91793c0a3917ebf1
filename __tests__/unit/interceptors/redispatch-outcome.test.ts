/**
 * What the caller gets in the end: axios's own error or response, with the caller's own config on it.
 */
import axios from 'axios';
import type { AxiosError, AxiosResponse, InternalAxiosRequestConfig } from 'axios';
import { callReport, rateLimitHandler } from '../../../lib/index.js';
import { startServer } from '../../support/http-server.js';
import { wiring } from '../../support/wired-client.js';

const wire = wiring();
const random = (): number => 0;

type Config = InternalAxiosRequestConfig;

describe.each(['http', 'fetch'] as const)('over the %s adapter', (adapter) => {
  test('the error has the config that the interceptors left, without the marks of an attempt', async () => {
    const { client, failureOf } = await wire(
      { status: 503 },
      {
        random,
        idempotency: { header: 'Idempotency-Key', methods: ['PUT'] },
        beforeAttempt: (config) => void config.headers.set('x-signature', 'of this attempt'),
        axios: { adapter },
      },
    );
    let left: Config | undefined;
    client.interceptors.request.use((config) => (left = config));
    const error = (await failureOf(client.put('/', { a: 1 }, { params: { b: 2 } }))) as AxiosError;
    const { config } = error as { config: Config };
    expect(error.response?.config).toBe(config);
    expect(config).toMatchObject({
      url: '/',
      method: 'put',
      data: '{"a":1}',
      params: { b: 2 },
    });
    expect(config.headers.toJSON()).toEqual({
      ...(left as Config).headers.toJSON(),
      'Content-Type': 'application/json',
    });
    for (const name of ['x-signature', 'idempotency-key', 'content-length', 'user-agent'])
      expect(config.headers.has(name)).toBe(false);
    expect(config.signal).toBeUndefined();
  });

  test('so has the response', async () => {
    const { client, drive } = await wire([{ status: 503 }, {}], { random, axios: { adapter } });
    const { config } = await drive(client.put('/', { a: 1 }));
    expect(config).toMatchObject({ url: '/', method: 'put', data: '{"a":1}' });
    for (const name of ['content-length', 'user-agent']) expect(config.headers.has(name)).toBe(false);
  });

  test('the error is the one that axios made of the last attempt', async () => {
    const { client, failureOf } = await wire(
      [{ status: 502 }, { status: 404, body: { what: 'is missing' } }],
      {
        random,
        axios: { adapter },
      },
    );
    const error = await failureOf(client.get('/'));
    expect(axios.isAxiosError(error)).toBe(true);
    expect(error).toBeInstanceOf(axios.AxiosError);
    expect(error).toMatchObject({
      name: 'AxiosError',
      code: 'ERR_BAD_REQUEST',
      message: 'Request failed with status code 404',
      response: { status: 404, data: { what: 'is missing' } },
    });
  });

  test('it can be written as JSON, however often it was tried, and tells nothing of other attempts', async () => {
    const { client, failureOf } = await wire(
      { status: 503, body: { secret: 'inner' } },
      { random, axios: { adapter } },
    );
    const error = (await failureOf(client.get('/'))) as AxiosError;
    const json = JSON.stringify(error);
    expect(JSON.parse(json)).toMatchObject({ message: 'Request failed with status code 503', status: 503 });
    expect(json).not.toContain('attempts');
    expect(json.length).toBeLessThan(4_000);
    expect(() => JSON.stringify(callReport(error))).not.toThrow();
    expect(Object.keys(error)).toEqual(Object.keys(await bareError()));
  });

  async function bareError(): Promise<object> {
    const server = await startServer({ status: 503 });
    const error: unknown = await axios.get(server.url, { adapter }).catch((e: unknown) => e);
    await server.close();
    return error as object;
  }
});

test('the timeout and the signal in the config are the caller’s, not those of an attempt', async () => {
  const { client, failureOf, server } = await wire(
    { status: 503, headers: { 'retry-after': '7' } },
    { random },
  );
  const { signal } = new AbortController();
  const error = (await failureOf(client.get('/', { timeout: 60_000, signal }))) as AxiosError;
  expect(server.requests.length).toBeGreaterThan(1);
  expect(error.config).toMatchObject({ timeout: 60_000 });
  expect(error.config?.signal).toBe(signal);
});

test('the report tells the time of each attempt; the waits are not in it', async () => {
  const { client, clock, drive } = await wire(
    [
      { status: 503, headers: { 'retry-after': '7' } },
      async () => {
        await clock.advance(40); // what the server takes its time with
        return {};
      },
    ],
    { random },
  );
  const report = callReport(await drive(client.get('/')));
  expect(report?.attempts.map(({ durationMs }) => durationMs)).toEqual([0, 40]);
  expect(report?.waitedMs).toBe(7_000);
  expect(report?.elapsedMs).toBe(7_040);
});

describe('another copy of the package, or of axios', () => {
  test('reads the report, and knows the errors', async () => {
    const { client, failureOf } = await wire(
      { status: 429, body: { code: 'insufficient_quota' } },
      { random },
    );
    const error = await failureOf(client.get('/'));
    const rejected = await failureOf(client.get('/', { rateLimit: { priority: 99 } }));
    jest.isolateModules(() => {
      // eslint-disable-next-line @typescript-eslint/no-require-imports
      const other = require('../../../lib/index.js') as typeof import('../../../lib/index.js');
      expect(other.rateLimitHandler).not.toBe(rateLimitHandler);
      expect(other.callReport(error)?.ended).toBe('quota_exhausted');
      expect(other.isQuotaExhausted(error)).toBe(true);
      expect(other.isConfigError(rejected)).toBe(true);
      expect(rejected).toBeInstanceOf(other.ConfigError);
    });
  });

  test('its instance is served as well: its errors are judged, and keep their config', async () => {
    // eslint-disable-next-line @typescript-eslint/no-require-imports
    const other = require('axios-1-7') as typeof import('axios').default;
    const { server, clock, drive } = await wire([
      { status: 503 },
      { reset: true },
      { status: 429 },
      { status: 404 },
    ]);
    const instance = other.create({ baseURL: server.url });
    rateLimitHandler({ clock, random }).install(instance);
    const error = (await drive(instance.get('/').catch((e: unknown) => e))) as AxiosError;
    expect(error).toMatchObject({ isAxiosError: true, response: { status: 404 }, config: { url: '/' } });
    expect(callReport(error)?.attempts.map(({ status, code }) => status ?? code)).toEqual([
      503,
      'ECONNRESET',
      429,
      404,
    ]);
    expect((error.response as AxiosResponse).config).toBe(error.config);
  });
});
