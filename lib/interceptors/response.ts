/**
 * The response side of each attempt: what the outcome is, and what is to be done next.
 */
import axios from 'axios';
import type { AxiosResponse } from 'axios';
import { classify } from '../core/classify.js';
import { pickFields } from '../core/header-bag.js';
import { decide, type Decision, type Situation } from '../core/decide.js';
import type { Classification, HeaderBag } from '../core/types.js';
import type { Call, Outcome, Provider } from './call.js';
import { peekBody } from './response-body.js';

/** A dispatch that is over. */
export interface Attempt {
  readonly outcome: Outcome;
  readonly said: Classification;
  /** The scope is paused until the instant at which the request may be sent again. */
  readonly scopePaused: boolean;
}

/** The response of an outcome, fulfilled or not, where it is complete: not one that was cut in mid-body. */
export function responseOf({ response, error }: Outcome): AxiosResponse | undefined {
  if (response) return response;
  if (!axios.isAxiosError(error) || !error.response) return undefined;
  const settledByStatus =
    error.code === 'ERR_BAD_REQUEST' || error.code === 'ERR_BAD_RESPONSE' || error.code === undefined;
  return settledByStatus && !brokeInMidBody(error) ? error.response : undefined;
}

/** The http adapter gives the code of a bad response to a body that broke off, and no other word to one that it ended at its timeout. */
function brokeInMidBody(error: unknown): boolean {
  return axios.isAxiosError(error) && error.message === 'stream has been aborted';
}

/** The status that the outcome was classified by; `undefined`: none came, or the connection broke, or the time ran out, after it came. */
export function statusOf({ response, error }: Outcome, said: Classification): number | undefined {
  if (said.class === 'network' || said.class === 'timeout') return undefined;
  return (response ?? (error as { response?: AxiosResponse } | undefined)?.response)?.status;
}

/** The server took the request in, whatever it made of it: it was not too much for it. */
export function wasTaken(outcome: Outcome, said: Classification): boolean {
  return said.class === 'success' || (said.class === 'permanent' && responseOf(outcome) !== undefined);
}

/** The server says that it gave the answer of an earlier attempt with the same key, as Stripe does: another would get it too. */
function isStoredAnswer(outcome: Outcome): boolean {
  const fields = pickFields(responseOf(outcome)?.headers, STORED_ANSWER);
  return fields.get('idempotent-replayed')?.[0] === 'true';
}

const STORED_ANSWER = /^idempotent-replayed$/i;

/**
 * Classifies what the adapter gave: responses by what they say, also where `validateStatus` let them pass, errors by their code.
 * @param timeoutAt when the attempt's own timeout struck, or would have.
 */
export async function classifyOutcome(
  { options }: Provider,
  outcome: Outcome,
  timeoutAt: number,
): Promise<Classification> {
  const receivedAt = options.clock.now();
  const response = responseOf(outcome);
  if (!response) {
    const said = classify({ error: outcome.error, receivedAt }, options.preset);
    const timedOut = said.class === 'network' && receivedAt >= timeoutAt && brokeInMidBody(outcome.error);
    return timedOut ? { ...said, class: 'timeout', reason: 'timeout in mid-body' } : said;
  }
  const { status } = response;
  const headers = headersOf(response);
  const data = await peekBody(response, options.clock);
  return classify({ status, headers, data, receivedAt }, options.preset, { budgetMs: options.maxElapsedMs });
}

/** Of several Retry-After lines Node keeps the first alone (http.IncomingMessage, `headers`); all of them are among its raw ones. */
function headersOf({ headers, request }: AxiosResponse): HeaderBag {
  const raw = (request as { res?: { rawHeaders?: unknown } } | undefined)?.res?.rawHeaders;
  if (!Array.isArray(raw)) return headers;
  const lines = raw.filter((_, i) => i % 2 === 1 && String(raw[i - 1]).toLowerCase() === 'retry-after');
  return lines.length > 1 ? { ...headers, 'retry-after': lines } : headers;
}

/** What is to be done after an attempt, by the rules and within what is left. */
export function decideAfter(
  { options }: Provider,
  { settings, idempotent, replayable }: Call,
  { outcome, said }: Attempt,
  left: Pick<Situation, 'attempts' | 'endsAt' | 'quotaLeft'>,
): Decision {
  return decide({
    ...left,
    classification: said,
    status: statusOf(outcome, said),
    now: options.clock.now(),
    policy: settings.mode === 'best-effort' ? false : options.retry,
    idempotent,
    replayable,
    storedAnswer: isStoredAnswer(outcome),
    retryForbidden: options.retryForbidden,
    random: options.random,
  });
}
