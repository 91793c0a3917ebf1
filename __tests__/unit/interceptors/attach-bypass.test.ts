/**
 * `rateLimit` of a request is read when it is sent: whoever sets it, and when, it counts.
 */
import axios from 'axios';
import type { AxiosInstance, InternalAxiosRequestConfig } from 'axios';
import { callReport, rateLimitHandler, use } from '../../../lib/index.js';
import { wiring } from '../../support/wired-client.js';

const wire = wiring();

/** An interceptor of the user that runs before ours is registered after it, and the other way round. */
const PLACES = ['before', 'after'] as const;

type Config = InternalAxiosRequestConfig;
type Interceptor = (config: Config) => Config;

/** An instance with a handler that would make itself felt, and an interceptor that runs before or after it. */
async function instanceWith(
  interceptor: Interceptor = (config) => config,
  place: (typeof PLACES)[number] = 'before',
): Promise<{ instance: AxiosInstance; requests: readonly { headers: object }[] }> {
  const { server, clock } = await wire({ status: 503, headers: { 'retry-after': '20' } });
  const instance = axios.create({ baseURL: server.url });
  const limits = rateLimitHandler({
    clock,
    idempotency: { header: 'Idempotency-Key', methods: ['GET'] },
    quota: { limit: 1, windowMs: 60_000, burst: 1 },
    beforeAttempt: ({ headers }) => void headers.set('x-signature', 'signed'),
  });
  if (place === 'after') instance.interceptors.request.use(interceptor);
  use(instance, limits);
  if (place === 'before') instance.interceptors.request.use(interceptor);
  return { instance, requests: server.requests };
}

describe('rateLimit: false', () => {
  const expectBare = async (
    { instance, requests }: Awaited<ReturnType<typeof instanceWith>>,
    send: () => Promise<unknown>,
  ): Promise<void> => {
    for (let i = 0; i < 3; i++) {
      const error: unknown = await send().catch((e: unknown) => e);
      expect(error).toMatchObject({
        response: { status: 503 },
        config: { adapter: instance.defaults.adapter },
      });
      expect(callReport(error)).toBeUndefined();
    }
    expect(requests).toHaveLength(3);
    expect(requests[0]?.headers).not.toHaveProperty('idempotency-key');
    expect(requests[0]?.headers).not.toHaveProperty('x-signature');
  };

  test('is as if not installed', async () => {
    const set = await instanceWith();
    await expectBare(set, () => set.instance.get('/', { rateLimit: false }));
  });

  test('is so among the defaults of the instance', async () => {
    const set = await instanceWith();
    set.instance.defaults.rateLimit = false;
    await expectBare(set, () => set.instance.get('/'));
  });

  test.each(PLACES)('is so when an interceptor sets it that runs %s ours', async (place) => {
    const set = await instanceWith((config) => ({ ...config, rateLimit: false }), place);
    await expectBare(set, () => set.instance.get('/'));
  });

  test('is so for what is sent again with it', async () => {
    const { instance, requests } = await instanceWith();
    const first: unknown = await instance
      .get('/', { rateLimit: { mode: 'best-effort' } })
      .catch((e: unknown) => e);
    expect(callReport(first)?.ended).toBe('retries_off');
    const { config } = first as { config: Config };
    const second: unknown = await instance({ ...config, rateLimit: false }).catch((e: unknown) => e);
    expect(second).toMatchObject({
      response: { status: 503 },
      config: { adapter: instance.defaults.adapter },
    });
    expect(callReport(second)).toBeUndefined();
    expect(requests).toHaveLength(2);
  });
});

test.each(PLACES)('what an interceptor says that runs %s ours counts', async (place) => {
  const { instance, requests } = await instanceWith(
    (config) => ({ ...config, rateLimit: { mode: 'best-effort' } }),
    place,
  );
  await instance.get('/').catch(() => undefined);
  const error: unknown = await instance.get('/').catch((e: unknown) => e);
  expect(error).toMatchObject({ reason: 'best_effort' });
  expect(requests).toHaveLength(1);
});
