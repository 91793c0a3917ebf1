/**
 * Linear. Imports only core and its neighbours.
 */
import type { ProviderPreset } from '../core/types.js';
import { HOUR, withOverrides, type PresetOverrides } from './preset.js';

/**
 * Linear. The quota is that of an API key; an OAuth app has 5,000 for each user: `linear({ quota: { limit: 5_000, windowMs: 3_600_000 } })`. What a
 * query's complexity takes of a second quota is learned from the responses. A refusal is a 400, which is not sent again. GraphQL is a POST: it is sent
 * twice, after a 503, only with `idempotent: true`.
 */
export function linear(overrides?: PresetOverrides): ProviderPreset {
  return withOverrides(
    {
      id: 'linear',
      name: 'Linear',
      source: 'https://linear.app/developers/rate-limiting',
      keyedOn: 'user',
      headers: ['X-RateLimit-Requests-*', 'X-RateLimit-Complexity-*', 'X-RateLimit-Endpoint-Requests-*'],
      quota: { limit: 2_500, windowMs: HOUR },
    },
    overrides,
  );
}
