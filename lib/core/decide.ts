/**
 * What to do after an attempt: settle with its outcome, or try again, and when. Pure: the clock, the sample and what is left of every budget are
 * arguments. Imports only core.
 */
import { fullJitter } from './backoff.js';
import type { Random } from './ports.js';
import type { Classification } from './types.js';

/** How often, how long and after what a call is retried. */
export interface RetryPolicy {
  readonly statuses: ReadonlySet<number>;
  readonly baseDelayMs: number;
  readonly maxDelayMs: number;
  /** The first attempt counts. */
  readonly maxAttempts: number;
  readonly maxElapsedMs: number;
}

export interface Situation {
  classification: Classification;
  /** The status of the response that was classified; absent: none came. */
  status?: number | undefined;
  now: number;
  /** Attempts made so far. */
  attempts: number;
  /** The instant before which a retry must begin. */
  endsAt: number;
  /** `false`: the caller wants one attempt. */
  policy: RetryPolicy | false;
  /** Sending it twice has the effect of sending it once: by its method, its key, or the caller's word. */
  idempotent: boolean;
  /** The body can be sent again. */
  replayable: boolean;
  /** The server says that it answered from its store of results: it would give the same answer again. */
  storedAnswer: boolean;
  retryForbidden: boolean;
  /** The retry quota covers the next retry. */
  quotaLeft: boolean;
  random: Random;
}

/** Why a call is not sent again; `succeeded` where there is no need to. */
export type SettleReason =
  | 'succeeded'
  | 'permanent'
  | 'cancelled'
  | 'quota_exhausted'
  | 'retries_off'
  | 'status_not_retryable'
  | 'not_idempotent'
  | 'body_not_replayable'
  | 'stored_answer'
  | 'attempts_spent'
  | 'retry_quota_spent'
  | 'time_spent'
  | 'retry_after_beyond_budget';

export type Decision =
  | { readonly action: 'settle'; readonly reason: SettleReason }
  /** Try again, not before `at`. */
  | { readonly action: 'retry'; readonly at: number; readonly wait: 'retry_after' | 'backoff' };

export function decide(s: Situation): Decision {
  const reason = reasonToSettle(s);
  if (reason) return { action: 'settle', reason };

  const { retryAt } = s.classification;
  // The server's word is exact: neither cut to a cap nor moved by jitter.
  if (retryAt !== undefined && retryAt > s.now) {
    return retryAt < s.endsAt
      ? { action: 'retry', at: retryAt, wait: 'retry_after' }
      : { action: 'settle', reason: 'retry_after_beyond_budget' };
  }
  const policy = s.policy as RetryPolicy;
  const delay = retryAt === undefined ? fullJitter(s.attempts - 1, { ...policy, random: s.random }) : 0;
  const at = s.now + delay;
  return at < s.endsAt
    ? { action: 'retry', at, wait: retryAt === undefined ? 'backoff' : 'retry_after' }
    : { action: 'settle', reason: 'time_spent' };
}

function reasonToSettle(s: Situation): SettleReason | undefined {
  const { class: outcome } = s.classification;
  if (outcome === 'success') return 'succeeded';
  if (outcome === 'permanent' || outcome === 'cancelled' || outcome === 'quota_exhausted') return outcome;
  if (s.policy === false) return 'retries_off';
  if (!isRetryableStatus(s, s.policy)) return 'status_not_retryable';
  if (!s.idempotent) return 'not_idempotent';
  if (!s.replayable) return 'body_not_replayable';
  if (s.storedAnswer) return 'stored_answer';
  if (s.attempts >= s.policy.maxAttempts) return 'attempts_spent';
  if (!s.quotaLeft) return 'retry_quota_spent';
  return undefined;
}

function isRetryableStatus(
  { status, classification, retryForbidden }: Situation,
  policy: RetryPolicy,
): boolean {
  if (status === undefined) return true; // a connection error or a timeout
  if (policy.statuses.has(status)) return true;
  if (status === 403) return retryForbidden && classification.class === 'rate_limited';
  // A refusal inside a success, as GraphQL servers send it, is a 429 in all but its number.
  return status >= 200 && status < 300;
}
