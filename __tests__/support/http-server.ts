/**
 * A real HTTP server on loopback that follows a script and remembers what it was sent.
 * For every test of what crosses the wire. Imports Node's own modules only.
 */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** One request as it came over the wire. It is listed when its header section has arrived; the body follows. */
export interface ReceivedRequest {
  method: string;
  /** Path and query, as sent. */
  url: string;
  /** Names in lower case. */
  headers: IncomingHttpHeaders;
  /** Names and values in turn, with the case and the repetitions that were sent. */
  rawHeaders: readonly string[];
  /** Every byte of the body; empty until `complete`. */
  body: Buffer;
  /** Whether the whole body has arrived. Only then is the request answered. */
  complete: boolean;
  /** When the header section arrived, epoch ms. */
  receivedAt: number;
  /** Number of the connection, from 1. Two requests with the same number shared a kept-alive connection. */
  socket: number;
  /** Settles when the exchange is over: the answer is sent, or the client or the server hung up. */
  closed: Promise<void>;
}

/** What goes before a body. */
interface Head {
  /** Default 200. */
  status?: number;
  /** An array sends the field several times. */
  headers?: Record<string, string | number | readonly string[]>;
}

/** A complete answer. An object as body is sent as JSON. */
export interface Answer extends Head {
  body?: string | Buffer | object;
}

/** An answer in pieces. Each piece is flushed by itself. */
export interface Drip extends Head {
  drip: readonly (string | Buffer)[];
  /** Pause before each piece, in ms. Default 0: the next turn of the event loop. */
  everyMs?: number;
  /** What follows the last piece: the proper end (the default), a connection reset, or nothing ever. */
  ending?: 'end' | 'reset' | 'hang';
}

/** `reset` answers by a TCP reset, `hang` never answers (until `close()`). */
export type Reply = Answer | Drip | { reset: true } | { hang: true };

/** Answers a request; `index` counts all requests from 0. */
export type Handler = (request: ReceivedRequest, index: number) => Reply | Promise<Reply>;

/**
 * One reply for all requests, one handler for all, or a list with one step for each request.
 * A request beyond the end of a list gets a 500, which no well-behaved client sends again.
 */
export type Script = Reply | Handler | readonly (Reply | Handler)[];

export interface TestServer {
  /** Such as `http://127.0.0.1:40123`, without a slash at the end. */
  url: string;
  /** All requests so far, in the order of arrival. */
  requests: ReceivedRequest[];
  /** Resolves once `count` requests have arrived, bodies and all. */
  received(count: number): Promise<void>;
  /** Cuts all connections and stops listening. Nothing of the server outlives it. */
  close(): Promise<void>;
}

/** Starts a server on a free port of 127.0.0.1. Close it when the test is over. */
export async function startServer(script: Script): Promise<TestServer> {
  const requests: ReceivedRequest[] = [];
  const sockets = new WeakMap<Socket, number>();
  const waiting = new Set<() => void>();

  const server = createServer((incoming, response) => {
    const index = requests.length;
    const request: ReceivedRequest = {
      method: incoming.method ?? '',
      url: incoming.url ?? '',
      headers: incoming.headers,
      rawHeaders: incoming.rawHeaders,
      body: Buffer.alloc(0),
      complete: false,
      receivedAt: Date.now(),
      socket: sockets.get(incoming.socket) ?? 0,
      closed: new Promise((resolve) => response.once('close', resolve)),
    };
    requests.push(request);

    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('error', () => undefined); // the client hung up in mid-body: `complete` stays false
    incoming.on('end', () => {
      request.body = Buffer.concat(chunks);
      request.complete = true;
      for (const look of [...waiting]) look();
      void answer(script, request, index, response);
    });
  });

  let connections = 0;
  server.on('connection', (socket) => sockets.set(socket, (connections += 1)));

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    received: (count) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (requests.filter((request) => request.complete).length < count) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Finds the step for a request and carries it out. A handler that throws is answered by a 500 with its message. */
async function answer(
  script: Script,
  request: ReceivedRequest,
  index: number,
  response: ServerResponse,
): Promise<void> {
  try {
    const step = isList(script) ? script[index] : script;
    if (step === undefined) throw new Error(`the script has no step for request number ${index + 1}`);
    await send(typeof step === 'function' ? await step(request, index) : step, response);
  } catch (error) {
    if (!response.headersSent) response.writeHead(500);
    response.end(String(error));
  }
}

async function send(reply: Reply, response: ServerResponse): Promise<void> {
  if ('hang' in reply) return;
  if ('reset' in reply) return reset(response);

  const headers = Object.entries(reply.headers ?? {});
  for (const [name, value] of headers) response.setHeader(name, value);
  response.statusCode = reply.status ?? 200;

  if (!('drip' in reply)) return sendWhole(reply.body, response);

  response.flushHeaders();
  for (const piece of reply.drip) {
    await pause(reply.everyMs ?? 0);
    if (response.destroyed) return;
    response.write(piece);
  }
  await pause(0); // lets the last piece reach the wire before the connection is cut
  if (reply.ending === 'reset') reset(response);
  else if (reply.ending !== 'hang') response.end();
}

function sendWhole(body: Answer['body'], response: ServerResponse): void {
  if (body === undefined || typeof body === 'string' || Buffer.isBuffer(body)) {
    response.end(body);
    return;
  }
  if (!response.hasHeader('content-type')) response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(body));
}

function reset(response: ServerResponse): void {
  response.socket?.resetAndDestroy();
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => (ms > 0 ? setTimeout(resolve, ms) : setImmediate(resolve)));
}

/** `Array.isArray` does not narrow a readonly array. */
function isList(script: Script): script is readonly (Reply | Handler)[] {
  return Array.isArray(script);
}
