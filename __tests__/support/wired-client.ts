/**
 * An axios client with a handler on it, in front of a real HTTP server: real sockets, and a clock that the test moves. For every test of a whole call.
 */
import { Agent } from 'node:http';
import type { Socket } from 'node:net';
import axios from 'axios';
import type { AxiosInstance, CreateAxiosDefaults } from 'axios';
import { rateLimitHandler, use } from '../../lib/index.js';
import type { RateLimitHandler, RateLimitOptions } from '../../lib/index.js';
import { FakeClock, settle, until } from './fake-clock.js';
import { startServer } from './http-server.js';
import type { Handler, Script, TestServer } from './http-server.js';

export interface Wired {
  client: AxiosInstance;
  limits: RateLimitHandler;
  server: TestServer;
  clock: FakeClock;
  /** When each request was dispatched, in ms since the start, by the test's clock: told by the agent that opens the sockets, not by the handler. */
  sentAt: readonly number[];
  /** The first instant, epoch ms by the test's clock. */
  startedAt: number;
  /** Waits until nothing moves on the wire any more, and what came over it has been worked through. */
  quiet(): Promise<void>;
  /** Lets time pass for as long as the call runs: whenever the wire is quiet, up to the next timer. */
  drive<T>(call: Promise<T>): Promise<T>;
  /** As `drive`, for a call that fails. Gives what it failed with. */
  failureOf(call: Promise<unknown>): Promise<WireError>;
}

/** What a failed call gives, as far as tests look at it. */
export interface WireError extends Error {
  code?: string;
  config?: object;
  response?: { status: number; data: unknown };
  retryAt?: number;
  reason?: string;
}

export interface WiredOptions extends RateLimitOptions {
  /** A clock that the server's script looks at too. */
  clock?: FakeClock;
  /** What the server takes its time with. */
  latency?: Latency;
  /** Defaults of the axios instance. */
  axios?: CreateAxiosDefaults;
}

/** To be called once in a test file. Gives the means to set up a client in a test; it is taken down after the test. */
export function wiring(): (script: Script, options?: WiredOptions) => Promise<Wired> {
  const open: TestServer[] = [];
  afterEach(async () => {
    await Promise.all(open.splice(0).map((server) => server.close()));
  });
  return async (script, options) => {
    const server = await startServer(script);
    open.push(server);
    return connect(server, options);
  };
}

function connect(
  server: TestServer,
  { axios: defaults, clock = new FakeClock(), latency, ...options }: WiredOptions = {},
): Wired {
  const startedAt = clock.now();
  const limits = rateLimitHandler({ ...options, clock });
  const agent = new WatchedAgent(() => clock.now() - startedAt);
  const client = use(
    axios.create({ baseURL: server.url, httpAgent: agent, proxy: false, ...defaults }),
    limits,
  );
  const isQuiet = (): boolean => agent.onTheWire === (latency?.pending ?? 0);
  const quiet = async (): Promise<void> => {
    do {
      await until(isQuiet);
      await settle();
      await settle();
    } while (!isQuiet());
  };
  const drive = async <T>(call: Promise<T>): Promise<T> => {
    let done = false;
    const end = (): void => void (done = true);
    call.then(end, end);
    for (;;) {
      await quiet();
      if (done) return call;
      const [next] = clock.pending;
      if (next !== undefined) await clock.advance(next);
    }
  };
  const failureOf = (call: Promise<unknown>): Promise<WireError> =>
    drive(
      call.then(
        () => {
          throw new Error('the call did not fail');
        },
        (error: WireError) => error,
      ),
    );
  return { client, limits, server, clock, sentAt: agent.sentAt, startedAt, quiet, drive, failureOf };
}

/** An upstream that takes its time, by the test's clock. */
export class Latency {
  readonly #clock: FakeClock;
  readonly #ms: number;
  #pending = 0;

  constructor(clock: FakeClock, ms: number) {
    this.#clock = clock;
    this.#ms = ms;
  }

  /** Requests that wait for their answer. */
  get pending(): number {
    return this.#pending;
  }

  /** Makes up its mind when the request comes, and answers later. */
  delay(handler: Handler): Handler {
    return async (request, index) => {
      const reply = await handler(request, index);
      this.#pending += 1;
      await new Promise<void>((resolve) => this.#clock.setTimeout(resolve, this.#ms));
      this.#pending -= 1;
      return reply;
    };
  }
}

/** One socket for each request: so what is on the wire can be counted, and no pooled socket is closed under a request by the server. */
class WatchedAgent extends Agent {
  readonly sentAt: number[] = [];
  onTheWire = 0;
  readonly #now: () => number;

  constructor(now: () => number) {
    super({ keepAlive: false });
    this.#now = now;
  }

  override createConnection(...args: Parameters<Agent['createConnection']>): Socket {
    const socket = super.createConnection(...args) as Socket;
    this.sentAt.push(this.#now());
    this.onTheWire += 1;
    socket.once('close', () => (this.onTheWire -= 1));
    return socket;
  }
}
