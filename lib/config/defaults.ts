/**
 * Every default, in one table. May import core/.
 */
import type { RetryQuotaPolicy } from '../core/retry-quota.js';
import { defaultCredential } from '../core/scope.js';
import type { Clock, Random } from '../core/ports.js';
import type { Mode } from './options.js';
import type { ResolvedOptions } from './resolved.js';

interface Defaults {
  readonly provider: { readonly id: string; readonly name: string };
  readonly mode: Mode;
  readonly priority: number;
  readonly cost: number;
  readonly headroom: number;
  readonly credential: ResolvedOptions['credential'];
  readonly retry: {
    readonly statuses: readonly number[];
    readonly baseDelayMs: number;
    readonly maxDelayMs: number;
    readonly maxAttempts: number;
    readonly maxElapsedMs: number;
    readonly quota: RetryQuotaPolicy;
  };
  readonly retryForbidden: boolean;
  readonly maxQueued: number;
  readonly throttleBelow: number;
  readonly clock: Clock;
  readonly random: Random;
}

export const DEFAULTS: Defaults = Object.freeze({
  // Reads well in a sentence: "waiting on the upstream's rate limit".
  provider: Object.freeze({ id: 'upstream', name: 'the upstream' }),
  mode: 'wait',
  // The middle of 0 (first) to 9 (last).
  priority: 5,
  cost: 1,
  // With the default burst no window holds more than about 90% of what is published.
  headroom: 0.8,
  credential: defaultCredential,
  retry: Object.freeze({
    // 429: RFC 6585, 4. 502, 503, 504: RFC 9110, 15.6; each says that the trouble is not the request's and may pass.
    statuses: Object.freeze([429, 502, 503, 504]),
    baseDelayMs: 250,
    maxDelayMs: 30_000,
    maxAttempts: 5,
    // Below the 60 s after which common proxies and load balancers give the caller up (nginx's proxy_read_timeout, AWS ALB's idle timeout).
    maxElapsedMs: 45_000,
    // The prices of the AWS SDKs' standard retry mode.
    quota: Object.freeze({ capacity: 500, throttleCost: 5, otherCost: 14, refund: 1 }),
  }),
  // "The client SHOULD NOT automatically repeat the request with the same credentials" (RFC 9110, 15.5.4).
  retryForbidden: false,
  // In each scope. At under 4 kB a waiting call, 40 MB of heap.
  maxQueued: 10_000,
  throttleBelow: 0.1,
  // Looked up at each use, so that fake timers which a test installs later are seen. The timers keep the process alive: a call waits on them.
  clock: Object.freeze({
    now: () => Date.now(),
    setTimeout: (callback: () => void, ms: number) => setTimeout(callback, ms),
    clearTimeout: (handle: unknown) => clearTimeout(handle as Parameters<typeof clearTimeout>[0]),
  }),
  random: () => Math.random(),
});
