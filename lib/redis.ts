/**
 * The fleet's entry: one limit over all processes, on Redis. For Node.
 */
export { redisFleet } from './admission/redis-fleet.js';
export type { RedisFleetOptions } from './admission/redis-fleet.js';
export type { RedisClient } from './admission/redis-link.js';
export type { Fleet, FleetEvent, OutagePolicy } from './core/ports.js';
