/**
 * What the handler would make of a response, and what it would do, as plain data. Pure; may import core/ and config/.
 */
import { resolveOptions } from '../config/resolve.js';
import type { ResolvedOptions } from '../config/resolved.js';
import { classify } from '../core/classify.js';
import { decide, type Decision, type SettleReason } from '../core/decide.js';
import { pickFields } from '../core/header-bag.js';
import { parseHttpDate } from '../core/http-date.js';
import { lessonOf } from '../core/lesson.js';
import type { Classification, ProviderPreset } from '../core/types.js';
import type { RawResponse } from './raw-response.js';

export interface Explanation {
  provider: {
    id: string;
    name: string;
    /** The date of the preset's facts; absent: nothing is known of this provider, and the generic rules hold. */
    presetOf?: string;
  };
  status: number;
  statusText: string;
  /** When the response came, epoch ms: the instants below are measured from here. */
  receivedAt: number;
  classification: Classification;
  /** Nobody who shares the limit is let out before this instant. */
  pausedUntil?: number;
  /** Everybody who shares the limit is refused at once until this instant. */
  closedUntil?: number;
  again: readonly Verdict[];
  budgetMs: number;
}

/** Whether one kind of request would be sent again. */
export interface Verdict {
  request: 'GET' | 'POST without a key' | 'POST with a key';
  /** The handler attaches the key itself, in this header. */
  keyHeader?: string;
  again: boolean;
  /** Why not. */
  reason?: SettleReason;
  /** When, epoch ms, if the server named an instant. */
  at?: number;
  /** Else after a random wait of at most this many ms. */
  withinMs?: number;
}

/**
 * @param provider a preset, or a name; left out: the generic rules.
 * @param now when the response came, epoch ms. Default: what its own `Date` says, else the present.
 */
export function explain(
  response: RawResponse,
  { provider, now }: { provider?: ProviderPreset | string | undefined; now?: number | undefined } = {},
): Explanation {
  const options = resolveOptions(provider === undefined ? {} : { provider });
  const receivedAt = now ?? dateOf(response) ?? Date.now();
  const { status, statusText, headers, body } = response;
  const facts = { status, headers, data: body, receivedAt };
  const classification = classify(facts, options.preset, { budgetMs: options.maxElapsedMs });
  const { pauseUntil, closedUntil } = lessonOf(classification, status);
  const presetOf = typeof provider === 'object' ? provider.asOf : undefined;
  return {
    provider: { ...options.provider, ...(presetOf !== undefined && { presetOf }) },
    status,
    statusText,
    receivedAt,
    classification,
    ...(pauseUntil !== undefined && { pausedUntil: pauseUntil }),
    ...(closedUntil !== undefined && { closedUntil }),
    again: verdicts(response, classification, receivedAt, options),
    budgetMs: options.maxElapsedMs,
  };
}

function dateOf({ headers }: RawResponse): number | undefined {
  return parseHttpDate(headers.date?.[0] ?? '', Date.now());
}

function verdicts(
  { status, headers }: RawResponse,
  classification: Classification,
  now: number,
  options: ResolvedOptions,
): Verdict[] {
  const { retry, maxElapsedMs, retryForbidden, idempotency } = options;
  const replayed = pickFields(headers, /^idempotent-replayed$/).get('idempotent-replayed')?.[0];
  const decideFor = (idempotent: boolean): Decision =>
    decide({
      classification,
      status,
      now,
      attempts: 1,
      endsAt: now + maxElapsedMs,
      policy: retry,
      idempotent,
      replayable: true,
      storedAnswer: replayed === 'true',
      retryForbidden,
      quotaLeft: true,
      random: () => 0,
    });
  const keyHeader = idempotency?.methods.has('POST') ? idempotency.header : undefined;
  const requests = [
    { request: 'GET', decision: decideFor(true) },
    { request: 'POST without a key', decision: decideFor(false) },
    { request: 'POST with a key', decision: decideFor(true), ...(keyHeader && { keyHeader }) },
  ] as const;
  return requests.map(({ decision, ...request }) => {
    if (decision.action === 'settle') return { ...request, again: false, reason: decision.reason };
    return decision.wait === 'retry_after'
      ? { ...request, again: true, at: decision.at }
      : { ...request, again: true, withinMs: retry ? retry.baseDelayMs : 0 };
  });
}
