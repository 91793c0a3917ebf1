/**
 * Sums of what waiting calls take, by priority: from them follows how long a new call would have to wait. Imports only core's types.
 */
import type { Charge } from '../core/account.js';
import type { Charges } from '../core/ports.js';

interface Sum {
  units: number;
  tokens: number[];
}

export class ChargeTally {
  readonly #credential: (Sum | undefined)[] = [];
  readonly #provider: (Sum | undefined)[] = [];

  add(priority: number, charges: Charges): void {
    accumulate((this.#credential[priority] ??= nothing()), charges.credential, 1);
    accumulate((this.#provider[priority] ??= nothing()), charges.provider, 1);
  }

  remove(priority: number, charges: Charges): void {
    accumulate((this.#credential[priority] ??= nothing()), charges.credential, -1);
    accumulate((this.#provider[priority] ??= nothing()), charges.provider, -1);
  }

  /** What the calls of this priority, and those before it, take in all. */
  upTo(priority: number): Charges {
    return { credential: total(this.#credential, priority), provider: total(this.#provider, priority) };
  }
}

const nothing = (): Sum => ({ units: 0, tokens: [] });

function accumulate(sum: Sum, { units, tokens }: Charge, sign: 1 | -1): void {
  sum.units += sign * units;
  tokens.forEach((cost, i) => (sum.tokens[i] = (sum.tokens[i] ?? 0) + sign * cost));
}

function total(sums: (Sum | undefined)[], priority: number): Charge {
  const all = nothing();
  for (const sum of sums.slice(0, priority + 1)) if (sum) accumulate(all, sum, 1);
  return all;
}
