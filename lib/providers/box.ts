/**
 * Box. Imports only core and its neighbours.
 */
import type { ProviderPreset, RequestConfig } from '../core/types.js';
import { MINUTE, SECOND, withOverrides, type PresetOverrides } from './preset.js';
import { methodOf, pathOf } from './request-parts.js';

/** Box. The quotas are those of a user. What the plan allows in a month is refused in the same words as what is too fast. */
export function box(overrides?: PresetOverrides): ProviderPreset {
  const searches = (config: RequestConfig): number => (pathOf(config).endsWith('/search') ? 1 : 0);
  return withOverrides(
    {
      id: 'box',
      name: 'Box',
      source: 'https://developer.box.com/guides/api-calls/permissions-and-errors/rate-limits/',
      keyedOn: 'user; searches and the month: enterprise',
      headers: ['Retry-After'],
      quota: [
        { limit: 1_000, windowMs: MINUTE },
        { limit: 240, windowMs: MINUTE, counts: 'uploads', cost: uploadsOf },
        { limit: 6, windowMs: SECOND, counts: 'searches', cost: searches },
        { limit: 60, windowMs: MINUTE, counts: 'searches', cost: searches },
      ],
    },
    overrides,
  );
}

function uploadsOf(config: RequestConfig): number {
  return methodOf(config) === 'POST' && /\/files(?:\/\d+)?\/content$/.test(pathOf(config)) ? 1 : 0;
}
