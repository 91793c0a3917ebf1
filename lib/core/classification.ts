/**
 * From why a response failed to the classification: when it is over, which window governs, and whether a limit lasts so long
 * that it is a used-up quota. Pure; imports only core.
 */
import type { BodyFacts } from './body-codes.js';
import type { Fields } from './header-bag.js';
import { readServerClock } from './server-clock.js';
import type { Classification, RateWindow } from './types.js';
import type { Verdict } from './verdict.js';
import { waitFromFields, waitFromMessages } from './wait-hints.js';
import { governingWindow, isExhausted, refusalEndsAt } from './windows.js';

export interface ClassifyOptions {
  /** The time that a caller has for a call, in milliseconds. Default: 45,000, as `retry.maxElapsedMs`. */
  budgetMs?: number;
}

/** A wait that fits into this is one for a rate limit; a used-up quota that claims no more is not believed. */
export const DEFAULT_BUDGET_MS = 45_000;

/**
 * A limit that lasts longer than this (or than the budget, if that is larger) is a used-up quota, whatever it calls itself.
 * An hour: the windows of published rate limits end at 15 minutes (X), those of quotas begin at an hour (GitHub).
 */
export const LONGEST_RATE_LIMIT_MS = 3_600_000;

/** All that a response tells of its refusal besides the reason. */
export interface Evidence {
  fields: Fields;
  windows: readonly RateWindow[];
  /** What Retry-After says. */
  stated: number | undefined;
  body: BodyFacts;
  receivedAt: number;
}

/** Adds when it is over to why it failed; and lets a limit that lasts too long be what it is, a used-up quota. */
export function weigh(verdict: Verdict, evidence: Evidence, options: ClassifyOptions): Classification {
  const { windows, stated, body, fields, receivedAt } = evidence;
  const clock = readServerClock(fields, receivedAt);
  if (!isLimit(verdict.class)) {
    const retryAt = verdict.class === 'transient' ? (stated ?? waitFromFields(body, clock)) : stated;
    return describe(verdict, windows, retryAt);
  }

  const { budgetMs = DEFAULT_BUDGET_MS } = options;
  const endsAt = refusalEndsAt(windows);
  const hints = [stated, waitFromFields(body, clock), endsAt, waitFromMessages(body, clock)];
  const retryAt = hints.find((hint) => hint !== undefined);

  const longest = Math.max(LONGEST_RATE_LIMIT_MS, budgetMs);
  const exhausted = windows.filter(isExhausted);
  const isLong =
    retryAt === undefined
      ? exhausted.some((window) => verdict.eitherLimit || (window.windowMs ?? 0) > longest)
      : retryAt - receivedAt > longest;
  if (verdict.class === 'rate_limited' && (!isLong || verdict.toldToRetry))
    return describe(verdict, windows, retryAt);

  // "The day's quota is gone, come back in 18 s": what fits into the budget is believed only where the window says so too.
  const believable = hints.find((hint) => hint !== undefined && hint - receivedAt > budgetMs);
  const confirmed = exhausted.length > 0 && endsAt !== undefined ? Math.max(endsAt, stated ?? 0) : undefined;
  const reason =
    verdict.class === 'rate_limited'
      ? `${verdict.reason}, for longer than a rate limit lasts`
      : verdict.reason;
  return describe({ ...verdict, class: 'quota_exhausted', reason }, windows, believable ?? confirmed);
}

export function isLimit(outcome: Classification['class']): boolean {
  return outcome === 'rate_limited' || outcome === 'quota_exhausted';
}

export function describe(
  verdict: Verdict,
  windows: readonly RateWindow[],
  retryAt: number | undefined,
): Classification {
  const { class: outcome, reason, localised } = verdict;
  const governing = governingWindow(windows);
  // A window that starts anew before the server wants to see us again is not the one that refused.
  const resetAt = outcome === 'success' ? governing?.resetAt : latest(governing?.resetAt, retryAt);
  return {
    class: outcome,
    reason,
    ...(retryAt !== undefined && { retryAt }),
    ...(resetAt !== undefined && { resetAt }),
    ...(governing?.limit !== undefined && { limit: governing.limit }),
    ...(governing?.remaining !== undefined && { remaining: governing.remaining }),
    windows,
    scope: 'credential',
    ...(localised && { localised }),
  };
}

function latest(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? (a ?? b) : Math.max(a, b);
}
