/**
 * A retry is not a call: what the user put on the instance runs once, and each attempt is sent as the first one was.
 */
import axios from 'axios';
import type { AxiosError, InternalAxiosRequestConfig } from 'axios';
import { callReport } from '../../../lib/index.js';
import { wiring } from '../../support/wired-client.js';

const wire = wiring();
const random = (): number => 0;

type Config = InternalAxiosRequestConfig;
const unavailable = { status: 503 };
const item = { name: 'x' };

describe('request interceptors', () => {
  test('see the caller’s own body, once a call', async () => {
    const { client, failureOf, server } = await wire(unavailable, { random });
    const seen: unknown[] = [];
    client.interceptors.request.use((config) => (seen.push(config.data), config));
    await failureOf(client.put('/', item));
    await failureOf(client.put('/', item));
    expect(seen).toEqual([item, item]);
    expect(server.requests).toHaveLength(10);
  });

  test('are not run again on what they have changed', async () => {
    const { client, drive, server } = await wire([unavailable, unavailable, {}], { random });
    client.interceptors.request.use((config: Config) => {
      config.url += '?page=1';
      config.headers.set('a', `${String(config.headers.get('a') ?? '')}a`);
      return config;
    });
    await drive(client.get('/list'));
    expect(server.requests.map(({ url, headers }) => [url, headers.a])).toEqual(
      Array(3).fill(['/list?page=1', 'a']),
    );
  });

  test('that throw: their error reaches the caller as it is', async () => {
    const { client, server } = await wire({});
    const expired = new Error('session expired');
    client.interceptors.request.use(() => {
      throw expired;
    });
    expect(await client.get('/').catch((e: unknown) => e)).toBe(expired);
    expect(callReport(expired)).toBeUndefined();
    expect(server.requests).toHaveLength(0);
  });
});

describe('transformRequest', () => {
  test('encodes once', async () => {
    const { client, drive, server } = await wire([unavailable, {}], { random });
    let runs = 0;
    await drive(
      client.put('/', item, {
        transformRequest: (data: unknown) => (runs++, JSON.stringify(data)),
        headers: { 'content-type': 'application/json' },
      }),
    );
    expect(runs).toBe(1);
    expect(server.requests.map(({ body }) => String(body))).toEqual(['{"name":"x"}', '{"name":"x"}']);
  });

  test('may make the body longer: no attempt is cut short by the length of another', async () => {
    const { client, drive, server } = await wire([unavailable, { status: 502 }, {}], { random });
    const wrap = (data: unknown): string =>
      JSON.stringify({ wrapped: typeof data === 'string' ? JSON.parse(data) : data });
    await drive(client.put('/', item, { transformRequest: wrap }));
    for (const { body, headers } of server.requests) {
      expect(String(body)).toBe('{"wrapped":{"name":"x"}}');
      expect(headers['content-length']).toBe(String(body.length));
    }
  });

  test('transformResponse decodes the final answer alone', async () => {
    const { client, drive } = await wire([unavailable, { body: 'text' }], { random });
    const seen: unknown[] = [];
    const transformResponse = (data: unknown): unknown => (seen.push(data), `<${String(data)}>`);
    expect((await drive(client.get('/', { transformResponse }))).data).toBe('<text>');
    expect(seen).toEqual(['text']);
  });
});

describe('each attempt', () => {
  test('has the header fields of the first, name by name, and no others', async () => {
    const { client, drive, server } = await wire([unavailable, { status: 502 }, {}], { random });
    await drive(
      client.put('/', item, {
        headers: { 'X-Mixed-Case': 'kept', 'x-list': ['1', '2'] as never, accept: 'text/plain' },
        auth: { username: 'user', password: 'pass' },
      }),
    );
    const [first, ...others] = server.requests.map(({ rawHeaders }) => rawHeaders);
    expect(first).toEqual(
      expect.arrayContaining(['X-Mixed-Case', 'kept', 'Authorization', 'Basic dXNlcjpwYXNz']),
    );
    expect(others).toEqual([first, first]);
    expect(first?.filter((_, i) => i % 2 === 0).join()).toMatch(/^[A-Za-z-]+(,[A-Za-z-]+)*$/);
  });

  test('keeps its headers where the defaults have none', async () => {
    const { client, drive, server } = await wire([unavailable, {}], { random });
    delete (client.defaults as { headers?: unknown }).headers;
    const headers = { authorization: 'Bearer token', 'content-type': 'application/json' };
    await drive(client.put('/', item, { headers }));
    for (const request of server.requests) expect(request.headers).toMatchObject(headers);
  });

  test('asks for the same target, with the query in it once', async () => {
    const { client, drive, server } = await wire([unavailable, { status: 502 }, {}], { random });
    const params = { foo: 'bar', list: [1, 2] };
    await drive(client.get('/api?a=1', { params }));
    const target = axios.getUri({ url: '/api?a=1', params });
    expect(target).toContain('foo=bar');
    expect(server.requests.map(({ url }) => url)).toEqual([target, target, target]);
  });

  test('also where an interceptor folds the params into the URL', async () => {
    const { client, drive, server } = await wire([unavailable, {}], { random });
    client.interceptors.request.use((config: Config) => {
      config.url = axios.getUri({ url: config.url ?? '', params: config.params as unknown });
      delete config.params;
      return config;
    });
    await drive(client.get('/api', { params: { foo: 'bar' } }));
    expect(server.requests.map(({ url }) => url)).toEqual(['/api?foo=bar', '/api?foo=bar']);
  });

  test('goes through the same instance: its base URL, its headers, its agent', async () => {
    const { client, drive, server, sentAt } = await wire([unavailable, {}], {
      random,
      axios: { headers: { 'x-instance': 'this one' } },
    });
    await drive(client.get('/path'));
    expect(server.requests.map(({ url, headers }) => [url, headers['x-instance']])).toEqual(
      Array(2).fill(['/path', 'this one']),
    );
    expect(sentAt).toHaveLength(2); // counted by the instance's agent
  });
});

describe('response interceptors', () => {
  test('see one settled answer a call: an unwrapping one unwraps once', async () => {
    const { client, drive } = await wire([unavailable, { body: { data: 'inner' } }], { random });
    client.interceptors.response.use((response) => response.data as never);
    expect(await drive(client.get('/'))).toEqual({ data: 'inner' });
  });

  test('see one failure a call, when it is final', async () => {
    const { client, failureOf, server } = await wire(unavailable, { random });
    const seen: unknown[] = [];
    client.interceptors.response.use(undefined, (error: AxiosError) => {
      seen.push(callReport(error)?.attempts.length);
      throw error;
    });
    await failureOf(client.get('/'));
    expect(seen).toEqual([5]);
    expect(server.requests).toHaveLength(5);
  });

  test('that swallow an error, or give something that is no response, decide nothing', async () => {
    const { client, drive, server } = await wire(unavailable, { random });
    client.interceptors.response.use(undefined, () => undefined);
    expect(await drive(client.get('/'))).toBeUndefined();
    expect(server.requests).toHaveLength(5);
  });
});

test('an error without a response, or a config, is passed on', async () => {
  const { client, failureOf, server } = await wire({ reset: true }, { random, retry: { maxAttempts: 2 } });
  const error = await failureOf(client.get('/'));
  expect(error).toMatchObject({ code: 'ECONNRESET', config: { url: '/' } });
  expect(error.response).toBeUndefined();
  expect(server.requests).toHaveLength(2);
});

describe('the count of attempts', () => {
  test('is not kept in the config: a copy of it, at any place, drops nothing', async () => {
    const { client, failureOf, server } = await wire(unavailable, { random });
    client.interceptors.request.use((config) => ({ ...config, headers: config.headers }));
    const error = await failureOf(client.get('/'));
    expect(server.requests).toHaveLength(5);
    // Sent again from a stripped copy it is another call, with its own count.
    const { url, baseURL, httpAgent } = error.config as Config;
    await failureOf(client({ url, baseURL, httpAgent } as object));
    expect(server.requests).toHaveLength(10);
  });

  test('is each call’s own', async () => {
    const { client, drive, server } = await wire(unavailable, {
      random,
      retry: { maxAttempts: 4, quota: false },
    });
    const calls = Array.from({ length: 10 }, (_, i) => client.get(`/${i}`));
    const ends = await drive(Promise.allSettled(calls));
    for (const [i, end] of ends.entries()) {
      expect(callReport((end as PromiseRejectedResult).reason)?.attempts).toHaveLength(4);
      expect(server.requests.filter(({ url }) => url === `/${i}`)).toHaveLength(4);
    }
  });
});
