/**
 * What everybody who shares a limit learns from an attempt.
 */
import { lessonOf } from '../core/lesson.js';
import type { AccountRef } from '../core/ports.js';
import type { Classification } from '../core/types.js';
import type { Call, Outcome, Provider } from './call.js';
import { statusOf } from './response.js';
import { correctCharges } from './usage.js';

/**
 * Passes on what a response says. Tells whether the scope is paused until the instant at which this request may be sent again.
 * @param takenAt when the attempt's tokens were taken.
 */
export function learn(
  provider: Provider,
  call: Call,
  outcome: Outcome,
  said: Classification,
  takenAt: number,
): boolean {
  const { gate } = provider;
  const account: AccountRef = { whose: said.scope, scope: call.scope };
  const refused = said.class === 'rate_limited' || said.class === 'quota_exhausted';
  const { pauseUntil, closedUntil } = lessonOf(said, statusOf(outcome, said));
  if (pauseUntil !== undefined) gate.pause(account, pauseUntil);
  if (closedUntil !== undefined) gate.close(account, closedUntil);
  if (said.windows.length > 0) gate.observe(account, said.windows, refused);
  correctCharges(provider, call, outcome, takenAt);
  return pauseUntil !== undefined;
}
