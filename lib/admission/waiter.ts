/**
 * One call that waits for its tokens. Imports only types. Ten thousand may wait at once, so a waiter holds values, not closures.
 */
import type { Charges } from '../core/ports.js';

export interface WaiterTerms {
  /** 0 (first) to 9 (last). */
  readonly priority: number;
  /** Position by age among all calls: a call keeps it through its retries. */
  readonly order: number;
  readonly charges: Charges;
  /** The wait must have ended before this instant. */
  readonly endsAt: number;
  readonly since: number;
}

export class Waiter implements WaiterTerms {
  readonly priority: number;
  readonly order: number;
  readonly charges: Charges;
  readonly endsAt: number;
  readonly since: number;
  /** Until when it was held by pauses, as far as it lived through them. */
  pausedUntil = 0;
  /** Stands in its room's limiter, and has not had its turn. */
  queued = false;
  /** Called once when the wait ends, however it ends. */
  onEnd: ((waiter: Waiter) => void) | undefined;
  /** Stops listening for the call's cancellation. */
  stopListening: (() => void) | undefined;
  readonly #resolve: (permit: never) => void;
  readonly #reject: (error: unknown) => void;
  #waiting = true;

  /** @param resolve takes what the gate grants; a waiter needs to know nothing of it. */
  constructor(terms: WaiterTerms, resolve: (permit: never) => void, reject: (error: unknown) => void) {
    this.priority = terms.priority;
    this.order = terms.order;
    this.charges = terms.charges;
    this.endsAt = terms.endsAt;
    this.since = terms.since;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  /** Still waiting. */
  get waiting(): boolean {
    return this.#waiting;
  }

  grant(permit: unknown): void {
    if (this.#end()) this.#resolve(permit as never);
  }

  refuse(error: unknown): void {
    if (this.#end()) this.#reject(error);
  }

  #end(): boolean {
    if (!this.#waiting) return false;
    this.#waiting = false;
    this.stopListening?.();
    this.onEnd?.(this);
    return true;
  }
}

/** Whether `a` goes before `b`: by priority, then by age. */
export function outranks(a: WaiterTerms, b: WaiterTerms): boolean {
  return a.priority < b.priority || (a.priority === b.priority && a.order < b.order);
}
