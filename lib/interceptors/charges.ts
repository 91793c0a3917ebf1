/**
 * What a request takes from each bucket: its own cost, or the quota's count of it.
 */
import type { InternalAxiosRequestConfig } from 'axios';
import type { ResolvedOptions } from '../config/resolved.js';
import type { Charge } from '../core/account.js';
import type { BucketSpec } from '../core/bucket.js';
import type { Charges } from '../core/ports.js';
import { ConfigError } from '../errors.js';

/** How many costs are remembered: they are whole numbers, and few. */
const REMEMBERED = 100;

/**
 * Makes the function that tells what a request takes. Where no quota counts by a function of its own, requests of the same cost share one answer: ten thousand
 * may wait at once.
 */
export function chargesBy(
  options: Pick<ResolvedOptions, 'quota' | 'ceiling'>,
): (config: InternalAxiosRequestConfig, cost: number) => Charges {
  if ([...options.quota, ...options.ceiling].some((spec) => spec.cost))
    return (config, cost) => chargesOf(config, cost, options);
  const known = new Map<number, Charges>();
  return (config, cost) => {
    const found = known.get(cost);
    if (found) return found;
    const charges = chargesOf(config, cost, options);
    if (known.size < REMEMBERED) known.set(cost, charges);
    return charges;
  };
}

/** @throws ConfigError when a cost is not a number, or is above what the published quota holds in a whole window. */
function chargesOf(
  config: InternalAxiosRequestConfig,
  cost: number,
  { quota, ceiling }: Pick<ResolvedOptions, 'quota' | 'ceiling'>,
): Charges {
  return {
    credential: chargeOf(config, cost, quota, 'quota'),
    provider: chargeOf(config, cost, ceiling, 'ceiling'),
  };
}

function chargeOf(
  config: InternalAxiosRequestConfig,
  units: number,
  specs: readonly BucketSpec[],
  where: string,
): Charge {
  return { units, tokens: specs.map((spec, i) => tokensOf(config, units, spec, `${where}[${i}]`)) };
}

function tokensOf(
  config: InternalAxiosRequestConfig,
  units: number,
  { cost, limit }: BucketSpec,
  where: string,
): number {
  const tokens = cost ? cost(config) : units;
  if (!(tokens >= 0 && tokens < Infinity))
    throw new ConfigError('the cost of a request', [
      {
        option: `${where}.cost`,
        problem: 'gave something that is not a number of at least 0',
        mend: 'Return the tokens that the request takes.',
      },
    ]);
  if (tokens > limit)
    throw new ConfigError('the cost of a request', [
      {
        option: cost ? `${where}.cost` : 'rateLimit.cost',
        problem: `is ${tokens}, more than the ${limit} that the quota holds in a whole window: the request could never be sent`,
        mend: 'Split the request, or correct the cost or the quota.',
      },
    ]);
  return tokens;
}
