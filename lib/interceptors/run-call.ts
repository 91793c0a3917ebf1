/**
 * THE loop. One call from top to bottom: take tokens, send, classify, learn, decide, and settle, or wait and go round again.
 */
import type { AxiosResponse, InternalAxiosRequestConfig } from 'axios';
import type { Permit } from '../admission/permit.js';
import { sleepUntil } from '../admission/timer.js';
import { attemptTimeout, callBudget } from '../core/budget.js';
import type { Budget } from '../core/budget.js';
import { decide } from '../core/decide.js';
import type { Decision } from '../core/decide.js';
import type { Classification } from '../core/types.js';
import { isAdmissionRejected } from '../errors.js';
import { CallLog } from './call-log.js';
import { attachReport, type CallReport, type WaitReason } from './call-report.js';
import { beginCall, type Call, type Origin, type Outcome, type Provider } from './call.js';
import { cancellationOf, onInterruption } from './interruption.js';
import { attemptConfig, sendAttempt, timeoutError } from './request.js';
import { discardBody } from './response-body.js';
import { classifyOutcome, isStoredAnswer, learn, responseOf, statusOf, wasTaken } from './response.js';

/**
 * The outcome of the call, just as axios's adapter gave it for the last attempt.
 * @param startedAt the first moment of the call.
 */
export async function runCall(
  provider: Provider,
  config: InternalAxiosRequestConfig,
  origin: Origin,
  startedAt: number,
): Promise<AxiosResponse> {
  const call = beginCall(provider, config, origin, startedAt);
  origin.unsettled = call;
  const run = new CallRun(provider, call);
  let ended: CallReport['ended'];
  let pausedFor: WaitReason = 'cooldown';
  try {
    for (;;) {
      const permit = await run.admit(pausedFor);
      ended = 'time_spent';
      if (!permit) break;
      const { outcome, said, scopePaused } = await run.attempt(permit);
      const decision = run.decide(outcome, said);
      if (decision.action === 'settle') {
        ended = decision.reason;
        break;
      }
      discardBody(responseOf(outcome));
      // A paused scope lets those out first that were refused first: they wait for its end at the gate, in front of all others.
      if (!scopePaused) await run.sleep(decision);
      pausedFor = scopePaused ? decision.wait : 'cooldown';
    }
  } catch (error) {
    attachReport(error, run.report(isAdmissionRejected(error) ? `rejected: ${error.reason}` : 'failed'));
    throw error;
  }
  return run.settle(ended);
}

class CallRun {
  readonly #provider: Provider;
  readonly #call: Call;
  readonly #log: CallLog;
  #budget: Budget;
  /** No wait may end, and no attempt begin, at or after this instant. */
  #endsAt: number;
  /** The call's place among all calls, known from its first permit on. */
  #order: number | undefined;
  /** What the retry quota was charged for the last retry. */
  #spent = 0;
  #last: Outcome | undefined;

  constructor(provider: Provider, call: Call) {
    this.#provider = provider;
    this.#call = call;
    this.#log = new CallLog(call, provider.options.provider.id, provider.options.clock);
    this.#budget = this.#budgetFrom(call.startedAt);
    const { maxWaitMs } = provider.options;
    // Where the wait for the first tokens has a bound of its own, that alone counts until the first dispatch.
    this.#endsAt =
      maxWaitMs === undefined
        ? this.#budget.endsAt
        : Math.min(call.startedAt + maxWaitMs, call.settings.deadlineAt ?? Infinity);
  }

  report(ended: CallReport['ended']): CallReport {
    return this.#log.report(ended);
  }

  /** The tokens of the next attempt; nothing, when they would come too late for a retry: then the last failure tells more. */
  async admit(pausedFor: WaitReason): Promise<Permit | undefined> {
    const { gate, options } = this.#provider;
    const { scope, charges, settings, config } = this.#call;
    const cancelled = cancellationOf(config);
    if (cancelled) throw cancelled;
    try {
      const permit = await gate.admit({
        scope,
        charges,
        priority: settings.priority,
        endsAt: this.#endsAt,
        order: this.#order,
        immediate: settings.mode === 'best-effort',
        onCancel: (listener) => onInterruption(config, listener),
      });
      this.#log.admitted(permit, pausedFor);
      this.#order = permit.order;
      return permit;
    } catch (error) {
      if (this.#last && isAdmissionRejected(error)) return undefined;
      throw error;
    } finally {
      if (!this.#last && options.maxWaitMs !== undefined) {
        this.#budget = this.#budgetFrom(options.clock.now());
        this.#endsAt = this.#budget.endsAt;
      }
    }
  }

  async attempt(permit: Permit): Promise<{ outcome: Outcome; said: Classification; scopePaused: boolean }> {
    const { clock, beforeAttempt } = this.#provider.options;
    const { settings, config: callers } = this.#call;
    const fresh = this.#log.fresh;
    let sent = false;
    let wentWell = false;
    try {
      const config = attemptConfig(this.#call);
      const work = beforeAttempt?.(config);
      if (work) await permit.standAside(work);
      const startedAt = clock.now();
      const timeoutMs = attemptTimeout({
        budget: this.#budget,
        now: startedAt,
        timeoutMs: callers.timeout,
        deadlineAt: settings.deadlineAt,
        attemptTimeoutMs: settings.attemptTimeoutMs,
        fresh,
      });
      // What came before the attempt may have taken all the time there was.
      if (startedAt >= this.#budget.cutAt) throw timeoutError(config, timeoutMs ?? 0);
      sent = true;
      const outcome = await sendAttempt(this.#call, config, timeoutMs, clock);
      const said = await classifyOutcome(this.#provider, outcome, startedAt + (timeoutMs ?? Infinity));
      this.#last = outcome;
      this.#log.attempted(startedAt, outcome, said);
      // Before the permit is released: the next in line must not be let out into a pause that is known already.
      const scopePaused = learn(this.#provider, this.#call, outcome, said);
      wentWell = wasTaken(outcome, said);
      return { outcome, said, scopePaused };
    } finally {
      if (sent) permit.release(wentWell);
      else permit.giveBack();
    }
  }

  decide(outcome: Outcome, said: Classification): Decision {
    const { options, retryQuota } = this.#provider;
    const { settings, idempotent, replayable } = this.#call;
    const throttled = said.class === 'rate_limited';
    const price = retryQuota ? retryQuota.priceOf(throttled) : 0;
    const decision = decide({
      classification: said,
      status: statusOf(outcome, said),
      now: options.clock.now(),
      attempts: this.#log.attempts,
      endsAt: this.#endsAt,
      policy: settings.mode === 'best-effort' ? false : options.retry,
      idempotent,
      replayable,
      storedAnswer: isStoredAnswer(outcome),
      retryForbidden: options.retryForbidden,
      quotaLeft: price !== undefined,
      random: options.random,
    });
    if (decision.action === 'retry') retryQuota?.spend((this.#spent = price ?? 0));
    else if (said.class === 'success') retryQuota?.restore(this.#spent);
    return decision;
  }

  /** Hands over the last attempt's outcome. A definite answer ends the life of the key: the same request sent again is a new one then. */
  settle(ended: CallReport['ended']): AxiosResponse {
    if (ended === 'succeeded' || ended === 'permanent') this.#call.origin.unsettled = undefined;
    const { response, error } = this.#last as Outcome;
    attachReport(response ?? error, this.report(ended));
    if (response) return response;
    throw error;
  }

  async sleep({ at, wait }: Decision & { action: 'retry' }): Promise<void> {
    const { clock } = this.#provider.options;
    const from = clock.now();
    await sleepUntil(at, clock, (listener) => onInterruption(this.#call.config, listener));
    this.#log.waited(wait, clock.now() - from);
  }

  #budgetFrom(startedAt: number): Budget {
    const { config, settings } = this.#call;
    const { maxElapsedMs } = this.#provider.options;
    const { deadlineAt } = settings;
    return callBudget({ startedAt, maxElapsedMs, timeoutMs: config.timeout, deadlineAt });
  }
}
