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
  config: InternalAxiosRequestConfig,
  listener: (error: Error) => void,
): () => void {
  const { signal } = config;
  const token = config.cancelToken as
    Partial<Record<'subscribe' | 'unsubscribe', (f: () => void) => void>> | undefined;
  const tell = (): void => listener(cancellationOf(config) as Error);
  signal?.addEventListener?.('abort', tell);
  token?.subscribe?.(tell);
  return () => {
    signal?.removeEventListener?.('abort', tell);
    token?.unsubscribe?.(tell);
  };
}

/** As `onCancellation`, and when the stream that is to be sent fails: unheard, its error would end the process. */
export function onInterruption(
  config: InternalAxiosRequestConfig,
  listener: (error: Error) => void,
): () => void {
  const stopListening = onCancellation(config, listener);
  const body = config.data as Partial<Record<'pipe' | 'on' | 'removeListener', unknown>> | null | undefined;
  if (typeof body?.pipe !== 'function' || typeof body.on !== 'function') return stopListening;
  const stream = body as { on: Listen; removeListener: Listen };
  const fail = (error: Error): void => listener(axios.AxiosError.from(error, undefined, config));
  stream.on('error', fail);
  return () => {
    stream.removeListener('error', fail);
    stopListening();
  };
}

type Listen = (event: string, listener: (error: Error) => void) => void;
