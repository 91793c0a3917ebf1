/**
 * The options of one request, `config.rateLimit`: what a user can say there. Imports types only.
 */
import type { Mode } from './options.js';

/** What `config.rateLimit` takes; `false` in its place: as if the handler were not installed. */
export interface RequestRateLimitOptions {
  /**
   * Wait and retry, or one try without waiting.
   * @default the handler's `mode`, else 'wait'
   */
  mode?: Mode;

  /**
   * Who goes first among those that wait: 0 (first) to 9 (last), a whole number.
   * @default 5
   */
  priority?: number;

  /**
   * Tokens that each attempt takes, a whole number; 0: none. A quota with a `cost` of its own goes by that.
   * @default 1
   */
  cost?: number;

  /**
   * The idempotency key, for the header that `idempotency` names: 1 to 255 printable ASCII characters.
   * @default a fresh UUID v4 a call, where `idempotency` names the method
   * @example idempotencyKey: order.id
   */
  idempotencyKey?: string;

  /**
   * Your word on whether sending it twice has the effect of sending it once. `true`: it may be retried whatever its method; `false`: it is
   * never sent twice.
   * @default by the method (RFC 9110, 9.2.2) and the key
   */
  idempotent?: boolean;

  /**
   * The instant at which the caller gives up, in milliseconds since the epoch. No wait ends and no attempt goes on after it.
   * @default none
   * @example deadlineAt: Date.now() + 5_000
   */
  deadlineAt?: number;

  /**
   * Longest time for one attempt, in milliseconds.
   * @default what is left of axios's `timeout`
   */
  attemptTimeoutMs?: number;

  /**
   * The credential whose quota the request uses, where the handler's `credential` would not find it. Fingerprinted at once.
   * @default what the handler's `credential` finds
   */
  credential?: string;

  /**
   * The run that the request's waiting is booked to.
   * @default none
   * @example run: 'inbox-42'
   */
  run?: string;
}
