/**
 * The fleet on Redis, as users set it up.
 */
import { randomUUID } from 'node:crypto';
import type { Fleet, OutagePolicy } from '../core/ports.js';
import { ConfigError } from '../errors.js';
import { RedisLedger } from './ledger-redis.js';
import { RedisLink } from './redis-link.js';
import type { RedisClient } from './redis-link.js';

export interface RedisFleetOptions {
  /**
   * An ioredis client, version 5 or 6: standalone, Sentinel or Cluster. It stays yours: it is never closed here. News from other processes come over a
   * duplicate of it.
   * @example client: new Redis(process.env.REDIS_URL)
   */
  client: RedisClient;
  /**
   * Goes before all keys. Fleets that are to share limits need the same.
   * @default 'rate-limit'
   */
  prefix?: string;
  /**
   * What holds while Redis is out of reach. `share`: this process's part of the limits, by how many processes lived last; `fail`: calls
   * are rejected at once; `open`: no limit.
   * @default 'share'
   */
  onOutage?: OutagePolicy;
  /**
   * How many processes to reckon with while Redis has not told yet how many there are: it matters when Redis is out of reach from the start.
   * @default 10
   */
  processes?: number;
}

const POLICIES: readonly unknown[] = ['share', 'fail', 'open'];

/**
 * Makes the limits hold for the sum of all processes that use the same Redis and prefix.
 * @throws ConfigError when the options can't be meant as they are.
 * @example rateLimitHandler({ provider: 'slack', quota, fleet: redisFleet({ client: new Redis(url) }) })
 */
export function redisFleet({
  client,
  prefix = 'rate-limit',
  onOutage = 'share',
  processes = 10,
}: RedisFleetOptions): Fleet {
  const problems = [];
  if (typeof (client as Partial<RedisClient> | undefined)?.evalsha !== 'function')
    problems.push({
      option: 'client',
      problem: 'is not an ioredis client',
      mend: "Give one: new Redis(url), from the package 'ioredis'.",
    });
  if (typeof prefix !== 'string' || !/^[\w:.-]{1,64}$/.test(prefix))
    problems.push({
      option: 'prefix',
      problem: 'has characters that a key should not have, or is too long',
      mend: 'Use letters, digits, and : . _ - (64 at the most).',
    });
  if (!POLICIES.includes(onOutage))
    problems.push({ option: 'onOutage', problem: 'is no policy', mend: "Write 'share', 'fail' or 'open'." });
  if (!Number.isInteger(processes) || processes < 1)
    problems.push({
      option: 'processes',
      problem: 'is not a whole number of at least 1',
      mend: 'Write how many processes share the limits at the most.',
    });
  if (problems.length > 0) throw new ConfigError('redisFleet(options)', problems);
  const link = new RedisLink(client);
  return {
    openLedger: (terms) =>
      new RedisLedger(terms, { link, prefix, process: randomUUID(), processes, onOutage }),
  };
}
