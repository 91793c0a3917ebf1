/**
 * Shopify's Admin API. Imports only core and its neighbours.
 */
import type { Classification, ProviderPreset, RequestConfig, ResponseFacts } from '../core/types.js';
import { SECOND, withOverrides, type PresetOverrides } from './preset.js';
import { pathOf } from './request-parts.js';
import { bodyAt } from './response-parts.js';

/**
 * Shopify's Admin API, REST and GraphQL. The quota is REST's of a standard plan, 2 a second out of a bucket of 40; Advanced has twice, Plus ten
 * times as much: `shopify({ quota: { limit: 400, windowMs: 20_000 } })`. The cost of a GraphQL query is known only afterwards: those calls are not held
 * back beforehand, but a refusal is waited out for as long as the missing points take to flow in.
 */
export function shopify(overrides?: PresetOverrides): ProviderPreset {
  return withOverrides(
    {
      id: 'shopify',
      name: 'Shopify',
      source: 'https://shopify.dev/docs/api/usage/limits',
      keyedOn: 'app and shop; REST and GraphQL by themselves',
      headers: ['X-Shopify-Shop-Api-Call-Limit', 'Retry-After'],
      quota: {
        limit: 40,
        windowMs: 20 * SECOND,
        counts: 'REST requests',
        cost: (config) => (isGraphql(config) ? 0 : 1),
      },
      scope: (config) => (isGraphql(config) ? 'graphql' : undefined),
      reading: { codes: { MAX_COST_EXCEEDED: 'permanent' } },
      rule: readQueryCost,
    },
    overrides,
  );
}

function isGraphql(config: RequestConfig): boolean {
  return pathOf(config).endsWith('/graphql.json');
}

interface QueryCost {
  requestedQueryCost?: unknown;
  throttleStatus?: { maximumAvailable?: unknown; currentlyAvailable?: unknown; restoreRate?: unknown };
}

/** The points that are left, and how long those that a refused query lacks take to flow in. */
function readQueryCost(
  response: ResponseFacts,
  generic: Classification,
): Partial<Classification> | undefined {
  const { requestedQueryCost, throttleStatus } = (bodyAt(response, 'extensions', 'cost') ?? {}) as QueryCost;
  const { maximumAvailable: limit, currentlyAvailable: remaining, restoreRate } = throttleStatus ?? {};
  if (!isCount(limit) || !isCount(remaining)) return undefined;
  const learned = { limit, remaining, windows: [{ name: 'points', limit, remaining }] };
  if (
    generic.class !== 'rate_limited' ||
    !isCount(requestedQueryCost) ||
    !isCount(restoreRate) ||
    restoreRate === 0
  )
    return learned;
  const waitMs = Math.ceil((Math.max(0, requestedQueryCost - remaining) * SECOND) / restoreRate);
  return { ...learned, retryAt: response.receivedAt + waitMs };
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value < Infinity;
}
