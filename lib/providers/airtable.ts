/**
 * Airtable. Imports only core and its neighbours.
 */
import type { ProviderPreset } from '../core/types.js';
import { SECOND, withOverrides, type PresetOverrides } from './preset.js';
import { pathOf } from './request-parts.js';

/**
 * Airtable. The quota is a base's, the ceiling is that of a user for all bases: make a handler for each user. After a refusal Airtable refuses everything
 * for 30 seconds, and no field says so.
 */
export function airtable(overrides?: PresetOverrides): ProviderPreset {
  return withOverrides(
    {
      id: 'airtable',
      name: 'Airtable',
      source: 'https://airtable.com/developers/web/api/rate-limits',
      keyedOn: 'base; user; the month: workspace',
      quota: { limit: 5, windowMs: SECOND, counts: 'requests to a base' },
      ceiling: { limit: 50, windowMs: SECOND, counts: 'requests of a user' },
      scope: (config) => /\/(app[A-Za-z0-9]{14})(?:\/|$)/.exec(pathOf(config))?.[1],
      reading: { defaultRetryAfterMs: 30 * SECOND },
    },
    overrides,
  );
}
