/**
 * The config of an attempt, as its adapter gets it.
 */
import axios from 'axios';
import type { AxiosAdapter, InternalAxiosRequestConfig } from 'axios';
import { rateLimitHandler, use } from '../../../lib/index.js';
import { settle } from '../../support/fake-clock.js';
import { wiring } from '../../support/wired-client.js';

const wire = wiring();

type Config = InternalAxiosRequestConfig;
const DAY_MS = 86_400_000;

test.each([{}, { timeout: 1_000 }])(
  'has no prototype: what is on Object.prototype is not in it (%j)',
  async (given) => {
    const { client } = await wire({});
    let seen: Config | undefined;
    const adapter: AxiosAdapter = (config) => {
      seen = config;
      return Promise.resolve({ status: 200, statusText: '', headers: {}, data: '', config });
    };
    await client.get('/', { adapter, ...given });
    expect(Object.getPrototypeOf(seen)).toBeNull();
  },
);

// On the clock that runs: its timers strike at once when they are set for longer than they can run.
describe.each(['http', 'fetch'] as const)('over the %s adapter', (adapter) => {
  test('a deadline that is further away than a timer runs cuts nothing short', async () => {
    const { server } = await wire(async () => (await settle(), { body: 'done' }));
    const client = use(axios.create({ baseURL: server.url, adapter }), rateLimitHandler({ retry: false }));
    const { data } = await client.get<string>('/', { rateLimit: { deadlineAt: Date.now() + 30 * DAY_MS } });
    expect(data).toBe('done');
  });

  test('nor does such a timeout', async () => {
    const { server } = await wire(async () => (await settle(), { body: 'done' }));
    const client = use(axios.create({ baseURL: server.url, adapter }), rateLimitHandler({ retry: false }));
    expect((await client.get<string>('/', { timeout: 30 * DAY_MS })).data).toBe('done');
  });
});
