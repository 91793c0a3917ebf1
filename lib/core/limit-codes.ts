/**
 * The machine-readable codes of refusals and what each means: the generic ones, known from many providers. Presets add theirs.
 * Pure; imports only core.
 */
import type { OutcomeClass, ReadingRules } from './types.js';

export interface CodeMeaning {
  class: OutcomeClass;
  /** The refusal concerns one object or lock alone. */
  localised?: boolean;
  /** The same code stands for too many at once and for a period's allowance that is gone: the windows tell which. */
  eitherLimit?: boolean;
  /** Means this only beside the status 429; elsewhere the code may mean anything. */
  only429?: boolean;
  /** From the preset. */
  own?: boolean;
}

/**
 * Codes without case and separators, so that `RATE_LIMITED`, `rate_limited` and `rateLimited` are one. The throttling codes of
 * AWS are those of its SDKs (smithy-typescript, service-error-classification); the reasons of Google those of its
 * "Resolve errors" pages; the rest is from the pages that the presets name.
 */
const MEANINGS: ReadonlyMap<string, CodeMeaning> = new Map(
  Object.entries({
    rate_limited: [
      ...[
        'ratelimit',
        'ratelimited',
        'ratelimits',
        'ratelimiterror',
        'ratelimitexceeded',
        'ratelimitreached',
      ],
      ...[
        'ratelimitexceedederror',
        'exceededratelimit',
        'rateexceeded',
        'requestratetoolarge',
        'requestratetoohigh',
      ],
      ...[
        'userratelimitexceeded',
        'userratelimitexceededunreg',
        'ratelimitexceededunreg',
        'servinglimitexceeded',
      ],
      ...['toomanyrequests', 'toomanyrequestsexception', 'toomanyrequestserror', 'toomanycalls', 'slowdown'],
      ...[
        'throttled',
        'throttling',
        'throttlederror',
        'throttledexception',
        'throttlingexception',
        'throttlingerror',
      ],
      ...['requestthrottled', 'requestthrottledexception', 'applicationthrottled', 'ec2throttledexception'],
      ...['provisionedthroughputexceededexception', 'priorrequestnotcomplete', 'bandwidthlimitexceeded'],
      ...[
        'concurrencylimitexceeded',
        'concurrentlimitexceeded',
        'toomanyconcurrentrequests',
        'burstlimitexceeded',
      ],
      ...['toomanywriteoperations', 'resourceexhausted', '20429'],
    ],
    quota_exhausted: [
      ...['insufficientquota', 'quotaexceeded', 'quotaexhausted', 'quotareached', 'outofquota', 'overquota'],
      ...['quotalimitexceeded', 'dailyquotaexceeded', 'monthlyquotaexceeded', 'subscriptionquotaexceeded'],
      ...['dailylimitexceeded', 'dailylimitexceededunreg', 'dailylimitreached', 'monthlylimitexceeded'],
      ...['monthlylimitreached', 'usagelimit', 'usagelimitexceeded', 'usagelimitreached', 'usagecapped'],
      ...['usagecapexceeded', 'planlimitexceeded', 'planlimitreached', 'billinglimitexceeded'],
      ...['publicapibillinglimitexceeded', 'billinghardlimitreached', 'insufficientcredits', 'outofcredits'],
      ...['abnormalusagedetected', 'noquotagranted'],
    ],
    transient: [
      ...['temporaryreducedcapacity', 'overloaded', 'overloadederror', 'serviceoverload', 'serverbusy'],
      ...[
        'serviceunavailable',
        'backenderror',
        'internalerror',
        'internalservererror',
        'fatalerror',
        'requesttimeout',
      ],
    ],
  } satisfies Partial<Record<OutcomeClass, readonly string[]>>)
    .flatMap(([outcome, codes]) =>
      codes.map((code): [string, CodeMeaning] => [code, { class: outcome as OutcomeClass }]),
    )
    .concat([
      ['locktimeout', { class: 'transient', localised: true }],
      ['unabletolockrow', { class: 'transient', localised: true }],
      ['requestlimitexceeded', { class: 'rate_limited', eitherLimit: true }],
      ['limitexceeded', { class: 'rate_limited', eitherLimit: true, only429: true }],
      ['limitexceededexception', { class: 'quota_exhausted', only429: true }],
    ]),
);

/** A code that is not in the table but names a period of a day or more: `GenerateRequestsPerDayPerProject-FreeTier`. */
const LONG_PERIOD = /per(?:day|week|month|year)|(?:daily|weekly|monthly|yearly|annual)(?:limit|quota|cap)/;

/** A code that is not in the table but looks as if it belonged there. */
const LOOKS_LIKE_A_LIMIT = /rate.?limit|throttl|too.?many.?(?:request|call)|quota/i;

/** Looks a code up: first among the preset's, then among the generic ones. */
export function meaningOf(
  code: string,
  status: number,
  codes?: ReadingRules['codes'],
): CodeMeaning | undefined {
  const plain = plainCode(code);
  for (const [own, outcome] of Object.entries(codes ?? {})) {
    if (plainCode(own) === plain) return { class: outcome, own: true };
  }
  const meaning = MEANINGS.get(plain) ?? (LONG_PERIOD.test(plain) ? PERIOD_USED_UP : undefined);
  return meaning?.only429 && status !== 429 ? undefined : meaning;
}

const PERIOD_USED_UP: CodeMeaning = { class: 'quota_exhausted', only429: true };

/** A limit by another spelling: not enough by itself, enough where the headers agree. */
export function looksLikeLimit(code: string): boolean {
  return LOOKS_LIKE_A_LIMIT.test(code);
}

/**
 * What is left of a code when namespaces and spelling are gone: `com.amazon.coral.availability#ThrottlingException`,
 * `ThrottlingException:http://...` and `https://example.com/problems/rate-limited` keep their one telling part.
 */
function plainCode(code: string): string {
  const url = /^https?:/i.test(code);
  const named =
    url || code.includes('#') ? code.slice(Math.max(code.lastIndexOf('/'), code.lastIndexOf('#')) + 1) : code;
  const bare = url ? named : named.replace(/:.*$/, '');
  const plain = bare.toLowerCase().replace(/[^a-z0-9]/g, '');
  return code.startsWith('-') ? `-${plain}` : plain;
}
