/**
 * Bitbucket. Imports only core and its neighbours.
 */
import type { ProviderPreset } from '../core/types.js';
import { HOUR, withOverrides, type PresetOverrides } from './preset.js';

/** Bitbucket Cloud. The quota is that of a user; without a login it is 60: `bitbucket({ quota: { limit: 60, windowMs: 3_600_000 } })`. */
export function bitbucket(overrides?: PresetOverrides): ProviderPreset {
  return withOverrides(
    {
      id: 'bitbucket',
      name: 'Bitbucket',
      source: 'https://support.atlassian.com/bitbucket-cloud/docs/api-request-limits/',
      keyedOn: 'user or workspace token; without a login IP address',
      headers: ['X-RateLimit-*', 'Retry-After'],
      quota: { limit: 1_000, windowMs: HOUR },
    },
    overrides,
  );
}
