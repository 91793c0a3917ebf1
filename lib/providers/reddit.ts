/**
 * Reddit. Imports only core and its neighbours.
 */
import type { ProviderPreset } from '../core/types.js';
import { MINUTE, withOverrides, type PresetOverrides } from './preset.js';

/**
 * Reddit. The quota is that of an OAuth client, 100 a minute on average over ten; without OAuth it is a tenth:
 * `reddit({ quota: { limit: 100, windowMs: 600_000 } })`.
 */
export function reddit(overrides?: PresetOverrides): ProviderPreset {
  return withOverrides(
    {
      id: 'reddit',
      name: 'Reddit',
      source: 'https://support.reddithelp.com/hc/en-us/articles/16160319875092-Reddit-Data-API-Wiki',
      keyedOn: 'OAuth client',
      headers: ['X-RateLimit-Remaining', 'X-RateLimit-Used', 'X-RateLimit-Reset'],
      quota: { limit: 1_000, windowMs: 10 * MINUTE },
    },
    overrides,
  );
}
