/**
 * Adyen. Imports only core and its neighbours.
 */
import type { ProviderPreset } from '../core/types.js';
import { withOverrides, type PresetOverrides } from './preset.js';

/** Adyen. No limits are published. POSTs carry a key, and are retried by it. */
export function adyen(overrides?: PresetOverrides): ProviderPreset {
  return withOverrides(
    {
      id: 'adyen',
      name: 'Adyen',
      source: 'https://docs.adyen.com/development-resources/api-idempotency',
      keyedOn: 'company or merchant account',
      headers: ['Transient-Error'],
      idempotency: { header: 'Idempotency-Key', methods: ['POST'] },
    },
    overrides,
  );
}
