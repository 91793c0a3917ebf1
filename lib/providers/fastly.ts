/**
 * Fastly. Imports only core and its neighbours.
 */
import type { ProviderPreset } from '../core/types.js';
import { HOUR, withOverrides, type PresetOverrides } from './preset.js';
import { isWrite } from './request-parts.js';

/** Fastly's API. Only writes are limited. */
export function fastly(overrides?: PresetOverrides): ProviderPreset {
  return withOverrides(
    {
      id: 'fastly',
      name: 'Fastly',
      source: 'https://www.fastly.com/documentation/reference/api/#rate-limiting',
      keyedOn: 'user',
      headers: ['Fastly-RateLimit-Remaining', 'Fastly-RateLimit-Reset'],
      quota: { limit: 1_000, windowMs: HOUR, counts: 'writes', cost: (config) => (isWrite(config) ? 1 : 0) },
    },
    overrides,
  );
}
