/**
 * Azure OpenAI. Imports only core and its neighbours.
 */
import type { ProviderPreset } from '../core/types.js';
import { withOverrides, type PresetOverrides } from './preset.js';
import { fieldOf, pathOf } from './request-parts.js';

/**
 * Azure OpenAI. You set the limits of each deployment yourself, and each response tells them; to be held back from the first request on, give them:
 * `azureOpenai({ quota: { limit: 60, windowMs: 60_000 } })`. No keys: a POST is sent twice only with `idempotent: true`.
 */
export function azureOpenai(overrides?: PresetOverrides): ProviderPreset {
  return withOverrides(
    {
      id: 'azure-openai',
      name: 'Azure OpenAI',
      source: 'https://learn.microsoft.com/azure/ai-foundry/openai/quotas-limits',
      keyedOn: 'subscription and region, each deployment by itself',
      headers: [
        'Retry-After-Ms',
        'X-Ms-Retry-After-Ms',
        'Retry-After',
        'X-RateLimit-*-Requests',
        'X-RateLimit-*-Tokens',
      ],
      scope: (config) => /\/deployments\/([^/]+)/.exec(pathOf(config))?.[1] ?? fieldOf(config, 'model'),
      retryStatuses: [500],
    },
    overrides,
  );
}
