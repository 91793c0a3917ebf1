/**
 * The response side of each attempt: what the outcome is, and what the provider's scope learns from it.
 */
import axios from 'axios';
import type { AxiosResponse } from 'axios';
import { classify } from '../core/classify.js';
import type { AccountRef } from '../core/ports.js';
import type { Classification } from '../core/types.js';
import type { Call, Outcome, Provider } from './call.js';
import { peekBody } from './response-body.js';

/** The response of an outcome, fulfilled or not, where it is complete: not one that was cut in mid-body. */
export function responseOf({ response, error }: Outcome): AxiosResponse | undefined {
  if (response) return response;
  if (!axios.isAxiosError(error) || !error.response) return undefined;
  const settledByStatus =
    error.code === 'ERR_BAD_REQUEST' || error.code === 'ERR_BAD_RESPONSE' || error.code === undefined;
  return settledByStatus ? error.response : undefined;
}

/** The server says that it gave the answer of an earlier attempt with the same key, as Stripe does: another would get it too. */
export function isStoredAnswer(outcome: Outcome): boolean {
  const headers = responseOf(outcome)?.headers as { get?: (name: string) => unknown } | undefined;
  return headers?.get?.('idempotent-replayed') === 'true';
}

/** Classifies what the adapter gave: responses by what they say, also where `validateStatus` let them pass, errors by their code. */
export async function classifyOutcome({ options }: Provider, outcome: Outcome): Promise<Classification> {
  const receivedAt = options.clock.now();
  const response = responseOf(outcome);
  if (!response) return classify({ error: outcome.error, receivedAt }, options.preset);
  const { status, headers } = response;
  const data = await peekBody(response, options.clock);
  return classify({ status, headers, data, receivedAt }, options.preset, { budgetMs: options.maxElapsedMs });
}

/**
 * Passes on what a response says to everybody who shares its limit. Tells whether the scope is paused until the instant at which this request may be
 * sent again.
 */
export function learn({ gate }: Provider, { scope }: Call, outcome: Outcome, said: Classification): boolean {
  const account: AccountRef = { whose: said.scope, scope };
  const refused = said.class === 'rate_limited' || said.class === 'quota_exhausted';
  const pauses =
    said.class === 'rate_limited' || (said.class === 'transient' && responseOf(outcome)?.status === 503);
  const until = pauses && !said.localised ? said.retryAt : undefined;
  if (until !== undefined) gate.pause(account, until);
  const reopensAt = said.class === 'quota_exhausted' ? (said.resetAt ?? said.retryAt) : undefined;
  if (reopensAt !== undefined) gate.close(account, reopensAt);
  if (said.windows.length > 0) gate.observe(account, said.windows, refused);
  return until !== undefined;
}
