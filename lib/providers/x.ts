/**
 * X. Imports only core and its neighbours.
 */
import type { ProviderPreset } from '../core/types.js';
import { withOverrides, type PresetOverrides } from './preset.js';
import { routeOf } from './request-parts.js';
import { isUsedUp } from './response-parts.js';

/**
 * X, once Twitter. Each endpoint has limits of its own, in 15 minutes and in 24 hours, which its responses tell; to be held back from the first request on,
 * give that of yours as `quota`. The cap of the month is the plan's.
 */
export function x(overrides?: PresetOverrides): ProviderPreset {
  return withOverrides(
    {
      id: 'x',
      name: 'X',
      source: 'https://docs.x.com/x-api/fundamentals/rate-limits',
      keyedOn: 'user or app, each endpoint by itself',
      headers: ['X-Rate-Limit-*', 'X-App-Limit-24Hour-*', 'X-User-Limit-24Hour-*'],
      scope: (config) => routeOf(config).replace(/(?<=\/username)\/[^/]+/, '/:name'),
      reading: {
        // 88 and 185: the codes of API 1.1 for an endpoint's limit, and for the posts of a day.
        codes: { 88: 'rate_limited', 185: 'quota_exhausted', CreditsDepleted: 'quota_exhausted' },
        statuses: { 402: 'quota_exhausted' },
      },
      rule: (_, generic) =>
        generic.class === 'rate_limited' && isUsedUp(generic, '24hour')
          ? { class: 'quota_exhausted', reason: `${generic.reason}, for the 24 hours` }
          : undefined,
    },
    overrides,
  );
}
