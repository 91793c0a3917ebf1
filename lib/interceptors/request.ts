/**
 * The request side of each attempt: a copy of the caller's config with the key, the attempt's own timeout and a fresh signature, sent through the
 * adapter that the call would have taken without us.
 */
import axios from 'axios';
import type { AxiosAdapter, AxiosPromise, InternalAxiosRequestConfig } from 'axios';
import { setLongTimeout } from '../admission/timer.js';
import type { Clock } from '../core/ports.js';
import { cancellationOf, onCancellation } from './interruption.js';
import type { Call, Origin, Outcome } from './call.js';

/**
 * axios's own timer, set a moment after ours to the same time, goes first, so that its error is the one that the caller sees. Ours catches what axios's
 * doesn't: a body that drips, an adapter without timeouts.
 */
const GRACE_MS = 10;

/** The config of one attempt: a copy, since adapters stamp headers on it and delete from it. */
export function attemptConfig(call: Call): InternalAxiosRequestConfig {
  const headers = call.config.headers.concat();
  if (call.key) headers.set(call.key.header, call.key.value);
  return copyOf(call.config, { headers });
}

/** Without a prototype, as axios's own configs are: nothing can be slipped in by way of Object.prototype. */
function copyOf(
  config: InternalAxiosRequestConfig,
  changes: Partial<InternalAxiosRequestConfig>,
): InternalAxiosRequestConfig {
  return Object.assign(Object.create(null) as InternalAxiosRequestConfig, config, changes);
}

/**
 * The adapter that the request would have gone through without us, as axios itself finds it.
 * @throws AxiosError when there is none of that name.
 */
export function innerAdapter({ adapter }: Origin, config: InternalAxiosRequestConfig): AxiosAdapter {
  return axios.getAdapter(adapter || axios.defaults.adapter, config);
}

/** Sends one attempt and waits for its outcome. Never rejects. */
export async function sendAttempt(
  call: Call,
  config: InternalAxiosRequestConfig,
  timeoutMs: number | undefined,
  clock: Clock,
): Promise<Outcome> {
  try {
    if (timeoutMs !== undefined) config.timeout = timeoutMs;
    const adapter = innerAdapter(call.origin, config);
    // A streamed body is the caller's to read, and to abort by their own signal, long after the response has come.
    const unguarded = timeoutMs === undefined || config.responseType === 'stream';
    const response = await (unguarded ? adapter(config) : within(timeoutMs, adapter, config, clock));
    if (typeof response === 'object' && response !== null) response.config = call.config;
    return { response };
  } catch (error) {
    // An adapter may have seen our signal in place of the caller's; either way the reason of an abort is told.
    return { error: cancellationOf(call.config) ?? withCallersConfig(call, error) };
  }
}

/** Runs the adapter, and aborts it at the attempt's end if it is still running. */
async function within(
  timeoutMs: number,
  adapter: AxiosAdapter,
  config: InternalAxiosRequestConfig,
  clock: Clock,
): AxiosPromise {
  const controller = new AbortController();
  const stopListening = onCancellation(config, () => controller.abort());
  if (config.signal?.aborted) controller.abort();
  let cancelTimer = (): void => undefined;
  const late = new Promise<never>((_, reject) => {
    cancelTimer = setLongTimeout(clock, clock.now() + timeoutMs + GRACE_MS, () => {
      reject(timeoutError(config, timeoutMs));
      controller.abort();
    });
  });
  try {
    const running = adapter(copyOf(config, { signal: controller.signal }));
    running.catch(() => undefined); // whoever loses the race must not be reported as unhandled
    return await Promise.race([running, late]);
  } finally {
    cancelTimer();
    stopListening();
  }
}

/** The error that axios makes of a timeout. */
export function timeoutError(config: InternalAxiosRequestConfig, timeoutMs: number): Error {
  const code = config.transitional?.clarifyTimeoutError ? 'ETIMEDOUT' : 'ECONNABORTED';
  const message = config.timeoutErrorMessage ?? `timeout of ${timeoutMs}ms exceeded`;
  return new axios.AxiosError(message, code, config);
}

function withCallersConfig({ config }: Call, error: unknown): unknown {
  if (typeof error !== 'object' || error === null) return error;
  const failure = error as { config?: unknown; response?: { config?: unknown } };
  if (failure.config !== undefined) failure.config = config;
  if (failure.response) failure.response.config = config;
  return error;
}
