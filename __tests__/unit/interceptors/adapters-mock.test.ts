/**
 * axios-mock-adapter: put on and taken off at any time, it is what the attempts go through.
 */
import axios from 'axios';
import type { AxiosError, AxiosInstance } from 'axios';
import MockAdapter from 'axios-mock-adapter';
import { callReport, rateLimitHandler, use } from '../../../lib/index.js';
import { FakeClock } from '../../support/fake-clock.js';
import { runOut } from '../../support/run-out.js';
import { wiring } from '../../support/wired-client.js';

const wire = wiring();
const random = (): number => 0;

function mocked(): { client: AxiosInstance; mock: MockAdapter; run: <T>(call: Promise<T>) => Promise<T> } {
  const clock = new FakeClock();
  const client = use(axios.create(), rateLimitHandler({ clock, random }));
  return { client, mock: new MockAdapter(client), run: (call) => runOut(clock, call) };
}

test('each attempt is in its history, with the same body and headers', async () => {
  const { client, mock, run } = mocked();
  mock.onPut('/it').replyOnce(503).onPut('/it').replyOnce(502).onPut('/it').reply(200, 'done');
  const response = await run(client.put('/it', { a: 1 }, { headers: { 'x-own': 'mine' } }));
  expect(response.data).toBe('done');
  const sent = mock.history.put?.map(({ data, headers }) => ({
    data: data as unknown,
    headers: { ...headers },
  }));
  expect(sent?.[0]).toMatchObject({ data: '{"a":1}', headers: { 'x-own': 'mine' } });
  expect(sent).toEqual(Array(3).fill(sent?.[0]));
});

test('its deletion of config.adapter does no harm: what is sent again goes through the handler', async () => {
  const { client, mock, run } = mocked();
  mock.onGet('/it').replyOnce(401).onGet('/it').replyOnce(503).onGet('/it').reply(200);
  client.interceptors.response.use(undefined, (error: AxiosError) => {
    expect(error.config).toHaveProperty('adapter');
    if (error.response?.status !== 401) throw error;
    return client(error.config as object);
  });
  const response = await run(client.get('/it'));
  expect(callReport(response)?.attempts.map(({ status }) => status)).toEqual([503, 200]);
});

test.each([
  ['a network error', (mock: MockAdapter) => mock.onGet().networkErrorOnce()],
  ['a timeout', (mock: MockAdapter) => mock.onGet().timeoutOnce()],
])('%s of its making is retried', async (_, fail) => {
  const { client, mock, run } = mocked();
  fail(mock);
  mock.onGet().reply(200);
  expect(callReport(await run(client.get('/')))?.attempts).toHaveLength(2);
});

test('a request that it aborts is as one that its user gave up: it is not retried', async () => {
  const { client, mock, run } = mocked();
  mock.onGet().abortRequestOnce().onGet().reply(200);
  const error: unknown = await run(client.get('/').catch((e: unknown) => e));
  expect(error).toMatchObject({ message: 'Request aborted' });
  expect(callReport(error)?.ended).toBe('cancelled');
});

test('what it has no handler for is a 404, sent once', async () => {
  const { client, mock, run } = mocked();
  const error: unknown = await run(client.get('/').catch((e: unknown) => e));
  expect(callReport(error)).toMatchObject({ ended: 'permanent', attempts: [{ status: 404 }] });
  expect(mock.history.get).toHaveLength(1);
});

test('an object that it gives as a body is read for its codes', async () => {
  const { client, mock, run } = mocked();
  mock.onGet().reply(429, { error: { code: 'insufficient_quota' } });
  const error: unknown = await run(client.get('/').catch((e: unknown) => e));
  expect(callReport(error)?.ended).toBe('quota_exhausted');
  expect(error).toMatchObject({ response: { data: { error: { code: 'insufficient_quota' } } } });
});

test('what it lets through goes over the wire', async () => {
  const { client, server, drive } = await wire([{ status: 503 }, { body: 'from the server' }], { random });
  const mock = new MockAdapter(client);
  mock.onPut('/real').passThrough();
  const response = await drive(client.put('/real', { a: 1 }));
  expect(response.data).toBe('from the server');
  expect(server.requests.map(({ body }) => String(body))).toEqual(['{"a":1}', '{"a":1}']);
  expect(callReport(response)?.attempts).toHaveLength(2);
});

test('it is found where it is put on between two calls, and gone when it is taken off', async () => {
  const { client, server, drive } = await wire({ body: 'from the server' });
  expect((await drive(client.get('/'))).data).toBe('from the server');
  const mock = new MockAdapter(client);
  mock.onGet('/').reply(200, 'from the mock');
  expect((await drive(client.get('/'))).data).toBe('from the mock');
  mock.restore();
  expect((await drive(client.get('/'))).data).toBe('from the server');
  expect(server.requests).toHaveLength(2);
});
