/**
 * Which requests may be sent twice: by method and key (RFC 9110, 9.2.2), by body, and what an answer tells of their effect.
 * Pure; imports only types.
 */
import type { OutcomeClass } from './types.js';

const IDEMPOTENT_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'PUT', 'DELETE']);

/** Whether sending the method twice has the effect of sending it once (RFC 9110, 9.2.2). Unknown methods: no. */
export function isIdempotentMethod(method: string): boolean {
  return IDEMPOTENT_METHODS.has(method.toUpperCase());
}

/**
 * Whether the body, as it is after axios's `transformRequest`, gives the same bytes when it is sent again. Streams, iterators and the `form-data`
 * package's forms are spent by the first attempt: a second one would send nothing, or hang.
 */
export function isReplayable(body: unknown): boolean {
  if (body === null || typeof body !== 'object') return typeof body !== 'function';
  const shape = body as Partial<Record<'pipe' | 'getReader' | 'next', unknown>> & AsyncIterable<unknown>;
  const signs = [shape.pipe, shape.getReader, shape.next, shape[Symbol.asyncIterator]];
  return !signs.some((sign) => typeof sign === 'function');
}

/**
 * What an answer tells of the effect of a request with an idempotency key.
 * - `settled`: it is known, of earlier attempts with the same key too.
 * - `none`: this attempt had none; of earlier ones it tells nothing.
 * - `unknown`: this attempt may have had one.
 */
export type Effect = 'settled' | 'none' | 'unknown';

/** Refused in front of the place where keys are looked at: 401, 403, 407. */
const REFUSED_AT_THE_DOOR: ReadonlySet<number> = new Set([401, 403, 407]);

/** @param status absent: no complete answer came. */
export function effectOf(outcome: OutcomeClass, status: number | undefined): Effect {
  if (outcome === 'success') return 'settled';
  if (outcome === 'rate_limited' || outcome === 'quota_exhausted') return 'none';
  // 409: an earlier attempt with the same key is still being worked on (draft-ietf-httpapi-idempotency-key-header, 2.6).
  const isAnswer = outcome === 'permanent' && status !== undefined && status < 500 && status !== 409;
  if (!isAnswer) return 'unknown';
  return REFUSED_AT_THE_DOOR.has(status) ? 'none' : 'settled';
}
