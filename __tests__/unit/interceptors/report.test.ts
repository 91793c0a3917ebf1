/**
 * `callReport`: what it tells of a call that succeeded, failed, was refused, or was cancelled.
 */
import { callReport } from '../../../lib/index.js';
import { FakeClock, until } from '../../support/fake-clock.js';
import { Latency, wiring } from '../../support/wired-client.js';

const wire = wiring();

const refused = { status: 429, headers: { 'retry-after': '2' } };

test('a success after two retries: each attempt, each wait, and the times', async () => {
  const clock = new FakeClock();
  const latency = new Latency(clock, 100);
  const replies = [refused, { status: 503 }, { body: 'done' }];
  const script = replies.map((reply) => latency.delay(() => reply));
  const { client, drive, startedAt } = await wire(script, {
    clock,
    latency,
    random: () => 0.5,
    provider: 'acme',
  });
  const response = await drive(client.get('/'));
  expect(callReport(response)).toEqual({
    provider: 'acme',
    scope: 'anonymous',
    attempts: [
      {
        waits: [],
        startedAt,
        durationMs: 100,
        class: 'rate_limited',
        reason: 'status 429',
        status: 429,
        code: 'ERR_BAD_REQUEST',
        retryAt: startedAt + 2_100,
      },
      {
        waits: [{ reason: 'retry_after', ms: 2_000 }],
        startedAt: startedAt + 2_100,
        durationMs: 100,
        class: 'transient',
        reason: 'status 503',
        status: 503,
        code: 'ERR_BAD_RESPONSE',
      },
      {
        waits: [{ reason: 'backoff', ms: 250 }],
        startedAt: startedAt + 2_450,
        durationMs: 100,
        class: 'success',
        reason: 'status 200',
        status: 200,
      },
    ],
    waitedMs: 2_250,
    elapsedMs: 2_550,
    ended: 'succeeded',
  });
});

test('a wait for tokens, with the reason told', async () => {
  const quota = { limit: 1, windowMs: 4_000, burst: 1 }; // a token every five seconds
  const { client, drive } = await wire({}, { quota });
  const [, second] = await drive(Promise.all([client.get('/'), client.get('/')]));
  expect(callReport(second)).toMatchObject({
    attempts: [{ waits: [{ reason: 'bucket', ms: 5_000 }] }],
    waitedMs: 5_000,
    elapsedMs: 5_000,
  });
});

test('a connection that fails: the code in place of a status', async () => {
  const { client, failureOf } = await wire({ reset: true }, { retry: false });
  const report = callReport(await failureOf(client.get('/')));
  expect(report).toMatchObject({
    ended: 'retries_off',
    attempts: [{ class: 'network', code: 'ECONNRESET' }],
  });
  expect(report?.attempts[0]).not.toHaveProperty('status');
});

test('a refusal before anything was sent', async () => {
  const quota = { limit: 1, windowMs: 4_000, burst: 1 };
  const { client, drive, failureOf } = await wire({}, { quota });
  await drive(client.get('/'));
  const error = await failureOf(client.get('/', { rateLimit: { mode: 'best-effort' } }));
  expect(callReport(error)).toMatchObject({
    ended: 'rejected: best_effort',
    attempts: [],
    waitedMs: 0,
    elapsedMs: 0,
  });
});

test('a refusal in the middle of a wait: the time that was lost on it', async () => {
  const quota = { limit: 1, windowMs: 4_000, burst: 1 };
  const { client, clock, drive, limits, quiet } = await wire({}, { quota });
  await drive(client.get('/'));
  const waiting = client.get('/').catch((error: unknown) => error);
  await quiet();
  await clock.advance(1_000);
  await limits.close();
  expect(callReport(await waiting)).toMatchObject({
    ended: 'rejected: closed',
    attempts: [],
    waitedMs: 1_000,
    elapsedMs: 1_000,
  });
});

test('a retry that a closed handler refuses: the last failure, and why there was no other', async () => {
  const { client, clock, limits } = await wire(refused);
  const call = client.get('/').catch((error: unknown) => error);
  await until(() => clock.pending.includes(2_000));
  await limits.close();
  const error = await call;
  expect(error).toMatchObject({ response: { status: 429 } });
  expect(callReport(error)).toMatchObject({
    ended: 'rejected: closed',
    attempts: [{ class: 'rate_limited' }],
  });
});

describe('a cancellation', () => {
  const wait = async (headers: Record<string, string>, wasWaiting: object) => {
    const { client, clock, quiet } = await wire({ status: 429, headers }, { random: () => 0.8 });
    const controller = new AbortController();
    const call = client.get('/', { signal: controller.signal }).catch((error: unknown) => error);
    await quiet();
    await clock.advance(100);
    controller.abort();
    const error = await call;
    expect(error).toMatchObject({ code: 'ERR_CANCELED' });
    expect(callReport(error)).toMatchObject({
      ended: 'cancelled',
      waitedMs: 100,
      elapsedMs: 100,
      ...wasWaiting,
    });
    expect(clock.pending).toEqual([]);
  };

  test('during back-off', async () => {
    await wait({}, { attempts: [{ class: 'rate_limited' }] });
  });

  test('while the scope is paused', async () => {
    await wait({ 'retry-after': '2' }, { attempts: [{ class: 'rate_limited' }] });
  });

  test('in flight', async () => {
    const { client, clock, server } = await wire({ hang: true });
    const controller = new AbortController();
    const call = client.get('/', { signal: controller.signal }).catch((error: unknown) => error);
    await server.received(1);
    await clock.advance(100);
    controller.abort();
    expect(callReport(await call)).toMatchObject({
      ended: 'cancelled',
      waitedMs: 0,
      elapsedMs: 100,
      attempts: [{ class: 'cancelled', durationMs: 100 }],
    });
  });
});

test('a call that goes round the handler has none, and so have values of any other kind', async () => {
  const { client, drive } = await wire({});
  expect(callReport(await drive(client.get('/', { rateLimit: false })))).toBeUndefined();
  for (const value of [undefined, null, 'error', 7, {}, new Error('mine')])
    expect(callReport(value)).toBeUndefined();
});

test('a report changes nothing of what axios gave: neither its keys nor its JSON', async () => {
  const { client, failureOf } = await wire({ status: 404 });
  const withReport = await failureOf(client.get('/'));
  const without = await failureOf(client.get('/', { rateLimit: false }));
  expect(callReport(withReport)).toBeDefined();
  expect(Object.keys(withReport)).toEqual(Object.keys(without));
  expect(Object.keys({ ...withReport })).toEqual(Object.keys(without));
  expect(JSON.parse(JSON.stringify(callReport(withReport)))).toEqual(callReport(withReport));
});
