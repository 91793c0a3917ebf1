/**
 * The demo's upstream on a real socket: HTTP around a service. Node's own modules and the service's types only.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceReply, ServiceRequest } from './payment-service.js';

/** What answers the requests. */
export interface Service {
  handle(request: ServiceRequest, now: number): ServiceReply;
}

export interface Upstream {
  /** Such as `http://127.0.0.1:40123`. */
  url: string;
  close(): Promise<void>;
}

/** Serves on a free port of 127.0.0.1. `latencyMs`: what an answer takes, so that calls overlap as real ones do. */
export async function startUpstream(service: Service, latencyMs = 15): Promise<Upstream> {
  const server = createServer((incoming, response) => void exchange(service, latencyMs, incoming, response));
  server.keepAliveTimeout = 0; // never hangs up on an idle connection: all faults here are planned ones
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function exchange(
  service: Service,
  latencyMs: number,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  let body = '';
  incoming.setEncoding('utf8');
  incoming.on('data', (chunk: string) => (body += chunk));
  await once(incoming, 'end');

  const key = incoming.headers['idempotency-key'];
  const reply = service.handle(
    {
      method: incoming.method ?? '',
      path: incoming.url ?? '',
      credential: incoming.headers.authorization ?? '',
      key: typeof key === 'string' ? key : undefined,
      body,
    },
    performance.now(),
  );
  await sleep(latencyMs);
  send(reply, response);
}

function send(reply: ServiceReply, response: ServerResponse): void {
  if ('reset' in reply) {
    response.socket?.resetAndDestroy();
    return;
  }
  response.writeHead(reply.status, { ...reply.headers, 'Content-Type': 'application/json' });
  response.end(JSON.stringify(reply.body));
}
