/**
 * Asana. Imports only core and its neighbours.
 */
import type { ProviderPreset } from '../core/types.js';
import { MINUTE, withOverrides, type PresetOverrides } from './preset.js';
import { pathOf } from './request-parts.js';

/**
 * Asana. The quota is that of a free domain; a paid one has 1,500: `asana({ quota: { limit: 1_500, windowMs: 60_000 } })`. Requests at once are limited
 * too, to 50 reads and 15 writes: `maxConcurrent: 15`.
 */
export function asana(overrides?: PresetOverrides): ProviderPreset {
  return withOverrides(
    {
      id: 'asana',
      name: 'Asana',
      source: 'https://developers.asana.com/docs/rate-limits',
      keyedOn: 'token',
      headers: ['Retry-After'],
      quota: [
        { limit: 150, windowMs: MINUTE },
        {
          limit: 60,
          windowMs: MINUTE,
          counts: 'searches',
          cost: (config) => (pathOf(config).endsWith('/tasks/search') ? 1 : 0),
        },
      ],
    },
    overrides,
  );
}
