/**
 * The time that a call may take: when the last wait or retry may begin, and when a running attempt is cut.
 * Pure; imports only core.
 */
import { MAX_TIMER_MS } from './backoff.js';

/** The share of axios's `timeout` within which waits and retries must begin: the last failure still reaches the caller in time. */
export const TIMEOUT_SHARE = 0.95;

export interface BudgetTerms {
  /** The first moment of the call, or its first dispatch where waiting has a bound of its own. */
  startedAt: number;
  maxElapsedMs: number;
  /** axios's own `timeout` of the request; 0 or absent: none. */
  timeoutMs?: number | undefined;
  /** The caller's deadline, an instant. */
  deadlineAt?: number | undefined;
}

export interface Budget {
  /** No wait may end, and no retry begin, at or after this instant. */
  readonly endsAt: number;
  /** A running attempt is cut at this instant; `Infinity`: never. `maxElapsedMs` alone cuts nothing. */
  readonly cutAt: number;
}

export function callBudget({ startedAt, maxElapsedMs, timeoutMs, deadlineAt }: BudgetTerms): Budget {
  const byTimeout = timeoutMs ? startedAt + TIMEOUT_SHARE * timeoutMs : Infinity;
  const cutAt = Math.min(deadlineAt ?? Infinity, byTimeout);
  return { endsAt: Math.min(startedAt + maxElapsedMs, cutAt), cutAt };
}

export interface AttemptTerms {
  budget: Budget;
  now: number;
  timeoutMs?: number | undefined;
  deadlineAt?: number | undefined;
  attemptTimeoutMs?: number | undefined;
  /** Nothing has been waited for: the caller's `timeout` holds to the millisecond. */
  fresh: boolean;
}

/**
 * The attempt's own timeout in milliseconds, or `undefined` for none. At least 1, since axios would read 0 as none; and no longer than a timer runs,
 * since axios's would strike at once.
 */
export function attemptTimeout({
  budget,
  now,
  timeoutMs,
  deadlineAt,
  attemptTimeoutMs,
  fresh,
}: AttemptTerms): number | undefined {
  const left = fresh ? Math.min(timeoutMs || Infinity, (deadlineAt ?? Infinity) - now) : budget.cutAt - now;
  const ms = Math.min(left, attemptTimeoutMs ?? Infinity);
  return ms === Infinity ? undefined : Math.min(Math.max(1, Math.floor(ms)), MAX_TIMER_MS);
}
