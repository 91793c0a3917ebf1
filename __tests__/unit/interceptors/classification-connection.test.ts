/**
 * What went wrong without a complete response, told apart by the loop: timeouts, broken connections, and errors of the caller's own making.
 */
import { Readable } from 'node:stream';
import axios from 'axios';
import type { AxiosRequestConfig, AxiosResponse, InternalAxiosRequestConfig } from 'axios';
import { callReport } from '../../../lib/index.js';
import { until } from '../../support/fake-clock.js';
import { startServer } from '../../support/http-server.js';
import type { Reply } from '../../support/http-server.js';
import { wiring } from '../../support/wired-client.js';

const wire = wiring();

const idempotency = { header: 'Idempotency-Key', methods: ['POST'] };
const random = (): number => 0;

const classesOf = (outcome: unknown): unknown[] =>
  callReport(outcome)?.attempts.map((attempt) => attempt.class) ?? [];

/** Reset, or closed too early: axios tells the two in different ways. */
const BROKEN: [string, Reply][] = [
  ['is reset', { drip: ['{"half":'], ending: 'reset' }],
  ['ends', { headers: { 'content-length': 100 }, drip: ['{"half":'] }],
];

test.each(BROKEN)(
  'a connection that %s in mid-body: sent again, though a 200 had come',
  async (_, broken) => {
    const { client, drive, sentAt } = await wire([broken, { body: { whole: true } }], { random });
    const response = await drive(client.get('/'));
    expect(response.data).toEqual({ whole: true });
    expect(classesOf(response)).toEqual(['network', 'success']);
    expect(sentAt).toHaveLength(2);
  },
);

test.each(BROKEN)(
  'a connection that %s in mid-body fails a POST without a key at once',
  async (_, broken) => {
    const { client, failureOf, sentAt } = await wire(broken, { random });
    const error = await failureOf(client.post('/', { a: 1 }));
    expect(callReport(error)).toMatchObject({ ended: 'not_idempotent', attempts: [{ class: 'network' }] });
    expect(sentAt).toHaveLength(1);
  },
);

describe('a failure whose body breaks off is what its head says', () => {
  const brokenOff = { headers: { 'content-length': 100, 'retry-after': '2' }, drip: ['half'] };

  test('a 429: its Retry-After holds', async () => {
    const { client, drive, sentAt } = await wire([{ status: 429, ...brokenOff }, {}], { random: () => 0.1 });
    const response = await drive(client.get('/'));
    // axios 1.7 loses the response: there it is a broken connection.
    const isLost = classesOf(response)[0] === 'network';
    expect([classesOf(response), sentAt]).toEqual([
      [isLost ? 'network' : 'rate_limited', 'success'],
      [0, isLost ? 25 : 2_000],
    ]);
  });

  test.each([404, 500])('a %i: it is not sent again', async (status) => {
    const { client, failureOf, sentAt } = await wire({ status, ...brokenOff }, { retry: { maxAttempts: 2 } });
    const error = await failureOf(client.get('/'));
    expect(sentAt).toHaveLength(error.response ? 1 : 2);
    expect(callReport(error)?.ended).not.toBe('succeeded');
  });
});

test('a timeout in mid-body is a timeout, though axios says that the stream was aborted', async () => {
  const { client, clock, server } = await wire({ drip: ['half'], ending: 'hang' }, { retry: false });
  const call = client.get('/', { timeout: 300 }).catch((error: unknown) => error);
  await until(() => server.requests.length === 1);
  clock.jump(300); // axios's own timer is a real one, and goes first
  const error = await call;
  expect(error).toMatchObject({ code: 'ERR_BAD_RESPONSE', message: 'stream has been aborted' });
  expect(callReport(error)).toMatchObject({ ended: 'retries_off', attempts: [{ class: 'timeout' }] });
});

test('an error that carries a 200 is judged by its code, whatever the adapter', async () => {
  let calls = 0;
  const adapter = async (config: InternalAxiosRequestConfig): Promise<AxiosResponse> => {
    const response = { status: 200, statusText: '', headers: {}, data: '', config };
    if (++calls > 1) return response;
    throw new axios.AxiosError('timeout of 1ms exceeded', 'ETIMEDOUT', config, undefined, response);
  };
  const { client, drive } = await wire({}, { random });
  const response = await drive(client.get('/', { adapter }));
  expect(classesOf(response)).toEqual(['timeout', 'success']);
});

describe.each(['GET', 'POST'])('a timeout of a %s', (method) => {
  test.each([
    ['without a key', {}, method === 'GET'],
    ['with a key', { idempotency }, true],
  ])('%s', async (_, options, isSentAgain) => {
    const { client, clock, drive, server } = await wire([{ hang: true }, { body: 'done' }], {
      random,
      ...options,
    });
    const request = client.request({ url: '/', method, data: 'x', rateLimit: { attemptTimeoutMs: 20_000 } });
    const call = request.catch((error: unknown) => error);
    await until(() => server.requests.length === 1);
    await clock.advance(20_010);
    const outcome = await drive(call);
    expect(classesOf(outcome)).toEqual(isSentAgain ? ['timeout', 'success'] : ['timeout']);
    expect(server.requests).toHaveLength(isSentAgain ? 2 : 1);
  });
});

test('a refused connection is tried again, and its error is handed over', async () => {
  const gone = await startServer({});
  await gone.close();
  const { client, failureOf, sentAt } = await wire({}, { random, retry: { maxAttempts: 3 } });
  const error = await failureOf(client.get(gone.url));
  expect(error.code).toBe('ECONNREFUSED');
  expect(callReport(error)?.ended).toBe('attempts_spent');
  expect(sentAt).toHaveLength(3);
});

test.each<[string, AxiosRequestConfig]>([
  ['a body above maxBodyLength', { method: 'POST', data: 'x'.repeat(100), maxBodyLength: 10 }],
  // With axios 1.7: ERR_FR_MAX_BODY_LENGTH_EXCEEDED.
  [
    'a stream above maxBodyLength',
    { method: 'POST', data: Readable.from(['x'.repeat(100)]), maxBodyLength: 10 },
  ],
  ['an answer above maxContentLength', { method: 'GET', maxContentLength: 10 }],
  ['an unknown protocol', { method: 'GET', baseURL: 'gopher://127.0.0.1' }],
])('%s is the caller’s to mend: it is tried once', async (_, config) => {
  const { client, failureOf } = await wire({ body: 'x'.repeat(100) }, { random, idempotency });
  const error = await failureOf(client.request({ url: '/', ...config }));
  expect(callReport(error)).toMatchObject({ ended: 'permanent', attempts: [{ class: 'permanent' }] });
});

describe('what interceptors and transforms throw passes unchanged', () => {
  const mine = new Error('mine');
  const throwMine = (): never => {
    throw mine;
  };
  test('a request interceptor', async () => {
    const { client, failureOf, sentAt } = await wire({ status: 503 });
    client.interceptors.request.use(throwMine);
    expect(await failureOf(client.get('/'))).toBe(mine);
    expect(callReport(mine)).toBeUndefined();
    expect(sentAt).toEqual([]);
  });

  test('a response interceptor', async () => {
    const { client, failureOf, sentAt } = await wire({});
    client.interceptors.response.use(throwMine);
    expect(await failureOf(client.get('/'))).toBe(mine);
    expect(sentAt).toEqual([0]);
  });

  test('transformResponse', async () => {
    const { client, failureOf, sentAt } = await wire({ body: 'x' });
    expect(await failureOf(client.get('/', { transformResponse: throwMine }))).toBe(mine);
    expect(sentAt).toEqual([0]);
  });
});
