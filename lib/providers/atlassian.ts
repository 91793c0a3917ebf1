/**
 * Atlassian's cloud. Imports only core and its neighbours.
 */
import type { ProviderPreset } from '../core/types.js';
import { withOverrides, type PresetOverrides } from './preset.js';
import { responseHeader } from './response-parts.js';

/**
 * Jira and Confluence Cloud. Limits depend on the app and the tenant, and each response tells them. A limit of writes to one issue makes the call back
 * off, and stops no other.
 */
export function atlassian(overrides?: PresetOverrides): ProviderPreset {
  return withOverrides(
    {
      id: 'atlassian',
      name: 'Atlassian',
      source: 'https://developer.atlassian.com/cloud/jira/platform/rate-limiting/',
      keyedOn: 'app and tenant; bursts: endpoint; writes: issue',
      headers: ['X-RateLimit-*', 'RateLimit-Reason', 'Beta-RateLimit-*', 'Retry-After'],
      rule: (response) =>
        responseHeader(response, 'ratelimit-reason')?.includes('per-issue') ? { localised: true } : undefined,
    },
    overrides,
  );
}
