/**
 * Whatever axios takes for an adapter, whoever sets it, and when: the attempts go through it.
 */
import axios from 'axios';
import type { AxiosAdapter, InternalAxiosRequestConfig } from 'axios';
import { callReport } from '../../../lib/index.js';
import { wiring } from '../../support/wired-client.js';

const wire = wiring();
const random = (): number => 0;

type Config = InternalAxiosRequestConfig;

const answering =
  (...statuses: number[]): AxiosAdapter =>
  async (config) => {
    const status = statuses.shift() ?? 200;
    return Promise.resolve({
      status,
      statusText: '',
      headers: {},
      data: `${status} from a function`,
      config,
    });
  };

test.each([
  ['a name', 'http'],
  ['another name', 'fetch'],
  ['a list of names', ['xhr', 'http']],
  ['the names that axios itself goes by', axios.defaults.adapter],
  ['a list with a function in it', ['xhr', axios.getAdapter('http')]],
] as [string, Config['adapter']][])('%s', async (_, adapter) => {
  const { client, drive, server } = await wire([{ status: 503 }, { body: 'done' }], { random });
  expect((await drive(client.get('/', { adapter: adapter as never }))).data).toBe('done');
  expect(server.requests).toHaveLength(2);
});

test('a function', async () => {
  const { client, drive } = await wire({}, { random });
  const response = await drive(client.get('/', { adapter: answering(503, 502, 200) }));
  expect(response.data).toBe('200 from a function');
  expect(callReport(response)?.attempts.map(({ status }) => status)).toEqual([503, 502, 200]);
});

test('an unknown one is refused in axios’s own words', async () => {
  const { client, failureOf, server } = await wire({}, { random });
  const bare: unknown = await axios
    .get(server.url, { adapter: 'carrier pigeon' as 'http' })
    .catch((e: unknown) => e);
  const error = await failureOf(client.get('/', { adapter: 'carrier pigeon' as 'http' }));
  expect(error.message).toBe((bare as Error).message);
  expect(callReport(error)?.attempts).toHaveLength(1);
});

test.each([
  ['takes it away', (config: Config) => void delete config.adapter],
  ['sets it to nothing', (config: Config) => Object.assign(config, { adapter: undefined })],
  ['sets it to null', (config: Config) => Object.assign(config, { adapter: null })],
])('none, because an interceptor %s: the default, as without us', async (_, change) => {
  const { client, drive, server } = await wire([{ status: 503 }, {}, {}], { random });
  client.interceptors.request.use((config) => (change(config), config));
  await drive(client.get('/'));
  expect(server.requests).toHaveLength(2);
  await client.get('/', { rateLimit: false });
  expect(server.requests).toHaveLength(3);
});

test('what an adapter does to the config it is given, the next attempt does not see', async () => {
  const seen: unknown[] = [];
  const { client, drive } = await wire({}, { random });
  const adapter: AxiosAdapter = async (config) => {
    seen.push({ ...config.headers.toJSON() }, config.url, config.params, config.adapter);
    config.headers.set('content-length', '7').delete('x-own');
    config.url = '/changed';
    config.params = 'changed';
    delete config.adapter;
    return answering(seen.length < 8 ? 503 : 200)(config);
  };
  const response = await drive(
    client.put('/it', 'body', { adapter, params: { a: 1 }, headers: { 'x-own': 'mine' } }),
  );
  expect(seen.slice(4)).toEqual(seen.slice(0, 4));
  expect(response.config).toMatchObject({ url: '/it', params: { a: 1 }, data: 'body' });
  expect(response.config.headers.get('x-own')).toBe('mine');
  expect(response.config.headers.has('content-length')).toBe(false);
});
