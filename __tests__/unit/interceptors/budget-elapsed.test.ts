/**
 * `maxElapsedMs`, `maxWaitMs` and `maxAttempts` over the wire: they bound waits and retries, and never cut a running attempt.
 */
import { callReport } from '../../../lib/index.js';
import { FakeClock } from '../../support/fake-clock.js';
import { Latency, wiring } from '../../support/wired-client.js';

const wire = wiring();

const random = (): number => 0;

describe('maxElapsedMs', () => {
  test.each([
    ['the first', []],
    ['a retry', [{ status: 503, headers: { 'retry-after': '1' } }]],
  ])('never cuts a running attempt: %s', async (_, before) => {
    const clock = new FakeClock();
    const latency = new Latency(clock, 600_000);
    const script = [...before, latency.delay(() => ({ body: 'late' }))];
    const { client, drive } = await wire(script, { clock, latency });
    const response = await drive(client.get('/'));
    expect(response.data).toBe('late');
    expect(callReport(response)?.attempts.at(-1)?.durationMs).toBe(600_000);
  });

  test('lets none begin after such an attempt', async () => {
    const clock = new FakeClock();
    const latency = new Latency(clock, 45_000);
    const { client, failureOf, sentAt } = await wire(
      latency.delay(() => ({ status: 503 })),
      { clock, latency, random },
    );
    expect(callReport(await failureOf(client.get('/')))?.ended).toBe('time_spent');
    expect(sentAt).toEqual([0]);
  });

  test('runs from the first moment of the call, the wait for tokens included', async () => {
    const quota = { limit: 1, windowMs: 8_000, burst: 1 }; // a token every ten seconds
    const retry = { maxElapsedMs: 25_000 };
    const script = [{}, { status: 503, headers: { 'retry-after': '15' } }, {}];
    const { client, drive, failureOf, sentAt } = await wire(script, { quota, retry });
    await drive(client.get('/'));
    const error = await failureOf(client.get('/'));
    expect(sentAt).toEqual([0, 10_000]); // 15 s later it would be 25 s
    expect(callReport(error)).toMatchObject({ ended: 'retry_after_beyond_budget', elapsedMs: 10_000 });
  });

  test('a wait for tokens that would not end in time is refused before it is begun, and says how long it would have been', async () => {
    const quota = { limit: 1, windowMs: 40_000, burst: 1 }; // a token every fifty seconds
    const { client, clock, drive, failureOf, sentAt, startedAt } = await wire({}, { quota });
    await drive(client.get('/'));
    const error = await failureOf(client.get('/'));
    expect(error).toMatchObject({ reason: 'budget', retryAt: startedAt + 50_000, waitMs: 50_000 });
    expect(callReport(error)).toMatchObject({ ended: 'rejected: budget', attempts: [], waitedMs: 0 });
    expect(clock.now()).toBe(startedAt);
    expect(sentAt).toEqual([0]);
  });

  test('a retry whose tokens would come too late is not waited for: the last failure is handed over', async () => {
    const quota = { limit: 1, windowMs: 40_000, burst: 1 };
    const { client, clock, failureOf, startedAt } = await wire({ status: 503 }, { quota, random });
    const error = await failureOf(client.get('/'));
    expect(error.response?.status).toBe(503);
    expect(callReport(error)).toMatchObject({ ended: 'time_spent', waitedMs: 0 });
    expect(clock.now()).toBe(startedAt);
  });
});

describe('maxWaitMs', () => {
  const quota = { limit: 1, windowMs: 40_000, burst: 1 }; // a token every fifty seconds

  test('bounds the first wait by itself; the elapsed time runs from the first dispatch', async () => {
    const script = [{}, { status: 503, headers: { 'retry-after': '1' } }, {}];
    const { client, drive, sentAt } = await wire(script, {
      quota: { ...quota, windowMs: 8_000 }, // a token every ten seconds
      maxWaitMs: 60_000,
      retry: { maxElapsedMs: 10_001 },
      maxConcurrent: 1,
    });
    await drive(Promise.all([client.get('/'), client.get('/')]));
    expect(sentAt).toEqual([0, 10_000, 20_000]);
  });

  test('may be longer than maxElapsedMs', async () => {
    const { client, drive, sentAt } = await wire({}, { quota, maxWaitMs: 50_000 });
    await drive(Promise.all([client.get('/'), client.get('/')]));
    expect(sentAt).toEqual([0, 50_000]);
  });

  test.each([
    ['less than the wait', 49_999],
    ['none at all', 0],
  ])('%s: the wait is refused', async (_, maxWaitMs) => {
    const { client, drive, failureOf, sentAt, startedAt } = await wire({}, { quota, maxWaitMs });
    await drive(client.get('/'));
    const error = await failureOf(client.get('/'));
    expect(error).toMatchObject({ reason: 'budget', retryAt: startedAt + 50_000 });
    expect(sentAt).toEqual([0]);
  });

  test('ends at the call’s deadline, too', async () => {
    const { client, drive, failureOf, startedAt } = await wire({}, { quota, maxWaitMs: 60_000 });
    await drive(client.get('/'));
    const error = await failureOf(client.get('/', { rateLimit: { deadlineAt: startedAt + 50_000 } }));
    expect(error).toMatchObject({ reason: 'budget' });
  });
});

describe('maxAttempts', () => {
  const retry = { maxAttempts: 3 };

  test('is each call’s own, however many run at once', async () => {
    const { client, drive, server } = await wire({ status: 503 }, { random, retry });
    const calls = Array.from({ length: 10 }, (_, i) => client.get(`/${i}`).catch(() => undefined));
    await drive(Promise.all(calls));
    const counts = Array.from(
      { length: 10 },
      (_, i) => server.requests.filter(({ url }) => url === `/${i}`).length,
    );
    expect(counts).toEqual(Array<number>(10).fill(3));
  });

  test('holds whatever interceptors do to the config', async () => {
    const { client, failureOf, server } = await wire({ status: 503 }, { random, retry });
    client.interceptors.request.use((config) => ({ ...config }));
    client.interceptors.request.use(async (config) => ({ ...config, data: undefined }));
    await failureOf(client.get('/'));
    expect(server.requests).toHaveLength(3);
  });

  test('1 means no retry, and retry: false too', async () => {
    for (const setting of [{ maxAttempts: 1 }, false] as const) {
      const { client, failureOf, server } = await wire({ status: 503 }, { random, retry: setting });
      await failureOf(client.get('/'));
      expect(server.requests).toHaveLength(1);
    }
  });

  test('a preset’s rule can’t make a call go on for ever', async () => {
    const { client, failureOf, server } = await wire(
      { status: 404 },
      {
        retry,
        rule: (_, { class: outcome }) =>
          outcome === 'permanent' ? { class: 'rate_limited', retryAt: 0 } : undefined,
      },
    );
    await failureOf(client.get('/'));
    expect(server.requests).toHaveLength(1);
  });
});
