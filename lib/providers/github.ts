/**
 * GitHub. Imports only core and its neighbours.
 */
import type { Classification, ProviderPreset, RequestConfig, ResponseFacts } from '../core/types.js';
import { HOUR, MINUTE, withOverrides, type PresetOverrides } from './preset.js';
import { isWrite, pathOf } from './request-parts.js';
import { textAt } from './response-parts.js';

/**
 * GitHub, REST and GraphQL. The quotas are those of a user; an app's installation, or a token of GitHub Actions, has others:
 * `github({ quota: { limit: 15_000, windowMs: 3_600_000 } })`. A 403 for a limit pauses the scope, but is not sent again
 * unless `retryForbidden` is set.
 */
export function github(overrides?: PresetOverrides): ProviderPreset {
  const perResource = (resource: string) => (config: RequestConfig) =>
    resourceOf(config) === resource ? 1 : 0;
  const creations = (config: RequestConfig): number =>
    isWrite(config) && resourceOf(config) === 'core' ? 1 : 0;
  return withOverrides(
    {
      id: 'github',
      name: 'GitHub',
      source: 'https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api',
      keyedOn:
        'user, app installation, or IP address; each resource (core, search, code search, GraphQL) by itself',
      headers: ['X-RateLimit-*', 'Retry-After'],
      quota: [
        { limit: 5_000, windowMs: HOUR },
        { limit: 30, windowMs: MINUTE, counts: 'searches', cost: perResource('search') },
        { limit: 10, windowMs: MINUTE, counts: 'code searches', cost: perResource('code_search') },
        { limit: 80, windowMs: MINUTE, counts: 'writes', cost: creations },
        { limit: 500, windowMs: HOUR, counts: 'writes', cost: creations },
      ],
      scope: resourceOf,
      reading: {
        // "If neither header tells, wait for at least one minute."
        defaultRetryAfterMs: MINUTE,
        codes: { RESOURCE_LIMITS_EXCEEDED: 'permanent', MAX_NODE_LIMIT_EXCEEDED: 'permanent' },
      },
      rule: readSecondaryLimit,
    },
    overrides,
  );
}

/** The bucket that a request draws from, as `X-RateLimit-Resource` will name it. */
function resourceOf(config: RequestConfig): string {
  const path = pathOf(config);
  if (path.endsWith('/graphql')) return 'graphql';
  if (path.endsWith('/search/code')) return 'code_search';
  return /(?:^|\/api\/v3)\/search\//.test(path) ? 'search' : 'core';
}

/** Secondary limits have no code of their own: the link to their documentation and the message tell. */
function readSecondaryLimit(
  response: ResponseFacts,
  generic: Classification,
): Partial<Classification> | undefined {
  if (response.status < 400 || generic.class === 'rate_limited') return undefined;
  const told = `${textAt(response, 'documentation_url')} ${textAt(response, 'message')}`;
  return /secondary[- ]rate[- ]limit|abuse[- ](?:rate[- ]limit|detection)/i.test(told)
    ? { class: 'rate_limited', reason: `${response.status} secondary rate limit` }
    : undefined;
}
