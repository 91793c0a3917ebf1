/**
 * Quotas that nobody configured, and costs that turn out to be others than charged: what responses teach the buckets.
 */
import { wiring } from '../../support/wired-client.js';
import type { Answer } from '../../support/http-server.js';
import type { Quota } from '../../../lib/index.js';

const wire = wiring();

const policy = (limit: number, seconds: number, remaining = limit): Answer => ({
  headers: {
    'ratelimit-policy': `"default";q=${limit};w=${seconds}`,
    ratelimit: `"default";r=${remaining};t=${seconds}`,
  },
});

describe('without a quota', () => {
  it('the limit and window that responses tell size a bucket, with the same headroom', async () => {
    const { client, drive, limits, sentAt } = await wire(() => policy(10, 10, 9));
    await drive(client.get('/'));
    // 8 in 10 s, one at once.
    await drive(Promise.all([client.get('/'), client.get('/'), client.get('/')]));
    expect(sentAt).toEqual([0, 0, 1_250, 2_500]);
    expect(limits.status().scopes).toEqual([
      expect.objectContaining({
        scope: 'anonymous',
        buckets: [expect.objectContaining({ limit: 10, windowMs: 10_000, burst: 1, learned: true })],
      }),
    ]);
  });

  it('a limit that changes sizes the bucket anew', async () => {
    let limit = 10;
    const { client, drive, limits } = await wire(() => policy(limit, 10));
    await drive(client.get('/'));
    limit = 100;
    await drive(client.get('/'));
    expect(limits.status().scopes[0]?.buckets).toEqual([expect.objectContaining({ limit: 100, burst: 10 })]);
  });

  it('a limit without its window is no quota', async () => {
    const { client, drive, limits } = await wire(() => ({
      headers: { 'x-ratelimit-limit': 10, 'x-ratelimit-remaining': 9, 'x-ratelimit-reset': 60 },
    }));
    await drive(client.get('/'));
    expect(limits.status().scopes[0]?.buckets).toEqual([]);
  });
});

it('a configured quota is not overruled by what responses tell', async () => {
  const { client, drive, limits } = await wire(() => policy(10, 10), {
    quota: { limit: 1_000, windowMs: 1_000 },
  });
  await drive(client.get('/'));
  expect(limits.status().scopes.flatMap(({ buckets }) => buckets)).toEqual(
    limits.status().scopes.length === 0
      ? []
      : [expect.objectContaining({ limit: 1_000, windowMs: 1_000, learned: false })],
  );
});

describe('a quota that counts tokens', () => {
  const tokens: Quota = {
    limit: 1_000,
    windowMs: 1_000,
    burst: 200,
    cost: () => 100,
    usage: ({ data }) => (data as { usage?: { total: number } }).usage?.total,
  };

  it('is charged the estimate before, and what the response tells after', async () => {
    const { client, drive, sentAt } = await wire(() => ({ body: { usage: { total: 500 } } }), {
      quota: tokens,
    });
    await drive(client.get('/'));
    // 200 - 500 tokens are there now: the estimate of 100 is there after 400 tokens, at 800 a second.
    await drive(client.get('/'));
    expect(sentAt).toEqual([0, 500]);
  });

  it('gets back what was charged too much', async () => {
    const { client, drive, limits } = await wire(() => ({ body: { usage: { total: 10 } } }), {
      quota: tokens,
    });
    await drive(client.get('/'));
    expect(limits.status().scopes[0]?.buckets[0]?.tokens).toBe(190);
  });

  it('keeps the estimate where the response tells nothing of use', async () => {
    const bodies = [{}, { usage: { total: 'many' } }, { usage: { total: -1 } }];
    for (const body of bodies) {
      const { client, drive, limits } = await wire({ body }, { quota: tokens });
      await drive(client.get('/'));
      expect(limits.status().scopes[0]?.buckets[0]?.tokens).toBe(100);
    }
  });
});

describe('the status', () => {
  it('tells who waits since when, what is in flight, and what is held until when', async () => {
    const { client, drive, limits, clock, quiet } = await wire(
      [{ status: 429, headers: { 'retry-after': '30' } }, {}, {}],
      { provider: 'acme', quota: { limit: 50, windowMs: 1_000 } },
    );
    const calls = Promise.all([client.get('/'), client.get('/')]);
    await quiet();
    expect(limits.status()).toMatchObject({ provider: 'acme', scopes: [{ scope: 'anonymous' }] });
    await drive(calls);
    expect(limits.status().scopes[0]).toMatchObject({ queued: 0, inFlight: 0 });
    expect(clock.now()).toBeGreaterThan(0);
  });
});
