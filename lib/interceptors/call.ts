/**
 * A call: one logical request, from its first moment to its outcome, with what its attempts have in common.
 */
import axios from 'axios';
import type { AxiosResponse, InternalAxiosRequestConfig } from 'axios';
import type { Gate } from '../admission/gate.js';
import type { ResolvedOptions, RequestSettings } from '../config/resolved.js';
import { resolveRequest } from '../config/resolve-request.js';
import { isIdempotentMethod, isReplayable } from '../core/replay.js';
import type { RetryQuota } from '../core/retry-quota.js';
import type { Charges } from '../core/ports.js';
import { freshKey } from './fresh-key.js';

/** What all calls of a handler share. */
export interface Provider {
  readonly options: ResolvedOptions;
  readonly gate: Gate;
  readonly retryQuota: RetryQuota | undefined;
  readonly fingerprint: (credential: string | undefined) => string;
  /** What a request of this cost takes. */
  readonly charges: (config: InternalAxiosRequestConfig, cost: number) => Charges;
  /** The attempts under way, by their own headers, which go with a config wherever it is copied: they have their tokens. */
  readonly attempts: WeakSet<object>;
  /** Tells the developer of a mistake in the set-up, once. */
  readonly warn: (message: string) => void;
}

/** Whatever axios takes for an adapter: a function, a name, or a list of them. */
export type Adapter = InternalAxiosRequestConfig['adapter'];

/** What came of an attempt: exactly what axios's adapter gave. */
export type Outcome =
  | { readonly response: AxiosResponse; readonly error?: undefined }
  | { readonly error: unknown; readonly response?: undefined };

export interface IdempotencyKey {
  readonly header: string;
  readonly value: string;
  /** It was that of an earlier call, and what became of that is unknown. */
  readonly kept: boolean;
}

/** Where a call comes from: the adapter that it would have gone through without us. Shared by all calls of one config. */
export interface Origin {
  readonly adapter: Adapter;
  /** The last call, while its outcome is unknown: the upstream may have done what it asked for. */
  unsettled: Call | undefined;
}

export interface Call {
  /** The caller's config; never changed, and on the outcome again when it is handed over. */
  readonly config: InternalAxiosRequestConfig;
  readonly origin: Origin;
  readonly settings: RequestSettings;
  readonly startedAt: number;
  readonly scope: string;
  readonly charges: Charges;
  readonly key: IdempotencyKey | undefined;
  /** Sending it twice has the effect of sending it once. */
  readonly idempotent: boolean;
  readonly replayable: boolean;
}

/** The header of the draft standard draft-ietf-httpapi-idempotency-key-header, for callers who bring a key of their own. */
const STANDARD_KEY_HEADER = 'Idempotency-Key';

/**
 * @param startedAt the first moment of the call.
 * @throws ConfigError when `config.rateLimit` is not valid, or the request can never be admitted.
 */
export function beginCall(
  provider: Provider,
  config: InternalAxiosRequestConfig,
  origin: Origin,
  startedAt: number,
): Call {
  const { options } = provider;
  const settings = resolveRequest(config.rateLimit, options);
  const key = keyOf(config, settings, options, keptKey(origin, config));
  return {
    config,
    origin,
    settings,
    startedAt,
    scope: provider.fingerprint(countedAgainst(config, settings, options)),
    charges: provider.charges(config, settings.cost),
    key,
    idempotent: settings.idempotent ?? (key !== undefined || isIdempotentMethod(config.method ?? 'get')),
    replayable: isReplayable(config.data),
  };
}

/** Whose limit the request counts against: its credential, and what else the provider goes by. A secret, to be fingerprinted at once. */
function countedAgainst(
  config: InternalAxiosRequestConfig,
  settings: RequestSettings,
  options: ResolvedOptions,
): string | undefined {
  const credential = settings.credential ?? options.credential(config);
  const part = options.scope?.(config);
  return part === undefined ? credential : `${credential ?? ''}\n${part}`;
}

/** The call's one key: the caller's header, else the caller's option, else the one of the call it repeats, else a fresh one where the upstream honours it. */
function keyOf(
  config: InternalAxiosRequestConfig,
  settings: RequestSettings,
  { idempotency }: ResolvedOptions,
  keptKey: string | undefined,
): IdempotencyKey | undefined {
  const header = idempotency?.header ?? STANDARD_KEY_HEADER;
  const own = config.headers.get(header);
  if (typeof own === 'string' && own !== '') return { header, value: own, kept: false };
  if (settings.idempotencyKey !== undefined) return { header, value: settings.idempotencyKey, kept: false };
  if (!idempotency?.methods.has((config.method ?? 'get').toUpperCase())) return undefined;
  return { header, value: keptKey ?? freshKey(), kept: keptKey !== undefined };
}

/** The key of the call that this one repeats, if what became of that is unknown. */
function keptKey({ unsettled }: Origin, repeated: InternalAxiosRequestConfig): string | undefined {
  if (!unsettled) return undefined;
  const { config, key } = unsettled;
  const isSame =
    config.method === repeated.method &&
    config.data === repeated.data &&
    axios.getUri(config) === axios.getUri(repeated);
  return isSame ? key?.value : undefined;
}
