/**
 * Zendesk. Imports only core and its neighbours.
 */
import type { ProviderPreset } from '../core/types.js';
import { MINUTE, withOverrides, type PresetOverrides } from './preset.js';
import { pathOf } from './request-parts.js';

/**
 * Zendesk's ticketing APIs. The quota is that of the Team plan; Growth and Professional have 400, Enterprise 700:
 * `zendesk({ quota: { limit: 700, windowMs: 60_000 } })`.
 */
export function zendesk(overrides?: PresetOverrides): ProviderPreset {
  return withOverrides(
    {
      id: 'zendesk',
      name: 'Zendesk',
      source: 'https://developer.zendesk.com/api-reference/introduction/rate-limits',
      keyedOn: 'account; some endpoints by themselves',
      headers: [
        'X-Rate-Limit',
        'X-Rate-Limit-Remaining',
        'RateLimit-*',
        'Zendesk-RateLimit-*',
        'Retry-After',
      ],
      quota: [
        { limit: 200, windowMs: MINUTE },
        {
          limit: 10,
          windowMs: MINUTE,
          counts: 'incremental exports',
          cost: (config) => (/\/incremental\//.test(pathOf(config)) ? 1 : 0),
        },
      ],
    },
    overrides,
  );
}
