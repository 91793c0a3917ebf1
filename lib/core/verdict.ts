/**
 * Why a response failed, before anybody looks at how long it lasts. Pure; imports only core.
 *
 * In this order: the server's explicit word, machine-readable codes, reason headers, the status. Sentences for people never
 * decide.
 */
import { looksLikeLimit, meaningOf, type CodeMeaning } from './limit-codes.js';
import type { Fields } from './header-bag.js';
import type { OutcomeClass, ReadingRules } from './types.js';

/** What is known of a response that failed. */
export interface Failure {
  status: number;
  fields: Fields;
  /** The codes in its body. */
  codes: readonly string[];
  /** It has a usable Retry-After, or a window with nothing left. */
  tellsOfLimit: boolean;
  /** It is a success by its status, and says in its body that it failed as a whole. */
  refused: boolean;
}

export interface Verdict {
  class: OutcomeClass;
  reason: string;
  localised?: boolean;
  /** The code stands for both kinds of limit. */
  eitherLimit?: boolean;
  /** The server itself said that a retry makes sense: however far the reset may be, this is no used-up quota. */
  toldToRetry?: boolean;
  /** The preset itself knows this code or status. */
  own?: boolean;
}

/** The headers in which servers put codes and reasons, or say outright whether a retry makes sense. */
export const VERDICT_FIELD: RegExp = /should-retry$|^transient-error$|reason$|error-?type$|error-?code$/i;

const TOLD = /(?:^|-)should-retry$|^transient-error$/;
const CODE_HEADER = /^x-amzn-errortype$|^x-ms-error-code$|error-?code$/;
const REASON_HEADER = /(?:limit|throttl).*reason$/;
const QUOTA_REASON = /quota|daily|weekly|monthly|billing|credit/i;

export function judge(failure: Failure, rules?: ReadingRules): Verdict {
  const verdict =
    byCode(failure, rules) ?? byReasonHeader(failure) ?? bySimilarCode(failure) ?? byStatus(failure, rules);
  const isLimit = verdict.class === 'rate_limited' || verdict.class === 'quota_exhausted';

  for (const [name, [told]] of failure.fields) {
    if (!TOLD.test(name) || (told !== 'true' && told !== 'false')) continue;
    const reason = `${failure.status}, ${name}: ${told}`;
    if (told === 'true') {
      return { ...verdict, class: isLimit ? 'rate_limited' : 'transient', reason, toldToRetry: true };
    }
    return { class: isLimit ? 'quota_exhausted' : 'permanent', reason };
  }
  return verdict;
}

function byCode({ status, fields, codes }: Failure, rules?: ReadingRules): Verdict | undefined {
  let best: { code: string; meaning: CodeMeaning } | undefined;
  for (const code of [...headerCodes(fields, rules), ...codes]) {
    const meaning = meaningOf(code, status, rules?.codes);
    if (meaning && (!best || weight(meaning) > weight(best.meaning))) best = { code, meaning };
  }
  if (!best) return undefined;
  const { class: outcome, localised = false, eitherLimit = false, own = false } = best.meaning;
  return { class: outcome, localised, eitherLimit, own, reason: `${status} ${reportable(best.code)}` };
}

/** A spelling that we don't know decides nothing by itself, but the headers may bear it out. */
function bySimilarCode({ status, codes, tellsOfLimit }: Failure): Verdict | undefined {
  const code = tellsOfLimit ? codes.find(looksLikeLimit) : undefined;
  return code === undefined
    ? undefined
    : { class: 'rate_limited', reason: `${status} ${reportable(code)}, and the headers agree` };
}

/** Of several codes that which says most: the billing code beside a general "too many requests", the lock beside both. */
function weight({ class: outcome, localised, own }: CodeMeaning): number {
  const weights = { quota_exhausted: 4, rate_limited: 2, transient: 1 } as Partial<
    Record<OutcomeClass, number>
  >;
  return (own ? 10 : 0) + (localised ? 3 : (weights[outcome] ?? 0));
}

function headerCodes(fields: Fields, rules?: ReadingRules): string[] {
  const codes: string[] = [];
  for (const [name, lines] of fields) {
    if (CODE_HEADER.test(name) || REASON_HEADER.test(name) || rules?.codeHeaders?.includes(name))
      codes.push(...lines);
  }
  return codes;
}

/** A header that gives the reason of a rate limit says that there is one, whatever the reason. */
function byReasonHeader({ status, fields }: Failure): Verdict | undefined {
  for (const [name, [value = '']] of fields) {
    if (!REASON_HEADER.test(name) || value === '') continue;
    const reason = `${status}, ${name}: ${reportable(value)}`;
    return { class: QUOTA_REASON.test(value) ? 'quota_exhausted' : 'rate_limited', reason };
  }
  return undefined;
}

function byStatus({ status, tellsOfLimit, refused, codes }: Failure, rules?: ReadingRules): Verdict {
  const own = rules?.statuses?.[status];
  const code = codes.find(
    (one) => !SAYS_NOTHING.has(one) && one !== String(status) && reportable(one) !== 'code',
  );
  const reason = code === undefined ? `status ${status}` : `${status} ${reportable(code)}`;
  if (own !== undefined) return { class: own, own: true, reason };
  if (status === 429 || status === 420) return { class: 'rate_limited', reason };
  // A permission does not come back by itself: a 403 that says when to return is a limit (GitHub, Google).
  if (status === 403 && tellsOfLimit)
    return { class: 'rate_limited', reason: `${reason}, and the headers tell of a limit` };
  if (status === 423) return { class: 'transient', reason, localised: true };
  // 501 and its like don't pass, yet only those 5xx are sent again that a user names: then it is the user who knows.
  if (status === 408 || status === 425 || status >= 500) return { class: 'transient', reason };
  return { class: status >= 400 || refused ? 'permanent' : 'success', reason };
}

const SAYS_NOTHING: ReadonlySet<string> = new Set(['error', 'about:blank']);

/**
 * A code as it may stand in a reason. Codes are words; what holds a digit (but an HTTP status) may be a token or an account, and
 * stays out of every message. Of a URL only the end is told.
 */
function reportable(code: string): string {
  const name = code.replace(/^https?:.*[/#]/i, '');
  return /^[A-Za-z_.:#/-]{1,64}$|^\d{3}$/.test(name) ? name : 'code';
}
