/**
 * The shape of the configuration summary. Imports types only.
 */
import type { RetryQuotaPolicy } from '../core/retry-quota.js';
import type { Origin, SettingName } from './resolved.js';

/** The value of a bucket's row. */
export interface BucketSummary {
  readonly scope: 'credential' | 'provider';
  /** Published tokens a window. */
  readonly limit: number;
  /** Published window in milliseconds. */
  readonly windowMs: number;
  /** The share of the published quota that is used. */
  readonly headroom: number;
  /** Tokens that flow in during one window. */
  readonly ratePerWindow: number;
  /** Tokens that may be taken at once after a pause. */
  readonly burst: number;
  /** The most tokens that any window of that length can hold, whatever its phase. */
  readonly mostInWindow: number;
  /** Whether all processes draw from it together; `false`: each has one of its own. */
  readonly shared: boolean;
}

/** What a row says to a machine. Durations in milliseconds; `null`: none. */
export type SummaryValue =
  | null
  | boolean
  | number
  | string
  | readonly number[]
  | BucketSummary
  | RetryQuotaPolicy
  | { readonly header: string; readonly methods: readonly string[] };

export type SummaryGroup = 'retries' | 'limits' | 'queue' | 'idempotency';

/** One line of the summary. */
export interface SummaryRow {
  readonly group: SummaryGroup;
  /** What it is, such as `base delay`. */
  readonly label: string;
  /** What it says to people, such as `250 ms`. */
  readonly text: string;
  /** What it says to machines, such as `250`. */
  readonly value: SummaryValue;
  /** The layer that decided; `fixed`: nobody can change it. */
  readonly origin: Origin | 'fixed';
  /** The option that changes it, such as `retry.baseDelayMs`; absent where it is fixed. */
  readonly option?: SettingName;
}

/** What one setting says of itself; its group and its origin come from elsewhere. */
export type SummaryEntry = Omit<SummaryRow, 'group' | 'origin'>;
