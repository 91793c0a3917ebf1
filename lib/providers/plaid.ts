/**
 * Plaid. Imports only core and its neighbours.
 */
import type { ProviderPreset } from '../core/types.js';
import { withOverrides, type PresetOverrides } from './preset.js';
import { fieldOf, pathOf, requestHeader } from './request-parts.js';

/**
 * Plaid. Each endpoint has a limit for an Item and one for a client; no response tells them, so give those of yours as `quota`. Everything is a POST: reads
 * are sent twice only with `idempotent: true`, and a transfer by the `idempotency_key` in its body.
 */
export function plaid(overrides?: PresetOverrides): ProviderPreset {
  return withOverrides(
    {
      id: 'plaid',
      name: 'Plaid',
      source: 'https://plaid.com/docs/errors/rate-limit-exceeded/',
      keyedOn: 'client, each endpoint by itself, for each Item',
      scope: (config) => {
        const client = requestHeader(config, 'PLAID-CLIENT-ID') ?? fieldOf(config, 'client_id') ?? '';
        return `${client} ${pathOf(config)} ${fieldOf(config, 'access_token') ?? ''}`;
      },
      reading: {
        codes: {
          // All the Items, or the test credits, that the plan includes.
          ADDITION_LIMIT: 'quota_exhausted',
          TRIAL_CONNECTIONS_LIMIT: 'quota_exhausted',
        },
      },
    },
    overrides,
  );
}
