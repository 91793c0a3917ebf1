/**
 * axios's `timeout`, `attemptTimeoutMs` and `deadlineAt` over the wire: how long a call may last, and each of its attempts.
 */
import axios from 'axios';
import type { AxiosAdapter } from 'axios';
import { callReport } from '../../../lib/index.js';
import { until } from '../../support/fake-clock.js';
import type { Answer } from '../../support/http-server.js';
import { wiring } from '../../support/wired-client.js';

const wire = wiring();

const random = (): number => 0;

const refusedFor = (seconds: number): Answer => ({ status: 503, headers: { 'retry-after': seconds } });

/** Notes the timeout that each attempt is sent with, and takes it off: axios's own timers are real ones. */
function watchTimeouts(): { timeouts: (number | undefined)[]; adapter: AxiosAdapter } {
  const timeouts: (number | undefined)[] = [];
  const adapter: AxiosAdapter = (config) => {
    timeouts.push(config.timeout);
    return axios.getAdapter('http')({ ...config, timeout: 0 });
  };
  return { timeouts, adapter };
}

describe('timeout spans the call', () => {
  test('the first attempt keeps it to the millisecond; waits and retries get 95% of it', async () => {
    const { timeouts, adapter } = watchTimeouts();
    const { client, failureOf, sentAt } = await wire(refusedFor(3), { axios: { adapter } });
    const error = await failureOf(client.get('/', { timeout: 10_000 }));
    expect(timeouts).toEqual([10_000, 6_500, 3_500, 500]);
    expect(sentAt).toEqual([0, 3_000, 6_000, 9_000]);
    expect(callReport(error)?.ended).toBe('retry_after_beyond_budget');
  });

  test.each([
    ['a retry that must begin at 95% is not begun', 0.095, [0]],
    ['one that may begin a millisecond before has a millisecond', 0.094, [0, 94]],
  ])('%s: the rest is never 0, which axios reads as no timeout', async (_, seconds, attempts) => {
    const { timeouts, adapter } = watchTimeouts();
    const { client, failureOf, sentAt } = await wire(refusedFor(seconds), { axios: { adapter } });
    await failureOf(client.get('/', { timeout: 100 }));
    expect(sentAt).toEqual(attempts);
    expect(timeouts).toEqual([100, 1].slice(0, attempts.length));
  });

  test('less than a millisecond is one', async () => {
    const { timeouts, adapter } = watchTimeouts();
    const { client, failureOf } = await wire(refusedFor(0.095), { axios: { adapter } });
    await failureOf(client.get('/', { timeout: 101 })); // 95% of it: 95.95 ms
    expect(timeouts).toEqual([101, 1]);
  });

  test('a retry that hangs is cut at the end of it', async () => {
    const { timeouts, adapter } = watchTimeouts();
    const { client, clock, server, startedAt } = await wire([refusedFor(3), { hang: true }], {
      axios: { adapter },
    });
    const call = client.get('/', { timeout: 10_000 }).catch((error: unknown) => error);
    await until(() => clock.pending.includes(3_000));
    await clock.advance(3_000);
    await server.received(2);
    await clock.advance(6_510);
    expect(await call).toMatchObject({ code: 'ECONNABORTED', message: 'timeout of 6500ms exceeded' });
    expect(clock.now()).toBe(startedAt + 9_510);
    expect(timeouts).toEqual([10_000, 6_500]);
    await server.requests[1]?.closed;
  });

  test('a wait for tokens counts', async () => {
    const { timeouts, adapter } = watchTimeouts();
    const quota = { limit: 1, windowMs: 4_000, burst: 1 }; // a token every five seconds
    const { client, drive, sentAt } = await wire({}, { axios: { adapter, timeout: 10_000 }, quota });
    await drive(Promise.all([client.get('/'), client.get('/')]));
    expect(sentAt).toEqual([0, 5_000]);
    expect(timeouts).toEqual([10_000, 4_500]);
  });
});

test('an attempt before which nothing was waited for fails with axios’s own message', async () => {
  const { client } = await wire({ hang: true }, { retry: false });
  const error: unknown = await client.get('/', { timeout: 30 }).catch((failure: unknown) => failure); // by axios's own timer
  expect(error).toMatchObject({ code: 'ECONNABORTED', message: 'timeout of 30ms exceeded' });
  expect(axios.isAxiosError(error)).toBe(true);
});

test('the caller’s timeoutErrorMessage and clarifyTimeoutError hold', async () => {
  const { client, clock, server } = await wire({ hang: true });
  const options = {
    timeout: 10_000,
    timeoutErrorMessage: 'too slow',
    transitional: { clarifyTimeoutError: true },
  };
  const call = client.get('/', options).catch((failure: unknown) => failure);
  await server.received(1);
  await clock.advance(10_010);
  expect(await call).toMatchObject({ code: 'ETIMEDOUT', message: 'too slow' });
});

describe('attemptTimeoutMs', () => {
  test('is the most for each attempt; the rest of the call’s time where that is less', async () => {
    const { timeouts, adapter } = watchTimeouts();
    const { client, failureOf } = await wire(refusedFor(3), { axios: { adapter } });
    await failureOf(client.get('/', { timeout: 10_000, rateLimit: { attemptTimeoutMs: 4_000 } }));
    expect(timeouts).toEqual([4_000, 4_000, 3_500, 500]);
  });

  test('cuts a hanging attempt; the next one has its own time', async () => {
    const { timeouts, adapter } = watchTimeouts();
    const { client, clock, drive, server, sentAt } = await wire([{ hang: true }, { body: 'done' }], {
      axios: { adapter },
      random,
    });
    const call = client.get('/', { rateLimit: { attemptTimeoutMs: 2_000 } });
    await server.received(1);
    await clock.advance(2_010);
    expect((await drive(call)).data).toBe('done');
    expect(sentAt).toEqual([0, 2_010]);
    expect(timeouts).toEqual([2_000, 2_000]);
    expect(callReport(await call)?.attempts).toMatchObject([{ class: 'timeout', durationMs: 2_010 }, {}]);
  });
});

describe('deadlineAt', () => {
  test('aborts an attempt that runs', async () => {
    const { client, clock, server, startedAt } = await wire({ hang: true });
    const call = client
      .get('/', { rateLimit: { deadlineAt: startedAt + 5_000 } })
      .catch((failure: unknown) => failure);
    await server.received(1);
    await clock.advance(5_010);
    const error = await call;
    expect(error).toMatchObject({ code: 'ECONNABORTED' });
    expect(callReport(error)).toMatchObject({ ended: 'time_spent', attempts: [{ class: 'timeout' }] });
    await server.requests[0]?.closed;
    expect(clock.pending).toEqual([]);
  });

  test('bounds waits: one that would not end before it is not begun', async () => {
    const { client, clock, failureOf, sentAt, startedAt } = await wire(refusedFor(5));
    await failureOf(client.get('/', { rateLimit: { deadlineAt: startedAt + 5_000 } }));
    expect(clock.now()).toBe(startedAt);
    expect(sentAt).toEqual([0]);
  });

  test.each([
    ['now', 0],
    ['long ago', -60_000],
  ])('%s: nothing is sent', async (_, offset) => {
    const { client, failureOf, sentAt, startedAt } = await wire({});
    await failureOf(client.get('/', { rateLimit: { deadlineAt: startedAt + offset } }));
    expect(sentAt).toEqual([]);
  });
});

test('a body that drips is cut in mid-body when the time is up', async () => {
  const { client, clock, server } = await wire({ drip: Array<string>(100_000).fill('drip'), everyMs: 1 });
  let seen = 0;
  const options = { timeout: 10_000, onDownloadProgress: (): void => void seen++ };
  const call = client.get('/', options).catch((failure: unknown) => failure);
  await until(() => seen > 0);
  await clock.advance(10_010);
  expect(await call).toMatchObject({ code: 'ECONNABORTED', message: 'timeout of 10000ms exceeded' });
  await server.requests[0]?.closed;
});
