/**
 * Notion. Imports only core and its neighbours.
 */
import type { ProviderPreset } from '../core/types.js';
import { MINUTE, withOverrides, type PresetOverrides } from './preset.js';

/**
 * Notion. The quota is 3 a second on average, over a minute; by the workspace's plan it may be more: `notion({ quota: { limit: 600, windowMs: 60_000 } })`.
 * No keys: a POST is sent twice only with `idempotent: true`, as queries can be.
 */
export function notion(overrides?: PresetOverrides): ProviderPreset {
  return withOverrides(
    {
      id: 'notion',
      name: 'Notion',
      source: 'https://developers.notion.com/reference/request-limits',
      keyedOn: 'connection; workspace',
      headers: ['Retry-After'],
      quota: { limit: 180, windowMs: MINUTE },
      retryStatuses: [529],
      reading: { codes: { conflict_error: 'transient' } },
    },
    overrides,
  );
}
