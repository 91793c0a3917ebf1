/**
 * Before the integration tests: the Redis that those share which do it no harm. REDIS_URL names it, or else a server is started. Jest loads this without our module
 * names.
 */
import { RedisServer } from './redis-server';

export default async function setup(): Promise<void> {
  if (process.env.REDIS_URL) {
    process.env.TEST_REDIS_URL = process.env.REDIS_URL;
    return;
  }
  const server = await RedisServer.start();
  (globalThis as { redisForTests?: RedisServer }).redisForTests = server;
  process.env.TEST_REDIS_URL = server.url;
}
