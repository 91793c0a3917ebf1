/**
 * An explanation as a page of plain text. Pure; may import config/ and core's types.
 */
import { formatDuration, formatNumber } from '../config/format.js';
import type { SettleReason } from '../core/decide.js';
import type { OutcomeClass, RateWindow } from '../core/types.js';
import type { Explanation, Verdict } from './explanation.js';

const MEANINGS: Readonly<Record<OutcomeClass, string>> = {
  success: 'nothing is wrong',
  rate_limited: 'too fast; it may go again shortly',
  quota_exhausted: "the allowance of a period or plan is gone; it isn't waited for",
  transient: "trouble on the server's side, or a lock; no limit",
  permanent: 'the request itself is at fault; again, it would get the same answer',
  cancelled: 'the caller gave up',
  network: 'the connection broke',
  timeout: 'no answer came in time',
};

const REASONS: Readonly<Record<SettleReason, string>> = {
  succeeded: 'it has succeeded',
  permanent: 'the same answer would come again',
  cancelled: 'it was cancelled',
  quota_exhausted: "a used-up quota isn't waited for",
  retries_off: 'retries are off',
  status_not_retryable: 'this status is not sent again in place',
  not_idempotent: 'sending it twice might do it twice, unless you say `idempotent: true`',
  body_not_replayable: "its body can't be sent twice",
  stored_answer: 'the server answered from its store: it would give the same answer',
  attempts_spent: 'its attempts are used up',
  retry_quota_spent: 'the stock of retries is used up',
  time_spent: 'its time is up',
  retry_after_beyond_budget: 'the wait is longer than a call may take',
};

/** Lines of at most 100 columns or so. */
export function tell(explanation: Explanation): string {
  const { provider, status, statusText, classification: said, receivedAt, again, budgetMs } = explanation;
  const { presetOf, name } = provider;
  const reader =
    presetOf === undefined ? 'by the generic rules' : `as ${name}'s, by the facts of ${presetOf}`;
  const whose = said.scope === 'provider' ? `all of ${name}` : 'this credential';
  const at = (instant: number): string => tellInstant(instant, receivedAt);

  const rows: [label: string, text: string | undefined][] = [
    ['class', `${said.class}: ${MEANINGS[said.class]}`],
    ['because of', said.reason],
    ['again from', said.retryAt === undefined ? undefined : at(said.retryAt)],
    [
      'back',
      said.class === 'quota_exhausted' && said.retryAt === undefined && said.resetAt !== undefined
        ? at(said.resetAt)
        : undefined,
    ],
    ...said.windows.map((window): [string, string] => ['window', tellWindow(window, receivedAt)]),
    [
      'paused',
      explanation.pausedUntil === undefined ? undefined : `${whose}, until ${at(explanation.pausedUntil)}`,
    ],
    [
      'closed',
      explanation.closedUntil === undefined ? undefined : `${whose}, until ${at(explanation.closedUntil)}`,
    ],
    ['not paused', said.localised ? 'the refusal concerns one object alone: other calls go on' : undefined],
  ];
  return [
    `${[status, statusText].join(' ').trim()}, read ${reader}`,
    '',
    ...rows.flatMap(([label, text]) => (text === undefined ? [] : [line(label, text)])),
    ...(said.class === 'success' ? [] : ['', `sent again, within ${formatDuration(budgetMs)} a call?`]),
    ...(said.class === 'success'
      ? []
      : again.map((verdict) => line(verdict.request, tellVerdict(verdict, explanation, at)))),
  ].join('\n');
}

function line(label: string, text: string): string {
  return `  ${label.padEnd(18)}  ${text}`;
}

function tellVerdict(
  { request, again, reason, at, withinMs, keyHeader }: Verdict,
  { status, classification }: Explanation,
  tellAt: (instant: number) => string,
): string {
  if (reason === 'status_not_retryable' && status === 403 && classification.class === 'rate_limited')
    return 'no: a 403 is not sent again, unless `retryForbidden` is set';
  if (!again) return `no: ${REASONS[reason ?? 'permanent']}`;
  const when =
    at === undefined
      ? `after a random wait of at most ${formatDuration(withinMs ?? 0)}, twice as much each time`
      : `at ${tellAt(at)}`;
  if (request !== 'POST with a key') return `yes, ${when}`;
  const key =
    keyHeader === undefined ? 'a key of yours that the server honours' : `the handler adds ${keyHeader}`;
  return `yes, ${when}; ${key}`;
}

function tellWindow({ name, limit, remaining, used, windowMs, resetAt }: RateWindow, now: number): string {
  const facts = [
    name,
    limit === undefined ? undefined : `limit ${formatNumber(limit)}`,
    windowMs === undefined ? undefined : `in ${formatDuration(windowMs)}`,
    remaining === undefined ? undefined : `${formatNumber(remaining)} left`,
    remaining === undefined && used !== undefined ? `${formatNumber(used)} used` : undefined,
    resetAt === undefined ? undefined : `starts anew ${tellInstant(resetAt, now)}`,
  ];
  return facts.filter((fact) => fact !== undefined).join(', ');
}

function tellInstant(instant: number, now: number): string {
  const wait = instant <= now ? 'now' : `in ${formatDuration(instant - now)}`;
  return `${new Date(instant).toISOString()} (${wait})`;
}
