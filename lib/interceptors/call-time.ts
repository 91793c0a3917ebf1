/**
 * The time of one call: until when it may wait and retry, and how long each attempt may run.
 */
import type { ResolvedOptions } from '../config/resolved.js';
import { attemptTimeout, callBudget } from '../core/budget.js';
import type { Budget } from '../core/budget.js';
import type { Call } from './call.js';

export class CallTime {
  readonly #call: Call;
  readonly #options: ResolvedOptions;
  #budget: Budget;
  /** Where the wait for the first tokens has a bound of its own, that alone counts until it is over. */
  #firstWaitEndsAt: number | undefined;

  constructor(call: Call, options: ResolvedOptions) {
    this.#call = call;
    this.#options = options;
    this.#budget = this.#budgetFrom(call.startedAt);
    const { clock, maxWaitMs } = options;
    // `endsAt` is the first instant that is too late: a wait of just `maxWaitMs` is not, and one of 0 ms is none.
    if (maxWaitMs !== undefined)
      this.#firstWaitEndsAt = Math.min(clock.now() + maxWaitMs + 1, call.settings.deadlineAt ?? Infinity);
  }

  /** No wait may end, and no retry begin, at or after this instant. */
  get endsAt(): number {
    return this.#firstWaitEndsAt ?? this.#budget.endsAt;
  }

  /** Nothing is left for an attempt that would begin now, even if it were the first. */
  get isUp(): boolean {
    return this.#options.clock.now() >= this.#budget.cutAt;
  }

  /** To be called when the wait for the first tokens is over. */
  firstWaitEnded(): void {
    if (this.#firstWaitEndsAt === undefined) return;
    this.#firstWaitEndsAt = undefined;
    this.#budget = this.#budgetFrom(this.#options.clock.now());
  }

  /**
   * The timeout of an attempt that begins now, in milliseconds; `undefined`: none.
   * @param fresh nothing has been waited for.
   */
  attemptTimeoutMs(fresh: boolean): number | undefined {
    const { config, settings } = this.#call;
    return attemptTimeout({
      budget: this.#budget,
      now: this.#options.clock.now(),
      timeoutMs: config.timeout,
      deadlineAt: settings.deadlineAt,
      attemptTimeoutMs: settings.attemptTimeoutMs,
      fresh,
    });
  }

  #budgetFrom(startedAt: number): Budget {
    const { config, settings } = this.#call;
    const { maxElapsedMs } = this.#options;
    return callBudget({
      startedAt,
      maxElapsedMs,
      timeoutMs: config.timeout,
      deadlineAt: settings.deadlineAt,
    });
  }
}
