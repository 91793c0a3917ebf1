/**
 * Binance. Imports only core and its neighbours.
 */
import type { Classification, ProviderPreset, RequestConfig, ResponseFacts } from '../core/types.js';
import { DAY, MINUTE, SECOND, withOverrides, type PresetOverrides } from './preset.js';
import { methodOf, pathOf } from './request-parts.js';
import { bodyAt, textAt } from './response-parts.js';

/**
 * Binance's spot API. The ceiling is that of your IP address, in weights: give a heavy request its own with `rateLimit: { cost }`. Who goes on after a 429
 * is banned by 418s, for minutes to days. An order can be sent twice safely only with a `newClientOrderId`, and `idempotent: true`.
 */
export function binance(overrides?: PresetOverrides): ProviderPreset {
  return withOverrides(
    {
      id: 'binance',
      name: 'Binance',
      source: 'https://developers.binance.com/docs/binance-spot-api-docs/rest-api/limits',
      keyedOn: 'IP address; orders: account',
      headers: ['X-MBX-Used-Weight-*', 'X-MBX-Order-Count-*', 'Retry-After'],
      quota: [
        { limit: 100, windowMs: 10 * SECOND, counts: 'orders', cost: ordersOf },
        { limit: 200_000, windowMs: DAY, counts: 'orders', cost: ordersOf },
      ],
      ceiling: { limit: 6_000, windowMs: MINUTE, counts: 'weight' },
      reading: {
        statuses: { 418: 'rate_limited' },
        codes: {
          '-1003': 'rate_limited',
          '-1015': 'rate_limited',
          '-1034': 'rate_limited',
          '-1008': 'transient',
        },
      },
      rule: readReach,
    },
    overrides,
  );
}

function ordersOf(config: RequestConfig): number {
  return methodOf(config) === 'POST' && /\/order(?:\/cancelReplace|List\/\w+)?$/.test(pathOf(config)) ? 1 : 0;
}

/** Weight is the address's, whoever calls; the orders of a day share their code with those of ten seconds. */
function readReach(response: ResponseFacts): Partial<Classification> | undefined {
  const code = bodyAt(response, 'code');
  if (code === -1015 && /per (?:1 )?DAY/i.test(textAt(response, 'msg')))
    return { class: 'quota_exhausted', reason: `${response.status} -1015 per DAY` };
  return code === -1003 || response.status === 418 ? { scope: 'provider' } : undefined;
}
