/**
 * Anthropic. Imports only core and its neighbours.
 */
import type { Classification, ProviderPreset, ResponseFacts } from '../core/types.js';
import { withOverrides, type PresetOverrides } from './preset.js';
import { fieldOf } from './request-parts.js';
import { textAt } from './response-parts.js';

/**
 * Anthropic. Limits differ by model and usage tier, and each response tells them; to be held back from the first request on, give yours:
 * `anthropic({ quota: { limit: 50, windowMs: 60_000 } })`. No keys are honoured: a POST is sent twice only with `idempotent: true`, which
 * for a message costs money and nothing else.
 */
export function anthropic(overrides?: PresetOverrides): ProviderPreset {
  return withOverrides(
    {
      id: 'anthropic',
      name: 'Anthropic',
      source: 'https://platform.claude.com/docs/en/api/rate-limits',
      keyedOn: 'organization, each model by itself',
      headers: ['Anthropic-RateLimit-*', 'Retry-After', 'X-Should-Retry'],
      scope: (config) => fieldOf(config, 'model'),
      retryStatuses: [500, 529],
      reading: { codes: { billing_error: 'quota_exhausted' } },
      rule: readSpendLimit,
    },
    overrides,
  );
}

/** A credit or a month's budget that is used up comes as an invalid request: only the message tells. */
function readSpendLimit(
  response: ResponseFacts,
  generic: Classification,
): Partial<Classification> | undefined {
  if (generic.class !== 'permanent' || textAt(response, 'error', 'type') !== 'invalid_request_error')
    return undefined;
  const message = textAt(response, 'error', 'message');
  if (!/credit balance is too low|reached your specified API usage limits/i.test(message)) return undefined;
  const day = /regain access on (\d{4}-\d\d-\d\d)/.exec(message)?.[1];
  const resetAt = day === undefined ? NaN : Date.parse(`${day}T00:00:00Z`);
  return {
    class: 'quota_exhausted',
    reason: `${response.status} invalid_request_error, and no credit is left`,
    ...(resetAt > response.receivedAt && { resetAt }),
  };
}
