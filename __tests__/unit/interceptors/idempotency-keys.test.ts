/**
 * Idempotency keys on the wire: one a call, on every attempt from the first, and the caller's own before any other.
 */
import axios from 'axios';
import type { AxiosResponse, InternalAxiosRequestConfig } from 'axios';
import { callReport } from '../../../lib/index.js';
import type { Reply } from '../../support/http-server.js';
import { wiring } from '../../support/wired-client.js';

const wire = wiring();

const idempotency = { header: 'Idempotency-Key', methods: ['POST', 'PATCH'] };
const random = (): number => 0;
const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Every kind of failure after which a keyed request goes out again. */
const FAILURES: Reply[] = [{ status: 503 }, { reset: true }, { status: 429 }, { status: 502 }];

test('each attempt carries the key of the first: a UUID, version 4', async () => {
  const { client, drive, server } = await wire([...FAILURES, { body: 'done' }], { idempotency, random });
  const response = await drive(client.post('/', { amount: 1 }));
  const keys = server.requests.map(({ headers }) => headers['idempotency-key']);
  expect(keys).toHaveLength(5);
  expect(keys[0]).toMatch(UUID_V4);
  expect(new Set(keys).size).toBe(1);
  expect(callReport(response)?.idempotencyKey).toBe(keys[0]);
});

test('each call has its own', async () => {
  const { client, drive, server } = await wire({}, { idempotency });
  await drive(Promise.all([client.post('/'), client.post('/'), client.patch('/')]));
  expect(new Set(server.requests.map(({ headers }) => headers['idempotency-key'])).size).toBe(3);
});

test.each(['idempotency-key', 'IDEMPOTENCY-KEY', 'Idempotency-key'])(
  'the caller’s own header, %s, wins and is sent once',
  async (name) => {
    const { client, drive, server } = await wire([{ status: 503 }, {}], { idempotency, random });
    const headers = { [name]: 'k1' };
    const response = await drive(client.post('/', {}, { headers, rateLimit: { idempotencyKey: 'k2' } }));
    for (const { rawHeaders } of server.requests) {
      const sent = rawHeaders.filter(
        (_, i) => i % 2 === 0 && rawHeaders[i]?.toLowerCase() === 'idempotency-key',
      );
      expect(sent).toHaveLength(1);
    }
    expect(server.requests.map((request) => request.headers['idempotency-key'])).toEqual(['k1', 'k1']);
    expect(callReport(response)?.idempotencyKey).toBe('k1');
  },
);

test('a header from an interceptor of the caller’s counts as theirs', async () => {
  const { client, drive, server } = await wire([{ status: 503 }, {}], { idempotency, random });
  client.interceptors.request.use((config) => {
    config.headers.set('idempotency-key', 'theirs');
    return config;
  });
  await drive(client.post('/'));
  expect(server.requests.map(({ headers }) => headers['idempotency-key'])).toEqual(['theirs', 'theirs']);
});

test('the key of the request’s options goes out under the upstream’s own header', async () => {
  const { client, drive, server } = await wire([{ status: 503 }, {}], {
    idempotency: { header: 'X-Request-Token', methods: ['POST'] },
    random,
  });
  await drive(client.post('/', {}, { rateLimit: { idempotencyKey: 'order-7' } }));
  expect(server.requests.map(({ headers }) => headers['x-request-token'])).toEqual(['order-7', 'order-7']);
  expect(server.requests[0]?.headers).not.toHaveProperty('idempotency-key');
});

test('the caller’s own standard header makes a POST retryable where nothing was declared', async () => {
  const { client, drive, server } = await wire([{ reset: true }, {}], { random });
  await drive(client.post('/', {}, { headers: { 'idempotency-key': 'k1' } }));
  expect(server.requests.map(({ headers }) => headers['idempotency-key'])).toEqual(['k1', 'k1']);
});

test.each(['GET', 'PUT', 'DELETE'])(
  'a %s gets no key: the upstream honours it for POST and PATCH',
  async (method) => {
    const { client, drive, server } = await wire({}, { idempotency });
    const response = await drive(client.request({ url: '/', method }));
    expect(server.requests[0]?.headers).not.toHaveProperty('idempotency-key');
    expect(callReport(response)).not.toHaveProperty('idempotencyKey');
  },
);

test('a POST that is not declared gets no key', async () => {
  const { client, drive, server } = await wire(
    {},
    { idempotency: { header: 'Idempotency-Key', methods: ['PATCH'] } },
  );
  await drive(client.post('/'));
  expect(server.requests[0]?.headers).not.toHaveProperty('idempotency-key');
});

describe('an answer that the server kept for the key', () => {
  const retry = { statuses: [429, 500] };

  test('a 500 that it says to have replayed is not asked for again', async () => {
    const replayed: Reply = { status: 500, headers: { 'Idempotent-Replayed': 'true' } };
    const { client, failureOf, server } = await wire([{ status: 500 }, replayed], {
      idempotency,
      random,
      retry,
    });
    const error = await failureOf(client.post('/'));
    expect(callReport(error)?.ended).toBe('stored_answer');
    expect(server.requests).toHaveLength(2);
  });

  test('and an adapter may give its headers in any shape', async () => {
    const adapter = async (config: InternalAxiosRequestConfig): Promise<AxiosResponse> => {
      const response = {
        status: 500,
        statusText: '',
        headers: { 'IDEMPOTENT-REPLAYED': 'true' },
        data: '',
        config,
      };
      throw new axios.AxiosError('failed', 'ERR_BAD_RESPONSE', config, undefined, response);
    };
    const { client, failureOf } = await wire({}, { idempotency, random, retry });
    expect(callReport(await failureOf(client.post('/', '', { adapter })))?.ended).toBe('stored_answer');
  });

  test('a 500 is sent again only where it was named', async () => {
    const { client, failureOf, server } = await wire({ status: 500 }, { idempotency, random });
    expect(callReport(await failureOf(client.post('/')))?.ended).toBe('status_not_retryable');
    expect(server.requests).toHaveLength(1);
  });
});

test('a stream goes out once, whatever its key', async () => {
  const { Readable } = await import('node:stream');
  const { client, failureOf, server } = await wire({ status: 503 }, { idempotency, random });
  const error = await failureOf(client.post('/', Readable.from(['one', 'two'])));
  expect(callReport(error)?.ended).toBe('body_not_replayable');
  expect(server.requests).toHaveLength(1);
});
