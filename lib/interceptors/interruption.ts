/**
 * What ends a wait early: the caller cancels (axios's `signal` or `cancelToken`), or the body to be sent fails meanwhile.
 */
import axios from 'axios';
import type { InternalAxiosRequestConfig } from 'axios';

/** The CanceledError that axios itself would throw now, or `undefined`. An abort's reason is its `cause`. */
export function cancellationOf(config: InternalAxiosRequestConfig): Error | undefined {
  const { signal, cancelToken } = config;
  if (cancelToken?.reason) return new axios.CanceledError(cancelToken.reason.message, config);
  if (!signal?.aborted) return undefined;
  const error: Error = new axios.CanceledError(undefined, config);
  error.cause = (signal as { reason?: unknown }).reason;
  return error;
}

/** Calls back when the caller cancels. Returns the means to stop listening; until then the caller's objects hold a listener. */
export function onCancellation(
  { signal, cancelToken }: InternalAxiosRequestConfig,
  listener: () => void,
): () => void {
  const token = cancelToken as
    Partial<Record<'subscribe' | 'unsubscribe', (f: () => void) => void>> | undefined;
  signal?.addEventListener?.('abort', listener);
  token?.subscribe?.(listener);
  return () => {
    signal?.removeEventListener?.('abort', listener);
    token?.unsubscribe?.(listener);
  };
}

/** @throws the error of an interruption that has happened already. */
export function throwIfInterrupted(config: InternalAxiosRequestConfig): void {
  const interruption = interruptionOf(config);
  if (interruption) throw interruption;
}

/**
 * Calls back when the caller cancels, or the stream that is to be sent breaks: unheard, its error would end the process. Also when either has
 * happened already, which no event tells any more; but never within this very call.
 */
export function onInterruption(
  config: InternalAxiosRequestConfig,
  listener: (error: Error) => void,
): () => void {
  let listening = true;
  const tell = (): void => {
    const interruption = interruptionOf(config);
    if (listening && interruption) listener(interruption);
  };
  if (interruptionOf(config)) {
    queueMicrotask(tell);
    return () => void (listening = false);
  }
  const stopListening = onCancellation(config, tell);
  const stream = streamOf(config.data);
  const fail = (error?: Error): void => listener(breakOf(error, config));
  stream?.on('error', fail);
  stream?.on('close', tell);
  return () => {
    stream?.removeListener('error', fail);
    stream?.removeListener('close', tell);
    stopListening();
  };
}

function interruptionOf(config: InternalAxiosRequestConfig): Error | undefined {
  const cancelled = cancellationOf(config);
  const stream = streamOf(config.data);
  if (cancelled || !stream?.destroyed) return cancelled;
  if (stream.errored) stream.once('error', () => undefined); // the event may be still to come
  return breakOf(stream.errored, config);
}

/** What axios's http adapter makes of a body that fails, or is destroyed without an error. */
function breakOf(error: Error | null | undefined, config: InternalAxiosRequestConfig): Error {
  return error
    ? axios.AxiosError.from(error, undefined, config)
    : new axios.CanceledError('Request stream has been aborted', config);
}

interface NodeStream {
  destroyed?: boolean;
  /** What it failed with, if it has. */
  errored?: Error | null;
  on(event: string, listener: (error?: Error) => void): void;
  once(event: string, listener: () => void): void;
  removeListener(event: string, listener: (error?: Error) => void): void;
}

/** A body that is a Node stream, or a form of the `form-data` package. */
function streamOf(body: unknown): NodeStream | undefined {
  const stream = body as { pipe?: unknown; on?: unknown } | null | undefined;
  const isStream = typeof stream?.pipe === 'function' && typeof stream.on === 'function';
  return isStream ? (body as NodeStream) : undefined;
}
