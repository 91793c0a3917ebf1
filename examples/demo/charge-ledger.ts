/**
 * The upstream's books: what was charged, and how often. Honours idempotency keys. Pure. Imports nothing.
 */

export class ChargeLedger {
  readonly #charges = new Map<string, number>();
  readonly #keys = new Set<string>();

  /** Books a charge for an order, unless this key has booked one before. Returns whether it was booked now. */
  charge(order: string, key: string | undefined): boolean {
    if (key !== undefined && this.#keys.has(key)) return false;
    if (key !== undefined) this.#keys.add(key);
    this.#charges.set(order, this.timesCharged(order) + 1);
    return true;
  }

  timesCharged(order: string): number {
    return this.#charges.get(order) ?? 0;
  }

  /** Charges that should not be there: all but the first of each order. */
  get duplicates(): number {
    return [...this.#charges.values()].reduce((sum, times) => sum + times - 1, 0);
  }
}
