/**
 * Ends waits at their deadlines, with one timer for all that end at the same instant. Imports only types and timers.
 */
import type { Clock } from '../core/ports.js';
import { setLongTimeout } from './timer.js';
import type { Waiter } from './waiter.js';

interface Deadline {
  readonly waiters: Set<Waiter>;
  readonly cancelTimer: () => void;
}

export class Deadlines {
  readonly #clock: Clock;
  readonly #onDeadline: (waiter: Waiter) => void;
  readonly #byInstant = new Map<number, Deadline>();

  constructor(clock: Clock, onDeadline: (waiter: Waiter) => void) {
    this.#clock = clock;
    this.#onDeadline = onDeadline;
  }

  add(waiter: Waiter): void {
    const { endsAt } = waiter;
    if (endsAt === Infinity) return;
    let deadline = this.#byInstant.get(endsAt);
    if (!deadline) {
      const waiters = new Set<Waiter>();
      const cancelTimer = setLongTimeout(this.#clock, endsAt, () => waiters.forEach(this.#onDeadline));
      this.#byInstant.set(endsAt, (deadline = { waiters, cancelTimer }));
    }
    deadline.waiters.add(waiter);
  }

  delete(waiter: Waiter): void {
    const deadline = this.#byInstant.get(waiter.endsAt);
    if (!deadline?.waiters.delete(waiter) || deadline.waiters.size > 0) return;
    deadline.cancelTimer();
    this.#byInstant.delete(waiter.endsAt);
  }
}
