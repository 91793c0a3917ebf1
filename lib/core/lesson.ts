/**
 * What everybody who shares a limit learns from a response: how long nobody should send, or that the allowance is gone. Pure; imports only types.
 */
import type { Classification } from './types.js';

export interface Lesson {
  /** Nobody should send before this instant. */
  readonly pauseUntil?: number;
  /** The allowance is gone until this instant: nobody should wait for it. */
  readonly closedUntil?: number;
}

/** @param status the status that the outcome was classified by; absent: none came. */
export function lessonOf(said: Classification, status: number | undefined): Lesson {
  const { class: outcome, retryAt, resetAt, localised } = said;
  const pauses = outcome === 'rate_limited' || (outcome === 'transient' && status === 503);
  const pauseUntil = pauses && !localised ? retryAt : undefined;
  const closedUntil = outcome === 'quota_exhausted' ? (resetAt ?? retryAt) : undefined;
  return {
    ...(pauseUntil !== undefined && { pauseUntil }),
    ...(closedUntil !== undefined && { closedUntil }),
  };
}
