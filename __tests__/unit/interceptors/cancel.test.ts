/**
 * Cancelling: whatever a call is waiting for, it ends at once with axios's CanceledError, and nothing more is sent.
 */
import { getEventListeners } from 'node:events';
import axios from 'axios';
import type { AxiosRequestConfig, CancelTokenSource } from 'axios';
import { callReport } from '../../../lib/index.js';
import { settle } from '../../support/fake-clock.js';
import type { Script } from '../../support/http-server.js';
import { wiring, type Wired, type WiredOptions } from '../../support/wired-client.js';

const wire = wiring();

interface Wait {
  script: Script;
  options?: WiredOptions;
  /** Brings about that the next call has to wait. */
  prepare?: (wired: Wired) => Promise<unknown>;
  /** How many requests have been sent when the call waits. */
  sent: number;
}

/** A token every ten seconds. */
const quota = { limit: 1, windowMs: 8_000, burst: 1 };
const hang = { hang: true } as const;

const WAITS: Record<string, Wait> = {
  'its tokens': {
    script: {},
    options: { quota },
    prepare: ({ client, drive }) => drive(client.get('/')),
    sent: 1,
  },
  'the end of a pause': {
    script: { status: 429, headers: { 'retry-after': '20' } },
    prepare: ({ client, failureOf }) => failureOf(client.get('/', { rateLimit: { mode: 'best-effort' } })),
    sent: 1,
  },
  'a place in flight': {
    script: hang,
    options: { maxConcurrent: 1 },
    prepare: async ({ client, server }) => {
      client.get('/').catch(() => undefined);
      await server.received(1);
    },
    sent: 1,
  },
  'the Retry-After of its scope': { script: { status: 429, headers: { 'retry-after': '20' } }, sent: 1 },
  'the Retry-After of its own': { script: { status: 502, headers: { 'retry-after': '20' } }, sent: 1 },
  'its back-off': { script: { status: 502 }, options: { random: () => 0.5 }, sent: 1 },
  'its answer': { script: hang, sent: 1 },
  'the rest of its answer': { script: { drip: ['half'], ending: 'hang' }, sent: 1 },
  'the work before its attempt': { script: {}, options: { beforeAttempt: () => never }, sent: 0 },
};
const never = new Promise<never>(() => undefined);

/** A call that is in the middle of a wait, and whatever it came to. */
async function waiting(
  { script, options, prepare, sent }: Wait,
  config: AxiosRequestConfig,
): Promise<{ wired: Wired; outcome: () => unknown }> {
  const wired = await wire(script, options);
  await prepare?.(wired);
  let outcome: unknown;
  wired.client.put('/it', { a: 1 }, config).then(
    (response) => (outcome = response),
    (error: unknown) => (outcome = error),
  );
  await wired.server.received(sent);
  if (!JSON.stringify(script).includes('hang')) await wired.quiet();
  await settle();
  expect(outcome).toBeUndefined();
  return { wired, outcome: () => outcome };
}

/** Also when all the time in the world has passed. */
async function expectNothingMore({ server, clock }: Wired, { sent, prepare }: Wait): Promise<void> {
  await clock.advance(120_000);
  expect(server.requests).toHaveLength(sent);
  if (!prepare) expect(clock.pending).toEqual([]);
}

describe.each(Object.entries(WAITS))('while a call waits for %s', (_, wait) => {
  test('an abort ends it at once', async () => {
    const controller = new AbortController();
    const { wired, outcome } = await waiting(wait, { signal: controller.signal });
    const reason = new Error('the user went away');
    controller.abort(reason);
    await settle();

    const error = outcome();
    expect(axios.isCancel(error)).toBe(true);
    expect(error).toMatchObject({ name: 'CanceledError', code: 'ERR_CANCELED', message: 'canceled' });
    expect(error).toMatchObject({ config: { url: '/it', method: 'put', data: '{"a":1}' } });
    expect((error as Error).cause).toBe(reason);
    expect(callReport(error)?.ended).toBe('cancelled');
    expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
    await expectNothingMore(wired, wait);
  });

  test('a cancel token ends it at once', async () => {
    const source = axios.CancelToken.source();
    const listeners = watchListeners(source);
    const { wired, outcome } = await waiting(wait, { cancelToken: source.token });
    source.cancel('the user went away');
    await settle();

    const error = outcome();
    expect(axios.isCancel(error)).toBe(true);
    expect(error).toMatchObject({ code: 'ERR_CANCELED', message: 'the user went away' });
    expect(error).toMatchObject({ config: { url: '/it', method: 'put', data: '{"a":1}' } });
    expect(callReport(error)?.ended).toBe('cancelled');
    expect(listeners.size).toBe(0);
    await expectNothingMore(wired, wait);
  });
});

/** Those who listen to the token. */
function watchListeners({ token }: CancelTokenSource): ReadonlySet<unknown> {
  const listeners = new Set<unknown>();
  const { subscribe, unsubscribe } = token as unknown as Record<string, (f: unknown) => void>;
  Object.assign(token, {
    subscribe(listener: unknown) {
      listeners.add(listener);
      subscribe?.call(token, listener);
    },
    unsubscribe(listener: unknown) {
      listeners.delete(listener);
      unsubscribe?.call(token, listener);
    },
  });
  return listeners;
}
