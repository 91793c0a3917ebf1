/**
 * A Redis for the demo and the bench: the one that REDIS_URL names, else a server of one's own on a free port, which is installed first where that is possible.
 * Node's own modules only.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { RedisRelay } from './redis-relay.js';

const HELP = `This needs a Redis server. Run

    sudo apt-get update && sudo apt-get install -y redis-server      (Debian, Ubuntu)
    brew install redis                                               (macOS)

or name a running one: REDIS_URL=redis://127.0.0.1:6379`;

/** A server takes a few milliseconds to start; a busy machine is given this long. */
const START_MS = 10_000;

export interface RedisServer {
  readonly url: string;
  /** What there is, in words. */
  readonly about: string;
  /** Takes it away without a warning: a server of one's own is killed, and another's is cut off. */
  kill(): Promise<void>;
  /** Brings it back at the same address. A server of one's own comes back empty. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** @throws Error when there is no Redis and none can be installed; its message says what to do. */
export async function startRedis(env: NodeJS.ProcessEnv = process.env): Promise<RedisServer> {
  if (env.REDIS_URL) return RedisRelay.to(env.REDIS_URL);
  const program = findProgram(env) ?? install(env);
  if (!program) throw new Error(HELP);
  return OwnServer.start(program, await freePort());
}

/** For programs: without a Redis they end, and say what to do. */
export async function startRedisOrExit(): Promise<RedisServer> {
  try {
    return await startRedis();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}

class OwnServer implements RedisServer {
  readonly about = 'a Redis of its own';
  readonly #program: string;
  readonly #port: number;
  #guard: ChildProcess | undefined;

  private constructor(program: string, port: number) {
    this.#program = program;
    this.#port = port;
  }

  static async start(program: string, port: number): Promise<OwnServer> {
    const server = new OwnServer(program, port);
    await server.restart();
    return server;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.#port}`;
  }

  async restart(): Promise<void> {
    const options = ['--port', `${this.#port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    // The shell waits for the end of its input. That comes when it is asked for, and also when this process ends in whatever way: no server is left behind.
    const script = '"$0" "$@" >/dev/null & server=$!; cat >/dev/null; kill -9 $server; wait $server';
    this.#guard = spawn('/bin/sh', ['-c', script, this.#program, ...options], {
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
    });
    const giveUpAt = Date.now() + START_MS;
    while (!(await answers(this.#port))) {
      if (Date.now() > giveUpAt)
        throw new Error(`${this.#program} does not answer on port ${this.#port} of 127.0.0.1`);
      await sleep(10);
    }
  }

  async kill(): Promise<void> {
    const guard = this.#guard;
    if (!guard) return;
    this.#guard = undefined;
    const exit = once(guard, 'exit');
    guard.stdin?.end();
    await exit;
  }

  async stop(): Promise<void> {
    await this.kill();
  }
}

/** Valkey is Redis by another name. */
function findProgram(env: NodeJS.ProcessEnv): string | undefined {
  return onPath('redis-server', env) ?? onPath('valkey-server', env);
}

function install(env: NodeJS.ProcessEnv): string | undefined {
  const aptGet = onPath('apt-get', env);
  if (!aptGet || process.getuid?.() !== 0) return undefined;
  console.log('There is no redis-server: installing it with apt-get.');
  const options = { stdio: 'ignore', env: { ...env, DEBIAN_FRONTEND: 'noninteractive' } } as const;
  try {
    execFileSync(aptGet, ['update'], options);
    execFileSync(aptGet, ['install', '-y', '--no-install-recommends', 'redis-server'], options);
  } catch {
    return undefined; // offline, say: the message tells what to do
  }
  return findProgram(env);
}

function onPath(program: string, env: NodeJS.ProcessEnv): string | undefined {
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => join(folder, program)).find((path) => existsSync(path));
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
    const settle = (answer: boolean): void => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(1_000, () => settle(false));
    socket.once('data', (data) => settle(data.toString().startsWith('+PONG')));
    socket.once('error', () => settle(false));
  });
}
