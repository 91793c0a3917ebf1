/**
 * The report of a call: what was tried, what was waited for, and why it ended. It rides on the error or response that the caller gets, under a
 * registered symbol that neither JSON nor a spread copies.
 */
import type { SettleReason } from '../core/decide.js';
import type { OutcomeClass } from '../core/types.js';
import type { AdmissionRejectionReason } from '../errors.js';

/** What a wait was for: tokens, a pause of the scope, the server's Retry-After, or jittered back-off. */
export type WaitReason = 'bucket' | 'cooldown' | 'retry_after' | 'backoff';

export interface WaitReport {
  reason: WaitReason;
  ms: number;
}

/** One dispatch. */
export interface AttemptReport {
  /** The waits before it, in order. */
  waits: readonly WaitReport[];
  /** When it was sent, epoch ms. */
  startedAt: number;
  /** Its own time, without the waits: axios's `response.duration` holds those too. */
  durationMs: number;
  class: OutcomeClass;
  /** Why it was classified so. */
  reason: string;
  status?: number;
  /** axios's error code, such as `ECONNRESET`. */
  code?: string;
  /** The earliest next attempt that the server named, epoch ms. */
  retryAt?: number;
}

export interface CallReport {
  /** The provider's id. */
  provider: string;
  /** The credential's fingerprint, or `anonymous`. */
  scope: string;
  attempts: readonly AttemptReport[];
  /** All waiting: for tokens, pauses, Retry-After and back-off. Includes a wait that led to no attempt. */
  waitedMs: number;
  /** From the first moment of the call to its end. */
  elapsedMs: number;
  /** The idempotency key that each attempt carried. */
  idempotencyKey?: string;
  /** Why no further attempt was made. */
  ended: SettleReason | `rejected: ${AdmissionRejectionReason}` | 'failed';
}

const REPORT: unique symbol = Symbol.for('axios-rate-limit-handler.report');

/**
 * The report of the call that ended in this error or response, or `undefined`: it did not go through a handler (or with
 * `rateLimit: false`), or the value is something that an interceptor made of it.
 */
export function callReport(errorOrResponse: unknown): CallReport | undefined {
  if (typeof errorOrResponse !== 'object' || errorOrResponse === null) return undefined;
  return (errorOrResponse as { [REPORT]?: CallReport })[REPORT];
}

export function attachReport(target: unknown, report: CallReport): void {
  if (typeof target !== 'object' || target === null || !Object.isExtensible(target)) return;
  Object.defineProperty(target, REPORT, {
    value: report,
    enumerable: false,
    configurable: true,
    writable: true,
  });
}
