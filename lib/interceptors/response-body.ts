/**
 * A look into a response's body as it comes from the adapter, before axios transforms it: bounded, and without taking anything away from the caller.
 */
import type { AxiosResponse } from 'axios';
import type { Clock } from '../core/ports.js';

/** Codes stand at the beginning of an error's body, and no error body of use is larger. */
const MOST_BYTES = 65_536;

/** How long the first bytes of a streamed body are waited for: it is only for a better classification. */
const PEEK_MS = 1_000;

interface NodeStream {
  readonly readableLength?: number;
  /** Of an http message: all of it has come. */
  readonly complete?: boolean;
  read(): unknown;
  unshift(chunk: unknown): void;
  once(event: string, listener: () => void): void;
  removeListener(event: string, listener: () => void): void;
  destroy(): void;
}

/** The body in a form that the classifier reads: parsed or text. Streams are looked into only where they carry an error. */
export async function peekBody(response: AxiosResponse, clock: Clock): Promise<unknown> {
  const { data, status } = response as { data: unknown; status: number };
  if (isBytes(data)) return data.byteLength <= MOST_BYTES ? text(data) : undefined;
  if (isBlob(data)) return data.size <= MOST_BYTES ? data.text() : undefined;
  if (status < 400) return isStream(data) ? undefined : data;
  if (isNodeStream(data)) return peekNodeStream(data, clock);
  if (isWebStream(data)) {
    const [ours, theirs] = data.tee();
    response.data = theirs;
    return peekWebStream(ours, clock);
  }
  return data;
}

/** Lets go of a body that nobody will read, so that its socket is free for the next attempt. */
export function discardBody(response: AxiosResponse | undefined): void {
  const data: unknown = response?.data;
  if (isNodeStream(data)) data.destroy();
  else if (isWebStream(data)) data.cancel().catch(() => undefined);
}

const isNodeStream = (data: unknown): data is NodeStream =>
  typeof (data as { pipe?: unknown } | null)?.pipe === 'function' &&
  typeof (data as Partial<NodeStream>).unshift === 'function';
const isWebStream = (data: unknown): data is ReadableStream<Uint8Array> =>
  typeof (data as { getReader?: unknown } | null)?.getReader === 'function';
const isStream = (data: unknown): boolean => isNodeStream(data) || isWebStream(data);
const isBytes = (data: unknown): data is ArrayBuffer | Uint8Array =>
  data instanceof ArrayBuffer || data instanceof Uint8Array;
const isBlob = (data: unknown): data is Blob => typeof Blob === 'function' && data instanceof Blob;

function text(bytes: ArrayBuffer | Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

/** What has arrived first, put back at once, before the stream can notice that it is empty. */
async function peekNodeStream(stream: NodeStream, clock: Clock): Promise<string | undefined> {
  if (stream.readableLength === 0 && !stream.complete)
    await firstOf(clock, (ready) => {
      const events = ['readable', 'end', 'error', 'close'];
      events.forEach((event) => stream.once(event, ready));
      return () => events.forEach((event) => stream.removeListener(event, ready));
    });
  // An empty stream that is listened to, or read, when all has come is over before the caller can hear of it.
  if (stream.readableLength === 0) return undefined;
  const chunk = stream.read();
  if (chunk === null || chunk === undefined) return undefined;
  stream.unshift(chunk);
  if (typeof chunk === 'string') return chunk.slice(0, MOST_BYTES);
  return chunk instanceof Uint8Array ? text(chunk.subarray(0, MOST_BYTES)) : undefined;
}

/** Reads one of the two ends of a tee; the caller's end keeps everything. */
async function peekWebStream(stream: ReadableStream<Uint8Array>, clock: Clock): Promise<string | undefined> {
  const reader = stream.getReader();
  let first: Uint8Array | undefined;
  await firstOf(clock, (ready) => {
    reader.read().then(({ value }) => ready((first = value)), ready);
    return () => undefined;
  });
  reader.cancel().catch(() => undefined);
  return first && text(first.subarray(0, MOST_BYTES));
}

/** Waits until `subscribe` calls back, and no longer than `PEEK_MS`. */
function firstOf(clock: Clock, subscribe: (ready: (_?: unknown) => void) => () => void): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clock.clearTimeout(timer);
      unsubscribe();
      resolve();
    };
    const timer = clock.setTimeout(done, PEEK_MS);
    const unsubscribe = subscribe(done);
  });
}
