/**
 * PayPal. Imports only core and its neighbours.
 */
import type { ProviderPreset } from '../core/types.js';
import { withOverrides, type PresetOverrides } from './preset.js';

/** PayPal. No limits are published. POSTs carry a key, and are retried by it. */
export function paypal(overrides?: PresetOverrides): ProviderPreset {
  return withOverrides(
    {
      id: 'paypal',
      name: 'PayPal',
      source: 'https://developer.paypal.com/api/rest/reference/rate-limiting/',
      keyedOn: 'not published',
      headers: ['Retry-After'],
      idempotency: { header: 'PayPal-Request-Id', methods: ['POST'] },
      retryStatuses: [500],
    },
    overrides,
  );
}
