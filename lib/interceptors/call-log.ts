/**
 * Keeps a call's report while the call runs.
 */
import type { Permit } from '../admission/permit.js';
import type { Clock } from '../core/ports.js';
import type { Classification } from '../core/types.js';
import type { AttemptReport, CallReport, WaitReason, WaitReport } from './call-report.js';
import type { Call, Outcome } from './call.js';
import { responseOf } from './response.js';

export class CallLog {
  readonly #call: Call;
  readonly #provider: string;
  readonly #clock: Clock;
  readonly #attempts: AttemptReport[] = [];
  #waits: WaitReport[] = [];
  #waitedMs = 0;

  constructor(call: Call, provider: string, clock: Clock) {
    this.#call = call;
    this.#provider = provider;
    this.#clock = clock;
  }

  get attempts(): number {
    return this.#attempts.length;
  }

  /** Nothing has been waited for so far. */
  get fresh(): boolean {
    return this.#waitedMs === 0 && this.#attempts.length === 0;
  }

  waited(reason: WaitReason, ms: number): void {
    if (ms <= 0) return;
    this.#waits.push({ reason, ms });
    this.#waitedMs += ms;
  }

  /**
   * Books the wait at the gate.
   * @param asked the part of it that the server asked this call for.
   */
  admitted({ waitedMs, pausedMs }: Permit, asked: WaitReport | undefined): void {
    const askedMs = Math.min(waitedMs, asked?.ms ?? 0);
    const othersMs = Math.max(0, pausedMs - askedMs);
    if (asked) this.waited(asked.reason, askedMs);
    this.waited('cooldown', othersMs);
    this.waited('bucket', waitedMs - askedMs - othersMs);
  }

  attempted(startedAt: number, outcome: Outcome, said: Classification): void {
    const attempt: AttemptReport = {
      waits: this.#waits,
      startedAt,
      durationMs: this.#clock.now() - startedAt,
      class: said.class,
      reason: said.reason,
    };
    const status = responseOf(outcome)?.status;
    if (status !== undefined) attempt.status = status;
    const code = (outcome.error as { code?: unknown } | undefined)?.code;
    if (typeof code === 'string') attempt.code = code;
    if (said.retryAt !== undefined) attempt.retryAt = said.retryAt;
    this.#attempts.push(attempt);
    this.#waits = [];
  }

  report(ended: CallReport['ended']): CallReport {
    const report: CallReport = {
      provider: this.#provider,
      scope: this.#call.scope,
      attempts: this.#attempts,
      waitedMs: this.#waitedMs,
      elapsedMs: this.#clock.now() - this.#call.startedAt,
      ended,
    };
    if (this.#call.key) report.idempotencyKey = this.#call.key.value;
    return report;
  }
}
