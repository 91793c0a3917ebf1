/**
 * What a run comes to, in figures. Pure.
 */
import { callReport } from '../../lib/index.js';
import { bucketFor, idealMs } from './ideal.js';
import type { PhaseResult } from './phase.js';
import { fullestWindow } from './sliding-window.js';
import { CEILING, HEADROOM, QUOTA } from './terms.js';

export interface Figures {
  calls: number;
  succeeded: number;
  /** Calls that the caller had to give up. */
  lost: number;
  /** Requests that the upstream saw. */
  attempts: number;
  /** Attempts that the plugin's call reports tell of. */
  reported: number;
  /** 429s because a quota was used up: the client's own doing. */
  overQuota: number;
  /** 429s that the upstream makes as faults. */
  injected429: number;
  /** 502s, 503s and resets that the upstream makes as faults. */
  otherFaults: number;
  /** Attempts that came before the Retry-After of the call's last answer was over. */
  earlyRetries: number;
  /** Charges booked a second time, or more often. */
  duplicates: number;
  /** Charges booked, while the caller was told of a failure. */
  bookedButLost: number;
  /** Charges reported as done and not booked. */
  missing: number;
  /** The most requests that any window held, for the busiest credential. */
  fullestOfOne: number;
  /** The same for all credentials together. */
  fullestOfAll: number;
  elapsedMs: number;
  /** The earliest end that r and b allow, for as many attempts. */
  idealMs: number;
}

export function figuresOf({ outcomes, elapsedMs, service }: PhaseResult): Figures {
  const { traffic, ledger } = service;
  const byCredential = [...traffic.arrivals.values()];
  const all = byCredential.flat().sort((a, b) => a - b);
  const { throttle, ...otherFaults } = traffic.faults;

  let bookedButLost = 0;
  let missing = 0;
  for (const { call, ok } of outcomes) {
    if (call.method !== 'POST') continue;
    const booked = ledger.timesCharged(call.body.order) > 0;
    if (booked && !ok) bookedButLost += 1;
    if (!booked && ok) missing += 1;
  }

  const succeeded = outcomes.filter(({ ok }) => ok).length;
  return {
    calls: outcomes.length,
    succeeded,
    lost: outcomes.length - succeeded,
    attempts: all.length,
    reported: outcomes.reduce((sum, { answer }) => sum + (callReport(answer)?.attempts.length ?? 0), 0),
    overQuota: traffic.overQuota,
    injected429: throttle,
    otherFaults: Object.values(otherFaults).reduce((sum, count) => sum + count, 0),
    earlyRetries: traffic.earlyRetries,
    duplicates: ledger.duplicates,
    bookedButLost,
    missing,
    fullestOfOne: Math.max(0, ...byCredential.map((arrivals) => fullestWindow(arrivals, QUOTA.windowMs))),
    fullestOfAll: fullestWindow(all, CEILING.windowMs),
    elapsedMs,
    idealMs: idealMs(
      byCredential.map((arrivals) => arrivals.length),
      bucketFor(QUOTA, HEADROOM),
      bucketFor(CEILING, HEADROOM),
    ),
  };
}
