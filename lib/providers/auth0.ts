/**
 * Auth0. Imports only core and its neighbours.
 */
import type { ProviderPreset, RequestConfig } from '../core/types.js';
import { MINUTE, SECOND, withOverrides, type PresetOverrides } from './preset.js';
import { pathOf } from './request-parts.js';
import { isUsedUp } from './response-parts.js';

/**
 * Auth0. The quotas are those of a free tenant; a paid one has more: `auth0({ quota: { limit: 15, windowMs: 1_000 } })`. Machine-to-machine tokens have an
 * allowance for the hour and the day, which responses tell: beyond it, calls fail at once until it is back.
 */
export function auth0(overrides?: PresetOverrides): ProviderPreset {
  return withOverrides(
    {
      id: 'auth0',
      name: 'Auth0',
      source: 'https://auth0.com/docs/troubleshoot/customer-support/operational-policies/rate-limit-policy',
      keyedOn: 'tenant; the Management and the Authentication API by themselves',
      headers: ['X-RateLimit-*', 'Retry-After', 'Auth0-Client-Quota-Limit', 'Auth0-Organization-Quota-Limit'],
      quota: [
        {
          limit: 2,
          windowMs: SECOND,
          counts: 'Management API',
          cost: (config) => (isManagement(config) ? 1 : 0),
        },
        {
          limit: 300,
          windowMs: MINUTE,
          counts: 'Authentication API',
          cost: (config) => (isManagement(config) ? 0 : 1),
        },
      ],
      scope: (config) => (isManagement(config) ? 'management' : 'authentication'),
      rule: (_, generic) =>
        generic.class === 'rate_limited' && isUsedUp(generic, 'per_hour', 'per_day')
          ? { class: 'quota_exhausted', reason: `${generic.reason}, for machine-to-machine tokens` }
          : undefined,
    },
    overrides,
  );
}

function isManagement(config: RequestConfig): boolean {
  return pathOf(config).startsWith('/api/v2');
}
