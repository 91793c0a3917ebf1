/**
 * THE loop. One call from top to bottom: take tokens, send, classify, learn, decide, and settle, or wait and go round again.
 */
import axios, { type AxiosResponse, type InternalAxiosRequestConfig } from 'axios';
import type { Permit } from '../admission/permit.js';
import { sleepUntil } from '../admission/timer.js';
import type { Decision } from '../core/decide.js';
import { effectOf } from '../core/replay.js';
import { isAdmissionRejected } from '../errors.js';
import { CallLog } from './call-log.js';
import { attachReport, type CallReport } from './call-report.js';
import { beginCall, type Call, type Origin, type Outcome, type Provider } from './call.js';
import { CallTime } from './call-time.js';
import { onInterruption, throwIfInterrupted } from './interruption.js';
import { learn } from './learn.js';
import { attemptConfig, sendAttempt, timeoutError } from './request.js';
import { RetryTab } from './retry-tab.js';
import { discardBody } from './response-body.js';
import { classifyOutcome, decideAfter, responseOf, statusOf, wasTaken, type Attempt } from './response.js';

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
  let pause: Retry | undefined;
  try {
    for (;;) {
      const permit = await run.admit(pause);
      const attempt = permit && (await run.attempt(permit));
      if (!attempt) return run.settle();
      const decision = run.decide(attempt);
      if (decision.action === 'settle') return run.settle();
      discardBody(responseOf(attempt.outcome));
      // A paused scope lets those out first that were refused first: they wait for its end at the gate, in front of all others.
      pause = attempt.scopePaused ? decision : undefined;
      if (!pause) await run.sleep(decision);
    }
  } catch (error) {
    run.end(error);
    throw error;
  }
}

type Retry = Decision & { action: 'retry' };

class CallRun {
  readonly #provider: Provider;
  readonly #call: Call;
  readonly #log: CallLog;
  readonly #time: CallTime;
  readonly #tab: RetryTab;
  /** The call's place among all calls, known from its first permit on. */
  #order: number | undefined;
  /** Whether the upstream may have done what the call asks for without telling. */
  #uncertain: boolean;
  #last: Outcome | undefined;
  #ended: CallReport['ended'] = 'time_spent';
  readonly #onInterruption = (listener: (error: Error) => void): (() => void) =>
    onInterruption(this.#call.config, listener);

  constructor(provider: Provider, call: Call) {
    this.#provider = provider;
    this.#call = call;
    this.#log = new CallLog(call, provider.options.provider.id, provider.options.clock);
    this.#time = new CallTime(call, provider.options);
    this.#tab = new RetryTab(provider.retryQuota);
    this.#uncertain = call.key?.kept ?? false;
  }

  /**
   * The tokens of the next attempt; nothing, when a retry can't have them: then the last failure tells more.
   * @param pause the pause of the scope that this very call was asked for.
   */
  async admit(pause: Retry | undefined): Promise<Permit | undefined> {
    const { gate, options } = this.#provider;
    const { scope, charges, settings } = this.#call;
    throwIfInterrupted(this.#call.config);
    const from = options.clock.now();
    try {
      const permit = await gate.admit({
        scope,
        charges,
        priority: settings.priority,
        endsAt: this.#time.endsAt,
        order: this.#order,
        immediate: settings.mode === 'best-effort',
        onCancel: this.#onInterruption,
      });
      this.#log.admitted(permit, pause && { reason: pause.wait, ms: pause.at - from });
      this.#order = permit.order;
      return permit;
    } catch (error) {
      this.#log.waited(pause?.wait ?? 'bucket', options.clock.now() - from);
      if (!this.#last || !isAdmissionRejected(error)) throw error;
      this.#ended = error.reason === 'budget' ? 'time_spent' : `rejected: ${error.reason}`;
      return undefined;
    } finally {
      this.#time.firstWaitEnded();
    }
  }

  /** Nothing, when the work before a retry took the rest of the time. */
  async attempt(permit: Permit): Promise<Attempt | undefined> {
    const { clock, beforeAttempt } = this.#provider.options;
    let held: Permit | undefined = permit;
    let sent = false;
    let wentWell = false;
    try {
      const config = attemptConfig(this.#call);
      const work = beforeAttempt?.(config);
      if (work) held = await this.#standAside(permit, Promise.resolve(work)); // in JavaScript it may be anything
      throwIfInterrupted(this.#call.config);
      const startedAt = clock.now();
      if (!held || (this.#last && startedAt >= this.#time.endsAt)) return undefined;
      const timeoutMs = this.#time.attemptTimeoutMs(this.#log.fresh && held === permit);
      if (this.#time.isUp) throw timeoutError(config, timeoutMs ?? 0);
      sent = true;
      this.#provider.attempts.add(config.headers);
      this.#tab.attemptSent();
      const outcome = await sendAttempt(this.#call, config, timeoutMs, clock);
      const said = await classifyOutcome(this.#provider, outcome, startedAt + (timeoutMs ?? Infinity));
      this.#last = outcome;
      this.#log.attempted(startedAt, outcome, said);
      // Before the permit is released: the next in line must not be let out into a pause that is known already.
      const scopePaused = learn(this.#provider, this.#call, outcome, said, startedAt);
      wentWell = wasTaken(outcome, said);
      return { outcome, said, scopePaused };
    } finally {
      if (sent) held?.release(wentWell);
      else held?.giveBack();
    }
  }

  /** A permit for when the work is done: tokens that many calls took while they waited for one token refresh would all be spent at once. */
  async #standAside(permit: Permit, work: Promise<void>): Promise<Permit | undefined> {
    const { clock } = this.#provider.options;
    const from = clock.now();
    await permit.standAside(work, this.#onInterruption);
    if (clock.now() === from || this.#time.isUp) return permit;
    permit.giveBack();
    return this.admit(undefined);
  }

  decide(attempt: Attempt): Decision {
    const { outcome, said } = attempt;
    const effect = effectOf(said.class, statusOf(outcome, said));
    if (effect !== 'none') this.#uncertain = effect === 'unknown';
    const price = this.#tab.priceOf(said.class === 'rate_limited');
    const decision = decideAfter(this.#provider, this.#call, attempt, {
      attempts: this.#log.attempts,
      endsAt: this.#time.endsAt,
      quotaLeft: price !== undefined,
    });
    if (decision.action === 'settle') this.#ended = decision.reason;
    else this.#tab.pledge(price ?? 0);
    if (said.class === 'success') this.#tab.succeeded();
    return decision;
  }

  async sleep({ at, wait }: Retry): Promise<void> {
    const { clock } = this.#provider.options;
    const from = clock.now();
    try {
      await sleepUntil(at, clock, this.#onInterruption);
    } finally {
      this.#log.waited(wait, clock.now() - from);
    }
  }

  /** Hands over the last attempt's outcome. */
  settle(): AxiosResponse {
    const last = this.#last as Outcome;
    if ('error' in last) throw last.error;
    this.end(last.response);
    return last.response;
  }

  /** The call is over: its report rides on what the caller gets, and its key lives on only while nobody knows what became of it. */
  end(result: unknown): void {
    if (isAdmissionRejected(result)) this.#ended = `rejected: ${result.reason}`;
    else if (result !== this.#last?.response && result !== this.#last?.error)
      this.#ended = axios.isCancel(result) ? 'cancelled' : 'failed';
    if (!this.#uncertain && this.#ended !== 'failed') this.#call.origin.unsettled = undefined;
    this.#tab.close();
    attachReport(result, this.#log.report(this.#ended));
  }
}
