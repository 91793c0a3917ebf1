/**
 * What becomes of a key when the caller sends the failed request again: it lives on while nobody knows what the first one did, and not a moment longer.
 */
import type { InternalAxiosRequestConfig } from 'axios';
import { settle } from '../../support/fake-clock.js';
import type { Reply, Script } from '../../support/http-server.js';
import { wiring } from '../../support/wired-client.js';
import type { Wired, WiredOptions } from '../../support/wired-client.js';

const wire = wiring();

const idempotency = { header: 'Idempotency-Key', methods: ['POST'] };

type Change = (config: InternalAxiosRequestConfig) => InternalAxiosRequestConfig;
const unchanged: Change = (config) => config;

/** The keys of one charge, sent again by the caller after each failure. */
async function keysOf(
  script: Script,
  change: Change = unchanged,
  options: WiredOptions = {},
): Promise<string[]> {
  const { client, drive, server } = await wire(script, { idempotency, retry: false, ...options });
  let call = client.post<unknown>('/charges', { amount: 7 });
  for (let i = 0; i < 3; i++) {
    const config = await drive(
      call.then(
        () => undefined,
        (error: { config: InternalAxiosRequestConfig }) => error.config,
      ),
    );
    if (!config) break;
    call = client(change(config));
  }
  await drive(call).catch(() => undefined);
  return server.requests.map(({ headers }) => String(headers['idempotency-key']));
}

/** Letters in place of the keys: the same key, the same letter. */
const pattern = (keys: string[]): string =>
  keys.map((key) => String.fromCharCode(65 + [...new Set(keys)].indexOf(key))).join('');

describe('the key lives on after an unknown outcome', () => {
  test.each<[string, Reply]>([
    ['a reset', { reset: true }],
    ['a body that breaks off', { drip: ['half'], ending: 'reset' }],
    ['a 500', { status: 500 }],
    ['a 502', { status: 502 }],
    ['a 503', { status: 503 }],
    ['a 504', { status: 504 }],
    [
      'a 409: the first one is still being worked on',
      { status: 409, body: { code: 'idempotency_key_in_use' } },
    ],
  ])('%s', async (_, reply) => {
    expect(pattern(await keysOf([reply, {}]))).toBe('AA');
  });

  test('a cancellation in flight', async () => {
    const { client, drive, server } = await wire([{ hang: true }, {}], { idempotency });
    const controller = new AbortController();
    const call = client.post('/charges', { amount: 7 }, { signal: controller.signal });
    await server.received(1);
    controller.abort();
    const { config } = await call.catch((error: { config: InternalAxiosRequestConfig }) => error);
    await settle();
    delete (config as Partial<InternalAxiosRequestConfig>).signal;
    await drive(client(config));
    expect(pattern(server.requests.map(({ headers }) => String(headers['idempotency-key'])))).toBe('AA');
  });

  test.each([401, 403, 429])('a %i after it tells nothing of the first one', async (status) => {
    expect(pattern(await keysOf([{ reset: true }, { status }, {}]))).toBe('AAA');
  });

  test('a 401 to the retry of a call whose first attempt was cut off', async () => {
    const retry = { statuses: [429] };
    expect(pattern(await keysOf([{ reset: true }, { status: 401 }, {}], unchanged, { retry }))).toBe('AAA');
  });

  test('a copy of the config will do', async () => {
    const keys = await keysOf([{ reset: true }, {}], (config) => ({ ...config }));
    expect(pattern(keys)).toBe('AA');
  });
});

describe('a new key after a definite answer', () => {
  test.each([400, 401, 402, 403, 404, 422, 429])('%i', async (status) => {
    expect(pattern(await keysOf([{ status }, {}]))).toBe('AB');
  });

  test('a refusal by the server itself, after an unknown outcome', async () => {
    expect(pattern(await keysOf([{ reset: true }, { status: 402 }, {}]))).toBe('AAB');
  });

  test('success', async () => {
    const { client, drive, server } = await wire({}, { idempotency });
    const { config } = await drive(client.post('/charges', { amount: 7 }));
    await drive(client(config));
    expect(pattern(server.requests.map(({ headers }) => String(headers['idempotency-key'])))).toBe('AB');
  });
});

describe('another request gets another key, whatever became of the first one', () => {
  test.each<[string, Change]>([
    ['another body', (config) => ({ ...config, data: { amount: 8 } })],
    ['another path', (config) => ({ ...config, url: '/refunds' })],
    ['another query', (config) => ({ ...config, params: { live: 1 } })],
  ])('%s', async (_, change) => {
    expect(pattern(await keysOf([{ reset: true }, {}], change))).toBe('AB');
  });

  test('the same request, made anew', async () => {
    const { client, drive, server }: Wired = await wire([{ reset: true }, {}], { idempotency, retry: false });
    await drive(client.post('/charges', { amount: 7 }).catch(() => undefined));
    await drive(client.post('/charges', { amount: 7 }));
    expect(pattern(server.requests.map(({ headers }) => String(headers['idempotency-key'])))).toBe('AB');
  });
});

test('the caller’s own key is theirs to keep or change', async () => {
  const options = { axios: { headers: { 'Idempotency-Key': 'mine' } } };
  expect(await keysOf([{ status: 422 }, { reset: true }, {}], unchanged, options)).toEqual([
    'mine',
    'mine',
    'mine',
  ]);
});
