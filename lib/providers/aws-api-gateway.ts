/**
 * APIs behind Amazon API Gateway, and AWS's own. Imports only core and its neighbours.
 */
import type { Classification, ProviderPreset, ResponseFacts } from '../core/types.js';
import { SECOND, withOverrides, type PresetOverrides } from './preset.js';
import { textAt } from './response-parts.js';

/**
 * APIs behind Amazon API Gateway. The ceiling is the default of an AWS account in one region; a usage plan may give a key less: say so as `quota`. Keys for
 * idempotency, where an API has them, are a field of the body: such a POST is sent twice with `idempotent: true`.
 */
export function awsApiGateway(overrides?: PresetOverrides): ProviderPreset {
  return withOverrides(
    {
      id: 'aws-api-gateway',
      name: 'Amazon API Gateway',
      source:
        'https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-request-throttling.html',
      keyedOn: 'API key of a usage plan; account and region',
      headers: ['X-Amzn-ErrorType'],
      ceiling: { limit: 10_000, windowMs: SECOND },
      retryStatuses: [500],
      rule: readUsagePlan,
    },
    overrides,
  );
}

/** The gateway's two 429s, if nobody changed them: "Too Many Requests" for the rate, "Limit Exceeded" for the plan's quota. */
function readUsagePlan(
  response: ResponseFacts,
  generic: Classification,
): Partial<Classification> | undefined {
  if (generic.class !== 'rate_limited' || response.status !== 429) return undefined;
  return textAt(response, 'message') === 'Limit Exceeded'
    ? { class: 'quota_exhausted', reason: '429 Limit Exceeded' }
    : undefined;
}
