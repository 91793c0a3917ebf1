import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { startRedis } from '../../../examples/fleet/redis-server.js';

test('without a Redis, and without the means to install one, the exact command is told', async () => {
  await expect(startRedis({ PATH: '' })).rejects.toThrow(
    'sudo apt-get update && sudo apt-get install -y redis-server',
  );
});

test.each(['rediss://example.test', 'http://example.test', 'localhost:6379'])(
  'an address that can not be relayed is refused: %s',
  async (url) => {
    await expect(startRedis({ REDIS_URL: url })).rejects.toThrow('redis://host:port');
  },
);

describe("somebody else's Redis", () => {
  let server: Server;
  let port: number;

  beforeEach(async () => {
    server = createServer((socket) => socket.on('error', () => undefined).pipe(socket)).listen(
      0,
      '127.0.0.1',
    );
    await once(server, 'listening');
    ({ port } = server.address() as AddressInfo);
  });
  afterEach(() => server.close());

  const speak = async (url: string): Promise<[Socket, string]> => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => undefined);
    socket.write('PING');
    const [answer] = (await once(socket, 'data')) as [Buffer];
    return [socket, answer.toString()];
  };

  test('is reached by way of a relay, with its user and database', async () => {
    const redis = await startRedis({ REDIS_URL: `redis://user:secret@127.0.0.1:${port}/3` });
    expect(redis.url).toMatch(/^redis:\/\/user:secret@127\.0\.0\.1:\d+\/3$/);
    expect(redis.about).not.toContain('secret');
    const [, answer] = await speak(redis.url);
    expect(answer).toBe('PING');
    await redis.stop();
  });

  test('is cut off, not killed, and comes back at the same address', async () => {
    const redis = await startRedis({ REDIS_URL: `redis://127.0.0.1:${port}` });
    const { url } = redis;
    const [socket] = await speak(url);
    const closed = once(socket, 'close');
    await redis.kill();
    await closed;
    const refused = connect(Number(new URL(url).port), '127.0.0.1');
    await expect(once(refused, 'connect')).rejects.toThrow('ECONNREFUSED');
    expect(server.listening).toBe(true);

    await redis.restart();
    expect(redis.url).toBe(url);
    const [, answer] = await speak(url);
    expect(answer).toBe('PING');
    await redis.stop();
  });
});
