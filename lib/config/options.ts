/**
 * The options of a handler: what a user can say at set-up, and nothing else. Their defaults are in defaults.ts, their checks in fields.ts.
 * Imports types only.
 */
import type { InternalAxiosRequestConfig } from 'axios';
import type { Clock, Fleet, FleetEvent, Random } from '../core/ports.js';
import type { Idempotency, ProviderPreset, Quota, ReadingRules } from '../core/types.js';
import type { RetryOptions } from './retry-options.js';

/**
 * - `wait`: wait for tokens, and retry what may be retried.
 * - `best-effort`: one try at most; no waiting, no retry.
 */
export type Mode = 'wait' | 'best-effort';

/** What `rateLimitHandler` takes. Precedence: defaults, then the preset, then these options, then the request's `rateLimit`. */
export interface RateLimitOptions {
  /**
   * Which upstream this is: a preset, or a name. The name of a preset stands for that preset; any other only labels metrics, messages and keys.
   * @default an upstream without a name, called "the upstream" in messages
   * @example provider: stripe()
   * @example provider: 'slack'
   */
  provider?: string | ProviderPreset;

  /**
   * The quota that the provider publishes for one credential; several windows as an array: a request needs a token from each.
   * `[]` switches the preset's off.
   * @default the preset's, else none: nothing is held back before the server says so
   * @example quota: { limit: 50, windowMs: 60_000 }
   */
  quota?: Quota | readonly Quota[];

  /**
   * The quota for all credentials of this provider together. `[]` switches the preset's off.
   * @default the preset's, else none
   * @example ceiling: { limit: 1000, windowMs: 60_000 }
   */
  ceiling?: Quota | readonly Quota[];

  /**
   * Finds the credential whose quota a request uses. It is fingerprinted at once and appears nowhere. Nothing found: the request counts against one
   * anonymous credential.
   * @default the Authorization header, then axios's `auth`, then the common API-key headers
   * @example credential: (config) => config.headers.get('X-Tenant-Key')
   */
  credential?: (config: InternalAxiosRequestConfig) => unknown;

  /**
   * What the limits count against besides the credential, such as the API method. It becomes a part of the scope: requests with different parts have
   * buckets, queues and pauses of their own. Fingerprinted with the credential.
   * @default the preset's, else the credential alone
   * @example scope: (config) => config.url
   */
  scope?: NonNullable<ProviderPreset['scope']>;

  /**
   * The share of each quota to use, above 0 and at most 1. The rest is for network jitter, and for callers that you forgot.
   * @default 0.8
   */
  headroom?: number;

  /** How failures are retried; `false`: never. Each field has its own default. */
  retry?: RetryOptions | false;

  /**
   * Where the limits are kept for all processes together.
   * @default none: the limits hold for each process by itself
   * @example fleet: redisFleet({ client: new Redis(url) })
   */
  fleet?: Fleet;

  /**
   * Told when the fleet's store is lost, and back, and when processes have different figures for this provider.
   * @default such events are printed as warnings
   */
  onFleetEvent?: (event: FleetEvent) => void;

  /**
   * How many requests may wait for tokens in one scope, a whole number. One more is rejected at once.
   * @default 10_000
   */
  maxQueued?: number;

  /**
   * How long a request may wait for its first tokens, in milliseconds. For those who would rather queue long, such as batch jobs: where it is given, the
   * elapsed time of `retry.maxElapsedMs` runs from the first dispatch.
   * @default none: the wait counts towards `retry.maxElapsedMs`
   * @example maxWaitMs: 10 * 60_000
   */
  maxWaitMs?: number;

  /**
   * The share of a window, from 0 to 1, below which the rate is slowed so that what is left lasts until the reset. 0: never slowed.
   * @default 0.1
   */
  throttleBelow?: number;

  /**
   * How many requests of one scope may be on their way at once, from dispatch to response. A whole number.
   * @default no limit
   */
  maxConcurrent?: number;

  /**
   * Where the upstream honours idempotency keys; `false`: nowhere. There, a POST gets a key and may be retried.
   * @default the preset's, else none: POST and PATCH are not sent twice
   * @example idempotency: { header: 'Idempotency-Key', methods: ['POST', 'PATCH'] }
   */
  idempotency?: Idempotency | false;

  /**
   * Runs right before each attempt, the first included, with the config that is about to be sent: the place to sign, or to refresh a
   * token that may have expired during a wait. Where that takes time, the request gives its tokens back and takes new ones when it is done, so that many which
   * waited for one refresh don't go all at once.
   * @default none
   * @example beforeAttempt: async (config) => { config.headers.set('Authorization', await freshToken()); }
   */
  beforeAttempt?: (config: InternalAxiosRequestConfig) => void | Promise<void>;

  /**
   * Send a request again after a 403 that is really a rate limit. Such a 403 always pauses its scope; without this it isn't sent again.
   * @default the preset's, else false
   */
  retryForbidden?: boolean;

  /**
   * Makes the reading of responses exact where it is generic, entry by entry over the preset's.
   * @default the preset's
   * @example reading: { codes: { daily_limit_reached: 'quota_exhausted' } }
   */
  reading?: ReadingRules;

  /**
   * The last word on what a response means, where data can't express it. Takes the place of the preset's.
   * @default the preset's
   */
  rule?: NonNullable<ProviderPreset['rule']>;

  /**
   * The mode of requests that don't name one.
   * @default 'wait'
   */
  mode?: Mode;

  /**
   * The time. For tests.
   * @default the global `Date.now`, `setTimeout` and `clearTimeout`, looked up at each use
   */
  clock?: Clock;

  /**
   * The sample behind the jitter, uniform in [0, 1). For tests.
   * @default Math.random
   */
  random?: Random;
}
