/**
 * After the integration tests. Jest loads this without our module names.
 */
import type { RedisServer } from './redis-server';

export default async function teardown(): Promise<void> {
  await (globalThis as { redisForTests?: RedisServer }).redisForTests?.stop();
}
