/**
 * Google's APIs. Imports only core and its neighbours.
 */
import { parseBody } from '../core/body-codes.js';
import type { Classification, ProviderPreset, RequestConfig, ResponseFacts } from '../core/types.js';
import { withOverrides, type PresetOverrides } from './preset.js';
import { nextMidnight } from './next-midnight.js';
import { pathOf } from './request-parts.js';

/**
 * Google's APIs in both of their error shapes, with reasons (Drive, Calendar, YouTube, ...) and with `google.rpc` details (Gemini, Cloud).
 * Quotas differ from API to API: give that of yours as `quota`. A 403 for a limit pauses the scope, but is not sent again unless `retryForbidden`
 * is set. Allowances for a day start anew at midnight Pacific time.
 */
export function google(overrides?: PresetOverrides): ProviderPreset {
  return withOverrides(
    {
      id: 'google',
      name: 'Google',
      source: 'https://cloud.google.com/apis/design/errors',
      keyedOn: 'Cloud project, and user in it; each model by itself',
      headers: ['Retry-After'],
      scope: modelOf,
      retryStatuses: [500],
      reading: {
        codes: {
          sharingRateLimitExceeded: 'quota_exhausted',
          uploadLimitExceeded: 'quota_exhausted',
          uploadRateLimitExceeded: 'rate_limited',
          variableTermLimitExceeded: 'quota_exhausted',
          MODEL_CAPACITY_EXHAUSTED: 'transient',
        },
      },
      rule: readDailyQuota,
    },
    overrides,
  );
}

/** `/v1beta/models/gemini-x:generateContent` counts against that model's quotas. */
function modelOf(config: RequestConfig): string | undefined {
  return /\/models\/([^/:]+)/.exec(pathOf(config))?.[1];
}

function readDailyQuota(
  response: ResponseFacts,
  generic: Classification,
): Partial<Classification> | undefined {
  if (generic.class !== 'quota_exhausted' || generic.resetAt !== undefined) return undefined;
  const body = JSON.stringify(parseBody(response.data)) ?? '';
  const isDaily = /PerDay|dailyLimitExceeded|youtube\.quota/.test(body);
  return isDaily ? { resetAt: nextMidnight(response.receivedAt, 'America/Los_Angeles') } : undefined;
}
