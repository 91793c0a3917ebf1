/**
 * OpenAI, and servers that speak as it does. Imports only core and its neighbours.
 */
import type { ProviderPreset } from '../core/types.js';
import { withOverrides, type PresetOverrides } from './preset.js';
import { fieldOf } from './request-parts.js';

/**
 * OpenAI. Limits differ by model and usage tier, and each response tells them; to be held back from the first request on, give yours:
 * `openai({ quota: { limit: 500, windowMs: 60_000 } })`. No keys are honoured: a POST is sent twice only with `idempotent: true`, which
 * for a completion costs money and nothing else.
 */
export function openai(overrides?: PresetOverrides): ProviderPreset {
  return withOverrides(
    {
      id: 'openai',
      name: 'OpenAI',
      source: 'https://platform.openai.com/docs/guides/rate-limits',
      keyedOn: 'organization and project, each model by itself',
      headers: [
        'X-RateLimit-*-Requests',
        'X-RateLimit-*-Tokens',
        'Retry-After-Ms',
        'Retry-After',
        'X-Should-Retry',
      ],
      scope: (config) => fieldOf(config, 'model'),
      retryStatuses: [500],
      reading: { codes: { billing_not_active: 'quota_exhausted' } },
    },
    overrides,
  );
}
