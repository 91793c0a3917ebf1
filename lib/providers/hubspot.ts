/**
 * HubSpot. Imports only core and its neighbours.
 */
import type { Classification, ProviderPreset, ResponseFacts } from '../core/types.js';
import { isExhausted } from '../core/windows.js';
import { DAY, SECOND, withOverrides, type PresetOverrides } from './preset.js';
import { pathOf } from './request-parts.js';
import { textAt } from './response-parts.js';

/**
 * HubSpot. The quotas are those of a private app in a free account; a paid one, or a public app, has more:
 * `hubspot({ quota: { limit: 190, windowMs: 10_000 } })`. The day ends at midnight in the account's time zone, which no response tells.
 */
export function hubspot(overrides?: PresetOverrides): ProviderPreset {
  return withOverrides(
    {
      id: 'hubspot',
      name: 'HubSpot',
      source: 'https://developers.hubspot.com/docs/api/usage-details',
      keyedOn: 'app and account; the day: the account',
      headers: ['X-HubSpot-RateLimit-*'],
      quota: [
        { limit: 100, windowMs: 10 * SECOND },
        { limit: 250_000, windowMs: DAY },
        {
          limit: 5,
          windowMs: SECOND,
          counts: 'searches',
          cost: (config) => (pathOf(config).endsWith('/search') ? 1 : 0),
        },
      ],
      retryStatuses: [521, 522, 523, 524],
      reading: {
        codes: { DAILY: 'quota_exhausted', TEN_SECONDLY_ROLLING: 'rate_limited', SECONDLY: 'rate_limited' },
        // Still sent, and no longer enforced.
        fields: { 'x-hubspot-ratelimit-secondly': false, 'x-hubspot-ratelimit-secondly-remaining': false },
        // 477: the account moves to another data centre, for up to 24 hours.
        statuses: { 477: 'transient' },
      },
      rule: readInterval,
    },
    overrides,
  );
}

/** No field tells when a window ends: a whole one later it has. The limit of a second is that of searches alone. */
function readInterval(response: ResponseFacts, generic: Classification): Partial<Classification> | undefined {
  if (generic.class !== 'rate_limited' || generic.retryAt !== undefined) return undefined;
  const { receivedAt } = response;
  if (textAt(response, 'policyName') === 'SECONDLY') return { retryAt: receivedAt + SECOND, localised: true };
  const interval = generic.windows.find(isExhausted)?.windowMs;
  return interval === undefined ? undefined : { retryAt: receivedAt + interval };
}
