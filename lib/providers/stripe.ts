/**
 * Stripe. Imports only core and its neighbours.
 */
import type { ProviderPreset } from '../core/types.js';
import { SECOND, withOverrides, type PresetOverrides } from './preset.js';
import { responseHeader } from './response-parts.js';

/**
 * Stripe. The quota is that of a sandbox, and of most single endpoints; a live account has 100 requests a second in all:
 * `stripe({ quota: { limit: 100, windowMs: 1_000 } })`. POSTs carry a key, and are retried by it.
 */
export function stripe(overrides?: PresetOverrides): ProviderPreset {
  return withOverrides(
    {
      id: 'stripe',
      name: 'Stripe',
      source: 'https://docs.stripe.com/rate-limits',
      keyedOn: 'account; endpoint; single objects',
      headers: ['Stripe-Rate-Limited-Reason', 'Stripe-Should-Retry'],
      quota: { limit: 25, windowMs: SECOND },
      idempotency: { header: 'Idempotency-Key', methods: ['POST'] },
      // With the key sent again: an answer that Stripe gives out of its store, a 500 too, ends the retries.
      retryStatuses: [500],
      reading: { codes: { idempotency_key_in_use: 'transient' } },
      rule: (response) =>
        responseHeader(response, 'stripe-rate-limited-reason') === 'resource-specific'
          ? { localised: true }
          : undefined,
    },
    overrides,
  );
}
