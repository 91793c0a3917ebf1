/**
 * What the summary says of each setting, in words and as a value. May import core/ and its neighbours.
 */
import { TIMEOUT_SHARE } from '../core/budget.js';
import { formatDuration, formatNumber, formatShare } from './format.js';
import type { ResolvedOptions } from './resolved.js';
import { bucketEntries } from './summary-buckets.js';
import type { SummaryEntry } from './summary-types.js';

export function retryEntries(options: ResolvedOptions): SummaryEntry[] {
  return [...(options.retry ? backoffEntries(options.retry) : [RETRIES_OFF]), ...budgetEntries(options)];
}

const RETRIES_OFF: SummaryEntry = {
  label: 'retries',
  option: 'retry',
  value: false,
  text: 'off: every call has one attempt',
};

function backoffEntries(retry: Exclude<ResolvedOptions['retry'], false>): SummaryEntry[] {
  const { statuses, baseDelayMs, maxDelayMs, maxAttempts, quota } = retry;
  const list = [...statuses].sort((a, b) => a - b);
  return [
    {
      label: 'retried',
      option: 'retry.statuses',
      value: list,
      text: `${list.join(', ') || 'no status'}; connection errors and timeouts`,
    },
    {
      label: 'base delay',
      option: 'retry.baseDelayMs',
      value: baseDelayMs,
      text: formatDuration(baseDelayMs),
    },
    { label: 'cap', option: 'retry.maxDelayMs', value: maxDelayMs, text: formatDuration(maxDelayMs) },
    { label: 'jitter', value: 'full', text: 'full: uniform in [0, min(cap, base * 2^n)]' },
    { label: 'Retry-After', value: 'exact', text: 'in place of the above; neither capped nor jittered' },
    {
      label: 'attempt budget',
      option: 'retry.maxAttempts',
      value: maxAttempts,
      text: `${formatNumber(maxAttempts)} a call, the first one counted`,
    },
    {
      label: 'retry quota',
      option: 'retry.quota',
      value: quota,
      text: quota
        ? `${formatNumber(quota.capacity)} units; throttle ${quota.throttleCost}, other retry ${quota.otherCost}, success +${quota.refund}`
        : 'none: bounded by attempts and time alone',
    },
  ];
}

function budgetEntries({ maxElapsedMs, maxWaitMs, retryForbidden }: ResolvedOptions): SummaryEntry[] {
  const from = maxWaitMs === undefined ? 'waiting for tokens included' : 'from the first dispatch';
  return [
    {
      label: 'elapsed budget',
      option: 'retry.maxElapsedMs',
      value: maxElapsedMs,
      text: `${formatDuration(maxElapsedMs)} a call, ${from}`,
    },
    {
      label: "axios's timeout",
      value: TIMEOUT_SHARE,
      text: `where set: ${formatShare(TIMEOUT_SHARE)} of it bounds waits and retries`,
    },
    {
      label: '403 as a limit',
      option: 'retryForbidden',
      value: retryForbidden,
      text: retryForbidden
        ? 'pauses its scope, and is sent again'
        : 'pauses its scope, and is not sent again',
    },
  ];
}

export function limitEntries(options: ResolvedOptions): SummaryEntry[] {
  const { headroom, throttleBelow, maxConcurrent, origins, quota, ceiling, scope } = options;
  const reach: SummaryEntry = {
    label: 'reach',
    value: 'per process',
    text: 'per process: N processes send N times this',
  };
  return [
    {
      label: 'headroom',
      option: 'headroom',
      value: headroom,
      text: `${formatShare(headroom)} of each published quota is used`,
    },
    ...bucketEntries('credential', options),
    ...bucketEntries('provider', options),
    ...(quota.length + ceiling.length > 0 ? [reach] : []),
    {
      label: 'credential',
      option: 'credential',
      value: origins.credential === 'default' ? 'default' : 'function',
      text:
        origins.credential === 'default'
          ? "Authorization, axios's auth, or an API-key header"
          : 'found by a function of yours',
    },
    ...(scope ? [SCOPE_IN_PARTS] : []),
    {
      label: 'slow-down',
      option: 'throttleBelow',
      value: throttleBelow,
      text: throttleBelow > 0 ? `when less than ${formatShare(throttleBelow)} of a window is left` : 'off',
    },
    {
      label: 'concurrency',
      option: 'maxConcurrent',
      value: maxConcurrent ?? null,
      text: maxConcurrent === undefined ? 'no limit' : `${formatNumber(maxConcurrent)} at once in a scope`,
    },
  ];
}

const SCOPE_IN_PARTS: SummaryEntry = {
  label: 'scope',
  option: 'scope',
  value: 'function',
  text: 'a credential has several, told apart by each request',
};

export function queueEntries({ request, maxQueued, maxWaitMs }: ResolvedOptions): SummaryEntry[] {
  return [
    {
      label: 'mode',
      option: 'mode',
      value: request.mode,
      text: request.mode === 'wait' ? 'wait for tokens' : 'best effort: one try, no waiting, no retry',
    },
    {
      label: 'queue',
      option: 'maxQueued',
      value: maxQueued,
      text: `${formatNumber(maxQueued)} a scope, then rejected at once`,
    },
    {
      label: 'longest wait',
      option: 'maxWaitMs',
      value: maxWaitMs ?? null,
      text:
        maxWaitMs === undefined ? 'the elapsed budget' : `${formatDuration(maxWaitMs)} for the first tokens`,
    },
  ];
}

export function keyEntries({ idempotency }: ResolvedOptions): SummaryEntry[] {
  const methods = idempotency ? [...idempotency.methods] : [];
  return [
    {
      label: 'keys',
      option: 'idempotency',
      value: idempotency ? { header: idempotency.header, methods } : null,
      text: idempotency
        ? `${idempotency.header} on ${methods.join(', ')}; with it these are retried too`
        : 'none: POST and PATCH are not sent twice',
    },
  ];
}
