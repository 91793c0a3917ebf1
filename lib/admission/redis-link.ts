/**
 * The connection to the fleet's Redis: runs scripts with a bound on their time, and listens for news. It uses the user's client and never closes it; the
 * subscription has a connection of its own, as Redis asks, and that is closed with the ledger.
 */
import { createHash } from 'node:crypto';

/** The part of an ioredis client, version 5 or 6, standalone, Sentinel or Cluster, that is needed here. */
export interface RedisClient {
  evalsha(sha: string, keys: number, ...args: (string | number)[]): Promise<unknown>;
  eval(script: string, keys: number, ...args: (string | number)[]): Promise<unknown>;
  duplicate(): RedisClient;
  subscribe(channel: string): Promise<unknown>;
  on(event: string, listener: (...args: string[]) => void): unknown;
  off(event: string, listener: (...args: never[]) => void): unknown;
  disconnect(): void;
  connect(): Promise<unknown>;
  status: string;
}

/** A script may take this long, round trip included: a frozen server or a half-open connection answers nothing at all. */
const ANSWER_MS = 500;

const GRACE_MS = 25;

export class RedisLink {
  readonly #client: RedisClient;
  readonly #shas = new Map<string, string>();
  #subscriber: RedisClient | undefined;

  constructor(client: RedisClient) {
    this.#client = client;
    client.on('error', ignore); // without a listener, ioredis prints to the console; the failed command tells as much
  }

  /** @throws Error when Redis refuses, can't be reached, or does not answer in time. */
  async run(script: string, keys: readonly string[], args: readonly (string | number)[]): Promise<unknown> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_, reject) => {
      const giveUp = (): void => reject(new Error(`no answer within ${ANSWER_MS} ms`));
      // A process that was busy or stopped itself sees its timers before the answers that have long arrived: those get their turn first.
      timer = setTimeout(() => (timer = setTimeout(giveUp, GRACE_MS)), ANSWER_MS);
    });
    const running = this.#whenReady().then(() => this.#eval(script, keys, args));
    running.catch(ignore);
    try {
      return await Promise.race([running, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Calls back for each message of the channel, now and after each reconnection. */
  listen(channel: string, onMessage: (message: string) => void): void {
    const subscriber = (this.#subscriber = this.#client.duplicate());
    const subscribe = (): void => void subscriber.subscribe(channel).catch(ignore);
    subscriber.on('error', ignore);
    subscriber.on('message', (_, message) => onMessage(message as string));
    subscriber.on('ready', subscribe);
    if (subscriber.status === 'wait') void subscriber.connect().catch(ignore);
  }

  shut(): void {
    this.#client.off('error', ignore);
    this.#subscriber?.disconnect();
  }

  /** Commands to a client that is not connected would pile up in its queue, and be run long after anybody waits for them. */
  #whenReady(): Promise<void> {
    const client = this.#client;
    if (client.status === 'ready') return Promise.resolve();
    if (client.status === 'wait') void client.connect().catch(ignore);
    return new Promise((resolve, reject) => {
      const stop = (): void => {
        clearTimeout(timer);
        client.off('ready', ready);
      };
      const ready = (): void => (stop(), resolve());
      const timer = setTimeout(
        () => (stop(), reject(new Error(`not connected (${client.status})`))),
        ANSWER_MS,
      );
      client.on('ready', ready);
    });
  }

  async #eval(script: string, keys: readonly string[], args: readonly (string | number)[]): Promise<unknown> {
    let sha = this.#shas.get(script);
    if (!sha) this.#shas.set(script, (sha = createHash('sha1').update(script).digest('hex')));
    try {
      return await this.#client.evalsha(sha, keys.length, ...keys, ...args);
    } catch (error) {
      // A restart, a fail-over or SCRIPT FLUSH empties the server's cache.
      if (!/NOSCRIPT/.test(String(error))) throw error;
      return this.#client.eval(script, keys.length, ...keys, ...args);
    }
  }
}

const ignore = (): void => undefined;
