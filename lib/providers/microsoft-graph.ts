/**
 * Microsoft Graph. Imports only core and its neighbours.
 */
import type { ProviderPreset } from '../core/types.js';
import { SECOND, withOverrides, type PresetOverrides } from './preset.js';

/**
 * Microsoft Graph. The ceiling is that of an app over all its tenants; each service has limits of its own besides: give that of yours as `quota`. Answers
 * inside a `$batch` are not looked into.
 */
export function microsoftGraph(overrides?: PresetOverrides): ProviderPreset {
  return withOverrides(
    {
      id: 'microsoft-graph',
      name: 'Microsoft Graph',
      source: 'https://learn.microsoft.com/graph/throttling-limits',
      keyedOn: 'app and tenant, app over all tenants, mailbox; by service',
      headers: ['Retry-After', 'RateLimit-*'],
      ceiling: { limit: 130_000, windowMs: 10 * SECOND },
      // OneDrive and SharePoint: bandwidth.
      retryStatuses: [509],
      reading: {
        statuses: { 509: 'rate_limited' },
        codes: { activityLimitReached: 'rate_limited', throttledRequest: 'rate_limited' },
      },
    },
    overrides,
  );
}
