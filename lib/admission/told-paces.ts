/**
 * The paces that this process has told the fleet of, so that a response which tells the same again is not worth a message. Imports only core.
 */
import type { Pace } from '../core/pace.js';
import type { AccountRef } from '../core/ports.js';

/** Windows shift by rounding from one response to the next: paces this close are the same. */
const SAME_PACE = 0.1;
const SAME_RESET_MS = 1_000;

const MOST_ACCOUNTS = 1_000;

export class ToldPaces {
  readonly #told = new Map<string, Pace>();

  /** Whether the pace is worth telling: then it counts as told. */
  isNew({ whose, scope }: AccountRef, pace: Pace): boolean {
    const key = whose === 'provider' ? whose : `credential ${scope}`;
    const told = this.#told.get(key);
    if (told && isSame(told, pace)) return false;
    if (this.#told.size >= MOST_ACCOUNTS) this.#told.clear();
    this.#told.set(key, pace);
    return true;
  }
}

function isSame(a: Pace, b: Pace): boolean {
  return Math.abs(a.rate - b.rate) < SAME_PACE * a.rate && Math.abs(a.until - b.until) <= SAME_RESET_MS;
}
