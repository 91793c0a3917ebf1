/**
 * Cloudflare. Imports only core and its neighbours.
 */
import type { ProviderPreset } from '../core/types.js';
import { MINUTE, SECOND, withOverrides, type PresetOverrides } from './preset.js';
import { pathOf } from './request-parts.js';

/** Cloudflare's API. The quotas are those of a user, dashboard included; the ceiling is that of your IP address. */
export function cloudflare(overrides?: PresetOverrides): ProviderPreset {
  return withOverrides(
    {
      id: 'cloudflare',
      name: 'Cloudflare',
      source: 'https://developers.cloudflare.com/fundamentals/api/reference/limits/',
      keyedOn: 'user or account token; IP address',
      headers: ['RateLimit', 'RateLimit-Policy', 'Retry-After'],
      quota: [
        { limit: 1_200, windowMs: 5 * MINUTE },
        {
          limit: 320,
          windowMs: 5 * MINUTE,
          counts: 'GraphQL',
          cost: (config) => (pathOf(config).endsWith('/graphql') ? 1 : 0),
        },
      ],
      ceiling: { limit: 200, windowMs: SECOND, counts: 'requests of an IP address' },
    },
    overrides,
  );
}
