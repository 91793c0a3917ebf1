/**
 * The Redis that the integration tests share. Each test takes a prefix of its own.
 */
import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';

export function sharedRedisUrl(): string {
  const url = process.env.TEST_REDIS_URL;
  if (!url)
    throw new Error('TEST_REDIS_URL is not set: the global set-up of the integration tests does that');
  return url;
}

/** A client of the shared server. To be disconnected by the test. */
export function sharedRedis(): Redis {
  return new Redis(sharedRedisUrl());
}

/** So that tests, and runs of them, don't meet in one database. */
export function ownPrefix(): string {
  return `test-${randomUUID()}`;
}
