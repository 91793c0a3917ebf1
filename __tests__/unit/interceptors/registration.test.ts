/**
 * The same behaviour, whatever is registered first, on whatever instance, over whatever adapter: one scenario, and one expectation for all.
 */
import axios from 'axios';
import type { AxiosInstance, InternalAxiosRequestConfig } from 'axios';
import MockAdapter from 'axios-mock-adapter';
import { rateLimitHandler } from '../../../lib/index.js';
import type { RateLimitHandler } from '../../../lib/index.js';
import { FakeClock } from '../../support/fake-clock.js';
import { startServer } from '../../support/http-server.js';
import { runOut } from '../../support/run-out.js';
import { addInterceptors } from '../../support/users-interceptors.js';

interface Sent {
  at: number;
  method: string;
  url: string;
  authorization: string;
  key: string;
  body: string;
}

interface Reply {
  status: number;
  headers: Record<string, string>;
  body: object;
}

/** An upstream with troubles, and a token that has just run out. Keeps what it was sent. */
class Upstream {
  readonly sent: Sent[] = [];
  readonly #clock: FakeClock;
  readonly #startedAt: number;
  readonly #script: Record<string, Reply[]> = {
    'post /items': [
      { status: 503, headers: { 'retry-after': '2' }, body: {} },
      { status: 401, headers: {}, body: {} },
      { status: 502, headers: {}, body: {} },
      { status: 201, headers: {}, body: { id: 'item' } },
    ],
    'get /token': [
      { status: 429, headers: { 'retry-after': '3' }, body: {} },
      { status: 200, headers: {}, body: { token: 'new' } },
    ],
  };

  constructor(clock: FakeClock) {
    this.#clock = clock;
    this.#startedAt = clock.now();
  }

  answer(request: Omit<Sent, 'at'>): Reply {
    this.sent.push({ at: this.#clock.now() - this.#startedAt, ...request });
    return (
      this.#script[`${request.method} ${request.url}`]?.shift() ?? { status: 500, headers: {}, body: {} }
    );
  }
}

const ORDERS = ['the plugin first', 'the plugin last'] as const;
const STYLES = ['synchronous', 'asynchronous'] as const;
const INSTANCES = ['axios.create', 'the default instance'] as const;
const ADAPTERS = ['http', 'fetch', 'a mock put on before', 'a mock put on after'] as const;

const MATRIX = ORDERS.flatMap((order) =>
  STYLES.flatMap((style) =>
    INSTANCES.flatMap((instance) => ADAPTERS.map((adapter) => [order, style, instance, adapter] as const)),
  ),
);

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

test.each(MATRIX)('%s, %s interceptors, %s, %s', async (order, style, instance, adapter) => {
  const clock = new FakeClock();
  const upstream = new Upstream(clock);
  const limits = rateLimitHandler({
    clock,
    random: () => 0.5,
    idempotency: { header: 'Idempotency-Key', methods: ['POST'] },
  });
  const client = instance === 'axios.create' ? axios.create() : axios;

  if (adapter === 'a mock put on before') mock(client, upstream);
  let log: string[] = [];
  const addTheirs = (): void => {
    const { remove, ...added } = addInterceptors(client, style === 'synchronous');
    log = added.log;
    cleanUps.push(remove);
  };
  if (order === 'the plugin last') addTheirs();
  install(limits, client);
  if (order === 'the plugin first') addTheirs();
  if (adapter === 'a mock put on after') mock(client, upstream);
  const baseURL = await listen(upstream);
  const config = { baseURL, ...((adapter === 'http' || adapter === 'fetch') && { adapter }) };

  const result = await runOut(clock, client.post<never>('/items', { name: 'ü' }, config));

  // The caller gets the one result, unwrapped once.
  expect(result).toEqual({ id: 'item' });
  // The interceptors saw each call once, with its final outcome, whatever was tried beneath them.
  expect(log).toEqual([
    '> post /items . object',
    '< post /items 401',
    '> get /token . undefined',
    '< get /token 200',
    '> post /items .. string', // the 401 interceptor's own re-sending, of a config that axios had prepared already
    '< post /items 201',
  ]);
  // Every attempt was sent at its time, with the same body, and with one key: they are one order.
  const post = { method: 'post', url: '/items', body: '{"name":"ü"}' };
  const get = { method: 'get', url: '/token', body: '', key: '' };
  const key = upstream.sent[0]?.key ?? '';
  expect(key).toMatch(/^[\da-f-]{36}$/);
  expect(upstream.sent).toEqual([
    { at: 0, ...post, key, authorization: 'Bearer old' },
    { at: 2_000, ...post, key, authorization: 'Bearer old' },
    { at: 2_000, ...get, authorization: 'Bearer old' },
    { at: 5_000, ...get, authorization: 'Bearer old' },
    { at: 5_000, ...post, key, authorization: 'Bearer new' },
    { at: 5_125, ...post, key, authorization: 'Bearer new' },
  ]);
});

function install(limits: RateLimitHandler, client: AxiosInstance): void {
  cleanUps.push(limits.install(client));
}

function mock(client: AxiosInstance, upstream: Upstream): void {
  const adapter = new MockAdapter(client);
  cleanUps.push(() => adapter.restore());
  adapter.onAny().reply(({ method = '', url = '', headers, data }) => {
    const field = (name: string): string =>
      String((headers as InternalAxiosRequestConfig['headers']).get(name) ?? '');
    const reply = upstream.answer({
      method,
      url,
      authorization: field('authorization'),
      key: field('idempotency-key'),
      body: String(data ?? ''),
    });
    return [reply.status, reply.body, reply.headers];
  });
}

async function listen(upstream: Upstream): Promise<string> {
  const server = await startServer(({ method, url, headers, body }) =>
    upstream.answer({
      method: method.toLowerCase(),
      url,
      authorization: headers.authorization ?? '',
      key: String(headers['idempotency-key'] ?? ''),
      body: String(body),
    }),
  );
  cleanUps.push(() => server.close());
  return server.url;
}
