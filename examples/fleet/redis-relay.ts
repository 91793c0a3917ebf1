/**
 * The way to somebody else's Redis, which can be cut: a server that isn't ours is not to be killed. Node's own modules only.
 */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

const REDIS_PORT = 6379;

export class RedisRelay {
  readonly about: string;
  readonly #to: URL;
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;
  #port = 0;

  private constructor(to: URL) {
    this.#to = to;
    this.about = `the Redis at ${to.host}, by way of a relay that can be cut`;
  }

  /** @throws Error when the address is not one that can be relayed. */
  static async to(url: string): Promise<RedisRelay> {
    if (!URL.canParse(url) || new URL(url).protocol !== 'redis:')
      throw new Error(
        'REDIS_URL has to be of the form redis://host:port (a certificate would not fit the relay).',
      );
    const relay = new RedisRelay(new URL(url));
    await relay.restart();
    return relay;
  }

  /** The user and the database are kept, the address is the relay's. */
  get url(): string {
    const url = new URL(this.#to);
    url.host = `127.0.0.1:${this.#port}`;
    return url.href;
  }

  async restart(): Promise<void> {
    this.#server = createServer((near) => this.#relay(near)).listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  async kill(): Promise<void> {
    const server = this.#server;
    if (!server) return;
    this.#server = undefined;
    const closed = once(server, 'close');
    server.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  async stop(): Promise<void> {
    await this.kill();
  }

  #relay(near: Socket): void {
    const far = connect(Number(this.#to.port) || REDIS_PORT, this.#to.hostname);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      socket.setNoDelay(true);
      this.#sockets.add(socket);
      socket.on('error', () => undefined); // 'close' follows, and takes the other side along
      socket.on('close', () => {
        this.#sockets.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  }
}
