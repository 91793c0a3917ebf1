/**
 * Square. Imports only core and its neighbours.
 */
import type { ProviderPreset } from '../core/types.js';
import { withOverrides, type PresetOverrides } from './preset.js';

/**
 * Square. No limits are published. Its keys are a field of the body, `idempotency_key`, which is yours to set: a POST that has one is sent twice with
 * `idempotent: true`.
 */
export function square(overrides?: PresetOverrides): ProviderPreset {
  return withOverrides(
    {
      id: 'square',
      name: 'Square',
      source: 'https://developer.squareup.com/docs/build-basics/general-considerations/handling-errors',
      keyedOn: 'not published',
      headers: ['Retry-After', 'X-RateLimit-Reset'],
      retryStatuses: [500],
      reading: { codes: { TEMPORARY_ERROR: 'transient' } },
    },
    overrides,
  );
}
