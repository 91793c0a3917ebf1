/**
 * The connection to the fleet's Redis: runs scripts with a bound on their time, and listens for news. It uses the user's client and never closes it; the
 * subscription has a connection of its own, as Redis asks, and that is closed when nobody listens any more.
 */
import { createHash } from 'node:crypto';

/** The part of an ioredis client, version 5 or 6, standalone, Sentinel or Cluster, that is needed here. */
export interface RedisClient {
  evalsha(sha: string, keys: number, ...args: (string | number)[]): Promise<unknown>;
  eval(script: string, keys: number, ...args: (string | number)[]): Promise<unknown>;
  duplicate(): RedisClient;
  subscribe(channel: string): Promise<unknown>;
  on(event: string, listener: (...args: string[]) => void): unknown;
  off(event: string, listener: (...args: string[]) => void): unknown;
  listenerCount(event: string): number;
  disconnect(): void;
  connect(): Promise<unknown>;
  status: string;
}

export interface Subscription {
  readonly channel: string;
  readonly onMessage: (message: string) => void;
  /** From now on, and again after each time that the connection was lost: messages from before may have been missed. */
  readonly onListening: () => void;
}

/** A script may take this long, round trip included: a frozen server or a half-open connection answers nothing at all. */
const ANSWER_MS = 500;

const GRACE_MS = 25;

export class RedisLink {
  readonly #client: RedisClient;
  readonly #shas = new Map<string, string>();
  readonly #subscriptions = new Set<Subscription>();
  #subscriber: RedisClient | undefined;
  #connecting: Promise<void> | undefined;

  constructor(client: RedisClient) {
    this.#client = client;
    // Without a listener, ioredis prints to the console; the failed command tells as much. It stays: others may rely on it by now.
    if (client.listenerCount('error') === 0) client.on('error', ignore);
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

  /** Listens to a channel, through reconnections too. Returns the means to stop. */
  listen(subscription: Subscription): () => void {
    this.#subscriptions.add(subscription);
    const subscriber = (this.#subscriber ??= this.#openSubscriber());
    if (subscriber.status === 'ready') void subscribe(subscriber, subscription);
    return () => {
      this.#subscriptions.delete(subscription);
      if (this.#subscriptions.size > 0) return;
      this.#subscriber = undefined;
      subscriber.disconnect();
    };
  }

  #openSubscriber(): RedisClient {
    const subscriber = this.#client.duplicate();
    subscriber.on('error', ignore);
    subscriber.on('message', (channel, message) => {
      for (const subscription of this.#subscriptions)
        if (subscription.channel === channel) subscription.onMessage(message);
    });
    subscriber.on('ready', () => {
      for (const subscription of this.#subscriptions) void subscribe(subscriber, subscription);
    });
    if (subscriber.status === 'wait') void subscriber.connect().catch(ignore);
    return subscriber;
  }

  /** Commands to a client that is not connected would pile up in its queue, and be run long after anybody waits for them. */
  #whenReady(): Promise<void> {
    if (this.#client.status === 'ready') return Promise.resolve();
    return (this.#connecting ??= this.#connect().finally(() => (this.#connecting = undefined)));
  }

  #connect(): Promise<void> {
    const client = this.#client;
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

async function subscribe(subscriber: RedisClient, { channel, onListening }: Subscription): Promise<void> {
  try {
    await subscriber.subscribe(channel);
  } catch {
    return; // the connection is gone: it comes back, and with it this
  }
  onListening();
}

const ignore = (): void => undefined;
