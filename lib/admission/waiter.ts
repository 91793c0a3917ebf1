/**
 * One call that waits for its tokens: everything that may end its wait, and what must be undone then. Imports only core's types.
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
  #settle: { resolve: () => void; reject: (error: unknown) => void } | undefined;
  #undo: (() => void)[] = [];

  constructor(terms: WaiterTerms, resolve: () => void, reject: (error: unknown) => void) {
    this.priority = terms.priority;
    this.order = terms.order;
    this.charges = terms.charges;
    this.endsAt = terms.endsAt;
    this.since = terms.since;
    this.#settle = { resolve, reject };
  }

  /** Still waiting. */
  get waiting(): boolean {
    return this.#settle !== undefined;
  }

  /** Something to be done when the wait ends, however it ends. */
  atEnd(undo: () => void): void {
    this.#undo.push(undo);
  }

  grant(): void {
    this.#end()?.resolve();
  }

  refuse(error: unknown): void {
    this.#end()?.reject(error);
  }

  #end(): { resolve: () => void; reject: (error: unknown) => void } | undefined {
    const settle = this.#settle;
    this.#settle = undefined;
    const undo = this.#undo;
    this.#undo = [];
    undo.forEach((step) => step());
    return settle;
  }
}

/** Whether `a` goes before `b`: by priority, then by age. */
export function outranks(a: WaiterTerms, b: WaiterTerms): boolean {
  return a.priority < b.priority || (a.priority === b.priority && a.order < b.order);
}
