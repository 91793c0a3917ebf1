/**
 * How soon a process comes back for more: the longer the line before the ceiling was, the later. A credential with calls waiting in many processes would
 * otherwise fill the line with one booking of each, and everybody else would stand behind all of them. As all processes see the same line and follow the same rule,
 * their shares stay equal, and the line stays a few slots long.
 */

/** How many times the excess of the line a process stays away. With eight processes the line is then about two slots long, not eight. */
const GAIN = 6;

/** The weight of the latest wait in the mean. */
const WEIGHT = 0.3;

const MOST_SCOPES = 1_000;

interface Manner {
  meanWaitMs: number;
  notBefore: number;
}

export class Courtesy {
  /** A line of this length is just what keeps the bucket busy. */
  readonly #fairWaitMs: number;
  readonly #byScope = new Map<string, Manner>();

  constructor(fairWaitMs: number) {
    this.#fairWaitMs = fairWaitMs;
  }

  /** The earliest instant at which to ask for the scope again. */
  notBefore(scope: string): number {
    return this.#byScope.get(scope)?.notBefore ?? 0;
  }

  /** Takes note of how long a booking for the scope has to wait for its slot. */
  waited(scope: string, waitMs: number, slotAt: number): void {
    if (this.#byScope.size >= MOST_SCOPES) this.#byScope.clear();
    const meanWaitMs = WEIGHT * waitMs + (1 - WEIGHT) * (this.#byScope.get(scope)?.meanWaitMs ?? waitMs);
    const excess = meanWaitMs - this.#fairWaitMs;
    if (excess > 0) this.#byScope.set(scope, { meanWaitMs, notBefore: slotAt + GAIN * excess });
    else this.#byScope.delete(scope);
  }
}
