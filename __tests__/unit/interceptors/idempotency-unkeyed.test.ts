/**
 * Without a key, or the caller's word, what is not idempotent goes out once, whatever becomes of it.
 */
import { callReport } from '../../../lib/index.js';
import { until } from '../../support/fake-clock.js';
import type { Reply } from '../../support/http-server.js';
import { wiring } from '../../support/wired-client.js';

const wire = wiring();

const random = (): number => 0;

const FAILURES: [string, Reply][] = [
  ['a reset', { reset: true }],
  ['a body that breaks off', { drip: ['half'], ending: 'reset' }],
  ['a 429', { status: 429 }],
  ['a 429 with Retry-After', { status: 429, headers: { 'retry-after': '1' } }],
  ['a 502', { status: 502 }],
  ['a 503', { status: 503 }],
  ['a 503 with Retry-After', { status: 503, headers: { 'retry-after': '1' } }],
  ['a 504', { status: 504 }],
  ['a throttled GraphQL answer', { body: { errors: [{ extensions: { code: 'THROTTLED' } }] } }],
];

describe.each(['POST', 'PATCH', 'LINK'])('an unkeyed %s', (method) => {
  test.each(FAILURES)('is not sent twice after %s', async (_, reply) => {
    const { client, drive, server } = await wire(reply, { random });
    const outcome = await drive(
      client.request({ url: '/', method, data: 'x' }).catch((error: unknown) => error),
    );
    expect(callReport(outcome)?.ended).toBe('not_idempotent');
    expect(server.requests).toHaveLength(1);
  });

  test('is not sent twice after a timeout', async () => {
    const { client, clock, server } = await wire({ hang: true }, { random });
    const call = client.request({ url: '/', method, data: 'x', rateLimit: { attemptTimeoutMs: 20_000 } });
    const outcome = call.catch((error: unknown) => error);
    await until(() => server.requests.length === 1);
    await clock.advance(20_010);
    expect(callReport(await outcome)).toMatchObject({
      ended: 'not_idempotent',
      attempts: [{ class: 'timeout' }],
    });
    expect(server.requests).toHaveLength(1);
  });
});

test.each(FAILURES)(
  'idempotent: true is the caller’s word: a POST is sent again after %s',
  async (_, reply) => {
    const { client, drive, server } = await wire([reply, {}], { random });
    const response = await drive(client.post('/', 'x', { rateLimit: { idempotent: true } }));
    expect(response.status).toBe(200);
    expect(server.requests.map(({ body }) => String(body))).toEqual(['x', 'x']);
  },
);

test.each([
  ['a GET', { method: 'GET' }],
  ['a POST with a key', { method: 'POST', headers: { 'Idempotency-Key': 'k1' } }],
])('idempotent: false is the caller’s word: %s is not sent again', async (_, config) => {
  const { client, failureOf, server } = await wire({ status: 503 }, { random });
  const error = await failureOf(client.request({ url: '/', ...config, rateLimit: { idempotent: false } }));
  expect(callReport(error)?.ended).toBe('not_idempotent');
  expect(server.requests).toHaveLength(1);
});

test.each(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'PUT', 'DELETE'])(
  'a %s is idempotent by itself',
  async (method) => {
    const { client, drive, server } = await wire([{ reset: true }, { status: 502 }, {}], { random });
    await drive(client.request({ url: '/', method }));
    expect(server.requests.map((request) => request.method)).toEqual([method, method, method]);
  },
);

test('a keyless POST that the upstream could honour a key for, but by another method, is not sent again', async () => {
  const idempotency = { header: 'Idempotency-Key', methods: ['PATCH'] };
  const { client, failureOf, server } = await wire({ status: 502 }, { random, idempotency });
  await failureOf(client.post('/'));
  expect(server.requests).toHaveLength(1);
});
