/**
 * What became of single calls. Pure: returns text.
 */
import { callReport, type AttemptReport, type CallReport } from '../../lib/index.js';
import type { Outcome } from './phase.js';

/** Tells of the charge that took the most attempts. */
export function tellOneCall(outcomes: readonly Outcome[]): string {
  let most: { order: string; report: CallReport } | undefined;
  for (const { call, answer } of outcomes) {
    const report = callReport(answer);
    if (call.method !== 'POST' || !report) continue;
    if (!most || report.attempts.length > most.report.attempts.length)
      most = { order: call.body.order, report };
  }
  if (!most) return 'No call report came with the answers.';

  const { order, report } = most;
  const title = `callReport of the charge for ${order}: ${ms(report.waitedMs)} of ${ms(report.elapsedMs)} waited, key ${report.idempotencyKey}`;
  return [title, ...report.attempts.map(attemptLine)].join('\n');
}

/** Tells why the first call that was lost was lost; nothing when none was. */
export function tellFirstLoss(outcomes: readonly Outcome[]): string | undefined {
  const loss = outcomes.find(({ ok }) => !ok);
  return loss && `${loss.call.method} ${loss.call.path} was lost: ${String(loss.answer)}`;
}

function attemptLine({ waits, status, code, reason }: AttemptReport, index: number): string {
  const waited = waits.map((wait) => `${wait.reason} ${ms(wait.ms)}`).join(', ') || 'no wait';
  return `  attempt ${index + 1}: ${waited}, then ${status ?? code} (${reason})`;
}

function ms(duration: number): string {
  return `${Math.round(duration)} ms`;
}
