/**
 * Slots that were booked along with one that was asked for, until the calls that wait take them. What nobody takes goes back.
 */
import type { Charges, Clock } from '../core/ports.js';
import { isSameCharges } from './same-charges.js';

/** How long after its time a slot is kept. */
const KEPT_MS = 10;

interface Stashed {
  readonly charges: Charges;
  readonly slots: number[];
  timer: unknown;
}

export class SlotStash {
  readonly #clock: Clock;
  readonly #giveBack: (scope: string, charges: Charges, times: number) => void;
  readonly #byScope = new Map<string, Stashed>();

  constructor(clock: Clock, giveBack: (scope: string, charges: Charges, times: number) => void) {
    this.#clock = clock;
    this.#giveBack = giveBack;
  }

  /** Keeps slots, instants in order. */
  put(scope: string, charges: Charges, slots: number[]): void {
    const last = slots.at(-1);
    if (last === undefined) return;
    this.#return(scope);
    const timer = this.#clock.setTimeout(
      () => this.#return(scope),
      Math.max(0, last - this.#clock.now()) + KEPT_MS,
    );
    this.#byScope.set(scope, { charges, slots, timer });
  }

  /** The next slot for a call that takes just what was booked. */
  next(scope: string, charges: Charges): number | undefined {
    const stashed = this.#byScope.get(scope);
    if (!stashed || !isSameCharges(stashed.charges, charges)) return undefined;
    const slot = stashed.slots.shift();
    if (stashed.slots.length === 0) this.#return(scope);
    return slot;
  }

  clear(): void {
    for (const scope of [...this.#byScope.keys()]) this.#return(scope);
  }

  #return(scope: string): void {
    const stashed = this.#byScope.get(scope);
    if (!stashed) return;
    this.#byScope.delete(scope);
    this.#clock.clearTimeout(stashed.timer);
    if (stashed.slots.length > 0) this.#giveBack(scope, stashed.charges, stashed.slots.length);
  }
}
