/**
 * Salesforce. Imports only core and its neighbours.
 */
import type { Classification, ProviderPreset, ResponseFacts } from '../core/types.js';
import { withOverrides, type PresetOverrides } from './preset.js';
import { textAt } from './response-parts.js';

/**
 * Salesforce. The day's allowance depends on the edition and the licences (15,000 for a developer's org), and each response tells what is used of it:
 * give yours as `quota`, and `maxConcurrent: 25` against the limit of long-running calls. Upserts by an external id can be sent twice: say
 * `idempotent: true`.
 */
export function salesforce(overrides?: PresetOverrides): ProviderPreset {
  return withOverrides(
    {
      id: 'salesforce',
      name: 'Salesforce',
      source:
        'https://developer.salesforce.com/docs/atlas.en-us.salesforce_app_limits_cheatsheet.meta/salesforce_app_limits_cheatsheet/',
      keyedOn: 'org, and connected app',
      headers: ['Sforce-Limit-Info'],
      rule: readWhichLimit,
    },
    overrides,
  );
}

/** One code for two limits, the calls of 24 hours and those at once: the message begins with the limit's name. */
function readWhichLimit(response: ResponseFacts): Partial<Classification> | undefined {
  if (textAt(response, 'errorCode') !== 'REQUEST_LIMIT_EXCEEDED') return undefined;
  const limit = /^(?:Total|Concurrent)/.exec(textAt(response, 'message'))?.[0];
  if (limit === undefined) return undefined;
  return {
    class: limit === 'Total' ? 'quota_exhausted' : 'rate_limited',
    reason: `${response.status} ${limit}Requests`,
  };
}
