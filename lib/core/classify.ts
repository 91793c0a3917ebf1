/**
 * What an outcome is, and when the server will take the request again: the pure answer to "what would it make of this
 * response?". Imports only core.
 */
import { parseBody, parseHiddenFailure, readBody } from './body-codes.js';
import { describe, isLimit, weigh, type ClassifyOptions } from './classification.js';
import { meaningOfError } from './error-codes.js';
import { pickFields, type NamePattern } from './header-bag.js';
import { readWindows } from './rate-limit-fields.js';
import { LIMIT_FIELD } from './rate-limit-names.js';
import { readRetryAfter } from './retry-after.js';
import { LATEST_INSTANT } from './server-clock.js';
import type { Classification, ErrorFacts, ProviderPreset, ReadingRules, ResponseFacts } from './types.js';
import { judge, VERDICT_FIELD } from './verdict.js';
import { isExhausted } from './windows.js';

/** The parts of a preset that a classification depends on. */
export type Reading = Partial<Pick<ProviderPreset, 'id' | 'reading' | 'rule'>>;

const WANTED = new RegExp(`${LIMIT_FIELD.source}|retry-after|${VERDICT_FIELD.source}|^date$`, 'i');

/**
 * Classifies a response, or the error that came in place of one.
 *
 * - An error that carries a refusal is judged by that. A timeout or a broken connection in mid-body, of a response that began
 *   well, stays what it is. Errors that neither axios nor the network made are permanent.
 * - A response is judged by the server's explicit verdict (`x-should-retry`), by machine-readable codes, by its status, in this order;
 *   so are successes that carry a failure in their body (GraphQL, `{"ok": false}`).
 * - `retryAt` is what Retry-After says, where it is there; for a limit also what the body or the exhausted window tells. It is
 *   never before the response, never NaN, never earlier than Retry-After; absent where there is no usable hint. One
 *   exception: a quota for a period is gone, yet it is said to be back within the budget. Then there is no hint.
 *
 * Never throws, except for what a preset's own `rule` throws.
 *
 * @param preset A provider's rules, which come before the generic ones.
 */
export function classify(
  facts: ResponseFacts | ErrorFacts,
  preset: Reading = {},
  options: ClassifyOptions = {},
): Classification {
  return 'error' in facts ? classifyError(facts, preset, options) : classifyResponse(facts, preset, options);
}

function classifyError(
  { error, receivedAt }: ErrorFacts,
  preset: Reading,
  options: ClassifyOptions,
): Classification {
  const meaning = meaningOfError(error);
  const response = meaning.class === 'cancelled' ? undefined : responseOf(error, receivedAt);
  if (!response) return { ...meaning, windows: [], scope: 'credential' };

  const classification = classifyResponse(response, preset, options);
  return classification.class === 'success' ? { ...classification, ...meaning } : classification;
}

interface AxiosErrorLike {
  isAxiosError?: unknown;
  response?: Partial<ResponseFacts> | null;
}

/** The response that an AxiosError carries, if its head has arrived. */
function responseOf(error: unknown, receivedAt: number): ResponseFacts | undefined {
  if (error === null || typeof error !== 'object') return undefined;
  const { isAxiosError, response } = error as AxiosErrorLike;
  if (isAxiosError !== true || !response || typeof response.status !== 'number' || response.status <= 0)
    return undefined;
  return { status: response.status, headers: response.headers ?? {}, data: response.data, receivedAt };
}

function classifyResponse(
  response: ResponseFacts,
  preset: Reading,
  options: ClassifyOptions,
): Classification {
  const { status, headers, data, receivedAt } = response;
  const rules = preset.reading;
  const fields = pickFields(headers, wantedFields(rules));
  const hasHints = fields.size > (fields.has('date') ? 1 : 0);
  const windows = hasHints ? readWindows(fields, receivedAt, rules) : [];
  const stated = hasHints ? readRetryAfter(fields, receivedAt) : undefined;

  const hidden = status < 400 ? parseHiddenFailure(data) : undefined;
  const failed = status >= 400 || hidden !== undefined || rules?.statuses?.[status] !== undefined;
  let generic = describe({ class: 'success', reason: `status ${status}` }, windows, stated);
  if (failed) {
    const body = readBody(hidden?.body ?? parseBody(data));
    const tellsOfLimit = stated !== undefined || windows.some(isExhausted);
    const verdict = judge(
      { status, fields, codes: body.codes, tellsOfLimit, refused: hidden?.refused ?? false },
      rules,
    );
    // GraphQL's other errors are answers, unless the preset knows better: the response as a whole succeeded.
    if (status >= 400 || hidden?.refused || isLimit(verdict.class) || verdict.own) {
      generic = weigh(verdict, { fields, windows, stated, body, receivedAt }, options);
    }
  }
  return refine(generic, response, stated, preset);
}

function wantedFields(rules: ReadingRules | undefined): NamePattern {
  if (!rules?.fields && !rules?.codeHeaders) return WANTED;
  const { fields = {}, codeHeaders = [] } = rules;
  return {
    test: (name) =>
      WANTED.test(name) ||
      Object.hasOwn(fields, name.toLowerCase()) ||
      codeHeaders.includes(name.toLowerCase()),
  };
}

/** The preset's last word, within what holds for every classification. */
function refine(
  generic: Classification,
  response: ResponseFacts,
  stated: number | undefined,
  { rule, reading }: Reading,
): Classification {
  const changes = rule?.(response, generic);
  const refined = changes ? { ...generic, ...changes } : generic;
  const { receivedAt } = response;
  if (refined.retryAt === undefined) {
    if (refined.class !== 'rate_limited' || reading?.defaultRetryAfterMs === undefined) return refined;
    return { ...refined, retryAt: receivedAt + reading.defaultRetryAfterMs };
  }
  if (changes?.retryAt === undefined) return refined;
  const earliest = stated ?? receivedAt;
  const retryAt = Number.isNaN(refined.retryAt) ? earliest : Math.max(earliest, refined.retryAt);
  return { ...refined, retryAt: Math.min(retryAt, LATEST_INSTANT) };
}
