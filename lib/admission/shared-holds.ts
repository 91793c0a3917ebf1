/**
 * What holds accounts back in a fleet: pauses and closings that this process knows of, and what is told to the others, and heard from them. Buckets are
 * none of its business.
 */
import type { Hold } from '../core/account.js';
import type { AccountStatus } from '../core/account-status.js';
import type { AccountRef, Charges, LedgerTerms, Refusal } from '../core/ports.js';
import type { RateWindow } from '../core/types.js';
import type { HeldNews } from './fleet-news.js';
import { MemoryLedger } from './ledger-memory.js';
import type { RedisBooks } from './redis-books.js';
import { ToldPaces } from './told-paces.js';

const NO_CHARGES: Charges = { credential: { units: 0, tokens: [] }, provider: { units: 0, tokens: [] } };

export class SharedHolds {
  readonly #clock: LedgerTerms['clock'];
  readonly #books: RedisBooks;
  /** This process, as others see it. */
  readonly #process: string;
  readonly #known: MemoryLedger;
  readonly #paces = new ToldPaces();
  #tellNews: ((account: AccountRef, hold: Hold) => void) | undefined;

  constructor({ clock, throttleBelow }: LedgerTerms, books: RedisBooks, process: string) {
    this.#clock = clock;
    this.#books = books;
    this.#process = process;
    this.#known = new MemoryLedger({ quota: [], ceiling: [], throttleBelow, clock });
  }

  /** What holds the credential back, as far as it is known here. */
  on(scope: string): Refusal | undefined {
    return this.#known.foresee(scope, NO_CHARGES);
  }

  pause(account: AccountRef, until: number): void {
    this.#known.pause(account, until);
    this.#publish(account, { by: 'cooldown', until });
  }

  close(account: AccountRef, until: number): void {
    this.#known.close(account, until);
    this.#publish(account, { by: 'quota', until });
  }

  observe(account: AccountRef, windows: readonly RateWindow[], refused: boolean): void {
    const pace = this.#known.observe(account, windows, refused);
    if (!pace) return;
    const { rate, until } = pace;
    if (rate === 0) this.#publish(account, { by: 'cooldown', until });
    else if (this.#paces.isNew(account, pace))
      this.#books.slowDown(account, rate, until - this.#clock.now()).catch(ignore);
  }

  /** Redis says so: the others know. */
  learn(account: AccountRef, { by, until }: Hold): void {
    if (by === 'quota') this.#known.close(account, until);
    if (by === 'cooldown') this.#known.pause(account, until);
  }

  /** Another process says so: whoever waits here has to be told. */
  hear({ account, by, ms }: HeldNews): void {
    const hold = { by, until: this.#clock.now() + ms };
    this.learn(account, hold);
    this.#tellNews?.(account, hold);
  }

  /** Those that something is known of here. */
  get scopes(): Iterable<string> {
    return this.#known.scopes;
  }

  statusOf(account: AccountRef): AccountStatus {
    return this.#known.statusOf(account);
  }

  onNews(listener: (account: AccountRef, hold: Hold) => void): void {
    this.#tellNews = listener;
  }

  #publish(account: AccountRef, { by, until }: { by: HeldNews['by']; until: number }): void {
    const ms = until - this.#clock.now();
    const news: HeldNews = { from: this.#process, kind: 'held', account, by, ms };
    this.#books.pause(account, by === 'quota' ? 'cl' : 'cd', ms, JSON.stringify(news)).catch(ignore);
  }
}

const ignore = (): void => undefined;
