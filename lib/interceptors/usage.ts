/**
 * What a request turned out to take, read from its response by the quotas that can, against what it was charged.
 */
import type { BucketSpec } from '../core/bucket.js';
import type { Charge } from '../core/account.js';
import type { ResponseFacts } from '../core/types.js';
import type { Call, Outcome, Provider } from './call.js';
import { responseOf } from './response.js';

/** Corrects the books by what the response says. Does nothing where no quota reads responses. */
export function correctCharges(
  { gate, options: { quota, ceiling, clock } }: Provider,
  { scope, charges }: Call,
  outcome: Outcome,
  takenAt: number,
): void {
  const response = responseOf(outcome);
  if (!response || ![...quota, ...ceiling].some(({ usage }) => usage)) return;
  const { status, headers } = response;
  const facts = { status, headers, data: parsed(response.data), receivedAt: clock.now() };
  const more = {
    credential: differences(quota, charges.credential, facts),
    provider: differences(ceiling, charges.provider, facts),
  };
  gate.correct(scope, more, takenAt);
}

function differences(
  specs: readonly BucketSpec[],
  { units, tokens }: Charge,
  facts: ResponseFacts,
): number[] {
  return specs.map(({ usage }, i) => {
    const used = usage?.(facts);
    // Nonsense is no correction.
    return typeof used === 'number' && used >= 0 && used < Infinity ? used - (tokens[i] ?? units) : 0;
  });
}

/** A body is text here, as axios transforms it later. */
function parsed(data: unknown): unknown {
  if (typeof data !== 'string') return data;
  try {
    return JSON.parse(data) as unknown;
  } catch {
    return data;
  }
}
