/**
 * The words of the domain, as types: what a server said, what we make of it, and what a provider is.
 * Pure declarations. Imports nothing.
 *
 * Durations end in `Ms`; instants end in `At` and are milliseconds since the epoch on our own clock.
 */

/** Header fields in any of the shapes that reach us: `AxiosHeaders`, a plain object, a `Headers`. Names in any case. */
export type HeaderBag = object;

/** A response as a classifier needs it. */
export interface ResponseFacts {
  status: number;
  headers: HeaderBag;
  /** The body: parsed, a string of JSON, or absent. */
  data?: unknown;
  /** When the response arrived, by our clock. */
  receivedAt: number;
}

/** An error that came in place of a usable response: a refused connection, a timeout, a cancellation. */
export interface ErrorFacts {
  error: unknown;
  receivedAt: number;
}

/**
 * What an outcome is.
 * - `rate_limited`: too fast; may go again shortly.
 * - `quota_exhausted`: the period's or the plan's allowance is gone; never waited for in place.
 * - `transient`: trouble on the server's side, or a lock; not a limit.
 * - `network`, `timeout`: transient too, and no complete response came.
 * - `permanent`: the request itself is at fault; sending it again gives the same answer.
 */
export type OutcomeClass =
  | 'success'
  | 'rate_limited'
  | 'quota_exhausted'
  | 'transient'
  | 'permanent'
  | 'cancelled'
  | 'network'
  | 'timeout';

/** One quota window as a response's fields describe it. Whatever the server did not say is absent. */
export interface RateWindow {
  /** The server's name for it (`requests`, `per_day`, ...), when it has one. */
  name?: string;
  limit?: number;
  remaining?: number;
  used?: number;
  /** When the window starts anew. */
  resetAt?: number;
  /** The window's length. */
  windowMs?: number;
}

/** Whom a limit concerns: this credential, or everybody who calls the provider. */
export type LimitScope = 'credential' | 'provider';

/** The answer to "what would you make of this response?" */
export interface Classification {
  class: OutcomeClass;
  /** Why, in a few words and with the deciding code, status or header; never a secret, never a whole body. */
  reason: string;
  /** The earliest instant at which the server will take the request again, if it said so. */
  retryAt?: number;
  /** When the governing window starts anew, if the server said so. */
  resetAt?: number;
  /** Size of the governing window: the exhausted one, else the tightest. */
  limit?: number;
  /** What is left in the governing window. */
  remaining?: number;
  /** Every window that the response tells of. */
  windows: readonly RateWindow[];
  /** Whom the refusal concerns. Default: the credential. */
  scope: LimitScope;
  /** A refusal that concerns one object or lock alone: the call backs off, its scope goes on. */
  localised?: boolean;
}

/** A published quota: at most `limit` in any window of `windowMs`. */
export interface Quota {
  /** How many tokens a window holds. Whole, at least 1. */
  limit: number;
  /** Length of the window in milliseconds. */
  windowMs: number;
  /** Bucket size in tokens. Default: `max(1, floor((1 - headroom) / 2 * limit))`. */
  burst?: number;
  /** Tokens of this quota that a request takes. Default: the request's own `cost`. */
  cost?: (config: RequestConfig) => number;
  /**
   * Tokens of this quota that the request turned out to take, read from its response: the bucket is corrected by the difference to its cost. Nothing returned:
   * the cost stands. The body is parsed where it is JSON.
   */
  usage?: (response: ResponseFacts) => number | undefined;
  /** What it counts, where that is not every request, such as `searches`. For people. */
  counts?: string;
}

/** The part of axios's request config that quotas, credentials and rules look at; axios's own type fits it. */
export interface RequestConfig {
  url?: string;
  baseURL?: string;
  method?: string;
  headers?: unknown;
  params?: unknown;
  data?: unknown;
}

/** Where an upstream honours idempotency keys. */
export interface Idempotency {
  /** The header that carries the key, such as `Idempotency-Key`. */
  header: string;
  /** The methods for which the upstream honours it, such as `['POST']`. */
  methods: readonly string[];
}

/** What one header field tells of a window: its size, what is left or used of it, when it starts anew, how long it is. */
export type FieldRole = 'limit' | 'remaining' | 'used' | 'reset' | 'length';

/** The meaning of a header field whose name the generic reader can't know. */
export interface FieldRule {
  role: FieldRole;
  /** The window that the field tells of, where a response tells of several. Default: the nameless one. */
  window?: string;
  /** The field's unit, where neither its name nor its value tells. A `length` is in `delta-s` unless told otherwise. */
  unit?: ReadingRules['resetUnit'];
}

/** Data that make the generic reader exact for one provider. All of it optional. */
export interface ReadingRules {
  /**
   * Machine-readable codes (in the body's usual places, or in a header that carries one) and the class that each of them
   * means, at any status. Upper and lower case, `_`, `-` and the like make no difference.
   */
  codes?: Readonly<Record<string, OutcomeClass>>;
  /** Further headers that carry a machine-readable code, in lower case. */
  codeHeaders?: readonly string[];
  /** Header fields that tell of windows under names of the provider's own, in lower case; `false`: not such a field. */
  fields?: Readonly<Record<string, FieldRule | false>>;
  /** Statuses whose class differs from the generic one, such as `{ 529: 'transient', 418: 'rate_limited' }`. */
  statuses?: Readonly<Record<number, OutcomeClass>>;
  /** Unit of the plain `*-reset` fields, where size alone can't tell. */
  resetUnit?: 'delta-s' | 'delta-ms' | 'epoch-s' | 'epoch-ms';
  /** Least wait after a rate limit that gives no hint, in milliseconds. */
  defaultRetryAfterMs?: number;
}

/** Everything known about one provider; each field can be overridden by an option of the same name. */
export interface ProviderPreset {
  /** Short, lower case, stable: used in metric attributes and store keys, such as `stripe`. */
  id: string;
  /** For people, such as `Stripe`. */
  name: string;
  /** Date of the facts, ISO 8601. */
  asOf?: string;
  /** The page that the facts came from. */
  source?: string;
  /** What the limits count against, in words, such as `app and workspace, each method by itself`. For people. */
  keyedOn?: string;
  /** The header fields that tell of limits, as the provider writes them. For people: the reader knows them by their pattern, or by `reading.fields`. */
  headers?: readonly string[];
  quota?: Quota | readonly Quota[];
  ceiling?: Quota | readonly Quota[];
  idempotency?: Idempotency;
  /**
   * What the limits count against besides the credential, such as the API method that a request calls. It becomes a part of the scope, and is
   * fingerprinted with the credential. `undefined`: this request counts against the credential alone.
   */
  scope?: (config: RequestConfig) => string | undefined;
  /** Further 5xx statuses that may be retried, such as `[529]`. */
  retryStatuses?: readonly number[];
  /** Send a request again after a 403 that is really a rate limit. Default false. */
  retryForbidden?: boolean;
  reading?: ReadingRules;
  /** The last word on a response, where data can't express it. Returns the fields to change, or nothing. */
  rule?: (response: ResponseFacts, generic: Classification) => Partial<Classification> | undefined;
}
