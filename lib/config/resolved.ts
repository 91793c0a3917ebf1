/**
 * The settings as the code reads them: flat, complete, checked. Imports types only.
 */
import type { InternalAxiosRequestConfig } from 'axios';
import type { BucketSpec } from '../core/bucket.js';
import type { RetryPolicy } from '../core/decide.js';
import type { Clock, Fleet, FleetEvent, Random } from '../core/ports.js';
import type { RetryQuotaPolicy } from '../core/retry-quota.js';
import type { ProviderPreset } from '../core/types.js';
import type { Mode } from './options.js';

/** Which layer a value came from. */
export type Origin = 'default' | 'preset' | 'option';

/** The settings whose origin is told, by their path in the options. */
export type SettingName =
  | 'provider'
  | 'mode'
  | 'headroom'
  | 'quota'
  | 'ceiling'
  | 'credential'
  | 'scope'
  | 'fleet'
  | 'retry'
  | 'retry.statuses'
  | 'retry.baseDelayMs'
  | 'retry.maxDelayMs'
  | 'retry.maxAttempts'
  | 'retry.maxElapsedMs'
  | 'retry.quota'
  | 'retryForbidden'
  | 'reading'
  | 'rule'
  | 'maxQueued'
  | 'maxWaitMs'
  | 'throttleBelow'
  | 'maxConcurrent'
  | 'idempotency'
  | 'beforeAttempt';

export interface RetrySettings extends RetryPolicy {
  /** `false`: retries are bounded by attempts and time alone. */
  readonly quota: RetryQuotaPolicy | false;
}

export interface IdempotencySettings {
  readonly header: string;
  /** Upper case. */
  readonly methods: ReadonlySet<string>;
}

export interface ResolvedOptions {
  readonly provider: { readonly id: string; readonly name: string };
  /** What the classifier needs of the preset, with the options laid over it. */
  readonly preset: Pick<ProviderPreset, 'id' | 'reading' | 'rule'>;
  readonly headroom: number;
  /** The buckets of one credential; empty: none. */
  readonly quota: readonly BucketSpec[];
  /** The buckets of the whole provider; empty: none. */
  readonly ceiling: readonly BucketSpec[];
  readonly credential: (config: InternalAxiosRequestConfig) => string | undefined;
  /** What a request counts against besides its credential. */
  readonly scope: ProviderPreset['scope'] | undefined;
  readonly fleet: Fleet | undefined;
  readonly onFleetEvent: ((event: FleetEvent) => void) | undefined;
  readonly retry: RetrySettings | false;
  /** Bounds waiting even where `retry` is `false`. */
  readonly maxElapsedMs: number;
  readonly retryForbidden: boolean;
  readonly maxQueued: number;
  readonly maxWaitMs: number | undefined;
  readonly throttleBelow: number;
  readonly maxConcurrent: number | undefined;
  readonly idempotency: IdempotencySettings | undefined;
  readonly beforeAttempt: ((config: InternalAxiosRequestConfig) => void | Promise<void>) | undefined;
  readonly clock: Clock;
  readonly random: Random;
  /** The settings of a request that says nothing. */
  readonly request: RequestSettings;
  readonly origins: Readonly<Record<SettingName, Origin>>;
}

/** The settings of one request. */
export interface RequestSettings {
  readonly mode: Mode;
  readonly priority: number;
  readonly cost: number;
  readonly idempotencyKey: string | undefined;
  /** The caller's word; `undefined`: by method and key. */
  readonly idempotent: boolean | undefined;
  readonly deadlineAt: number | undefined;
  readonly attemptTimeoutMs: number | undefined;
  readonly credential: string | undefined;
  readonly run: string | undefined;
}
