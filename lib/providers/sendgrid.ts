/**
 * SendGrid. Imports only core and its neighbours.
 */
import type { Classification, ProviderPreset, ResponseFacts } from '../core/types.js';
import { withOverrides, type PresetOverrides } from './preset.js';
import { routeOf } from './request-parts.js';
import { textAt } from './response-parts.js';

/** SendGrid. Each endpoint has a limit of its own, which its responses tell. No keys: a mail is not sent twice. */
export function sendgrid(overrides?: PresetOverrides): ProviderPreset {
  return withOverrides(
    {
      id: 'sendgrid',
      name: 'SendGrid',
      source: 'https://www.twilio.com/docs/sendgrid/api-reference/how-to-use-the-sendgrid-v3-api/rate-limits',
      keyedOn: 'account, each endpoint by itself',
      headers: ['X-RateLimit-*'],
      scope: routeOf,
      rule: readCredits,
    },
    overrides,
  );
}

/** Credits that are used up come as a failed login, without a code. */
function readCredits(response: ResponseFacts, generic: Classification): Partial<Classification> | undefined {
  if (
    generic.class !== 'permanent' ||
    !/maximum credits exceeded/i.test(textAt(response, 'errors', 'message'))
  )
    return undefined;
  return { class: 'quota_exhausted', reason: `${response.status} Maximum credits exceeded` };
}
