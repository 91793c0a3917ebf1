/**
 * How many processes there are in the fleet, and whether they agree. A process makes itself known while it takes tokens; one that is idle costs nothing.
 */
import type { LedgerTerms } from '../core/ports.js';
import type { RedisBooks } from './redis-books.js';

/** How often a process that takes tokens makes itself known. */
const REGISTER_MS = 5_000;

export class RollCall {
  readonly #terms: Pick<LedgerTerms, 'clock' | 'onFleetEvent'>;
  readonly #books: RedisBooks;
  /** This process, as others see it. */
  readonly #process: string;
  #processes: number;
  #disagreements = '';
  /** When to register next; `undefined`: no token was taken so far. */
  #dueAt: number | undefined;

  /** @param processes how many to reckon with until Redis has told. */
  constructor(
    terms: Pick<LedgerTerms, 'clock' | 'onFleetEvent'>,
    books: RedisBooks,
    process: string,
    processes: number,
  ) {
    this.#terms = terms;
    this.#books = books;
    this.#process = process;
    this.#processes = processes;
  }

  /** How many processes live, as far as is known. */
  get processes(): number {
    return this.#processes;
  }

  /** This process takes tokens. */
  answer(): void {
    if (this.#dueAt === undefined || this.#terms.clock.now() >= this.#dueAt) this.register().catch(ignore);
  }

  /** News may have been missed. */
  repeat(): void {
    if (this.#dueAt !== undefined) this.register().catch(ignore);
  }

  /** Another process has come, with such figures. */
  joined(processes: number, figures: string): void {
    this.#processes = processes;
    if (figures !== this.#books.mine) this.repeat();
  }

  /** @throws Error when Redis fails. */
  async register(): Promise<void> {
    this.#dueAt = this.#terms.clock.now() + REGISTER_MS;
    const { processes, disagreements } = await this.#books.register(this.#process);
    this.#processes = processes;
    if (disagreements.join() !== this.#disagreements && disagreements.length > 0)
      this.#terms.onFleetEvent?.({ kind: 'disagreement', windows: disagreements });
    this.#disagreements = disagreements.join();
  }
}

const ignore = (): void => undefined;
