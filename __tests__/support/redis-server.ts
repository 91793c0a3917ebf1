/**
 * Redis servers that a test starts, kills, freezes and starts again. None outlives the process that started it. Imports Node's own modules only, and
 * its neighbour by a name that Jest's global set-up finds as well.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { findRedis } from './redis-program';

/** A server takes a few milliseconds to start; a busy machine is given this long. */
const START_MS = 15_000;

/**
 * The shell waits for the end of its input, which comes when the server is to be killed, and also when this process ends in whatever way.
 */
const GUARD = '"$0" "$@" >/dev/null & echo $!; cat >/dev/null; kill -9 $!; wait $!';

export class RedisServer {
  readonly port: number;
  readonly #args: readonly string[];
  readonly #folder = mkdtempSync(join(tmpdir(), 'redis-'));
  #guard: ChildProcess | undefined;
  #pid = 0;

  private constructor(port: number, args: readonly string[]) {
    this.port = port;
    this.#args = args;
  }

  /** @param args options of the program, such as `['--maxmemory', '1']` */
  static async start(args: readonly string[] = []): Promise<RedisServer> {
    const server = new RedisServer(await freePort(), args);
    await server.restart();
    return server;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  /** Starts it, empty, at the same address as before. */
  async restart(args: readonly string[] = this.#args): Promise<void> {
    const options = ['--port', `${this.port}`, '--bind', '127.0.0.1', '--dir', this.#folder];
    const guard = spawn(
      '/bin/sh',
      ['-c', GUARD, findRedis(), ...options, '--save', '', '--appendonly', 'no', ...args],
      { stdio: ['pipe', 'pipe', 'ignore'], detached: true },
    );
    this.#guard = guard;
    const [pid] = (await once(createInterface(guard.stdout), 'line')) as [string];
    this.#pid = Number(pid);
    const giveUpAt = Date.now() + START_MS;
    while (!(await answers(this.port))) {
      if (Date.now() > giveUpAt) throw new Error(`redis-server does not answer on port ${this.port}`);
      await sleep(10);
    }
    // It must not keep the test run from ending.
    guard.unref();
    for (const stream of [guard.stdin, guard.stdout]) (stream as unknown as { unref(): void }).unref();
  }

  /** Kills it without a warning; what it held is gone. */
  async kill(): Promise<void> {
    const guard = this.#guard;
    if (!guard) return;
    this.#guard = undefined;
    guard.ref();
    const exit = once(guard, 'exit');
    guard.stdin?.end();
    await exit;
  }

  /** Stops it where it stands: connections stay open, and nothing is answered. */
  freeze(): void {
    process.kill(this.#pid, 'SIGSTOP');
  }

  thaw(): void {
    process.kill(this.#pid, 'SIGCONT');
  }

  async stop(): Promise<void> {
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Any answer will do: with a password, it is an error. */
function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
    const settle = (answer: boolean): void => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(1_000, () => settle(false));
    socket.once('data', (data) => settle(/^(\+PONG|-NOAUTH)/.test(data.toString())));
    socket.once('error', () => settle(false));
  });
}
