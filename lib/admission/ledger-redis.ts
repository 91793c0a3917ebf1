/**
 * The ledger of a fleet: the books are in Redis, and what this process knows of them is at hand.
 */
import type {
  AccountRef,
  Charges,
  Corrections,
  LedgerTerms,
  OutagePolicy,
  Refusal,
  RemoteLedger,
  TakeTerms,
} from '../core/ports.js';
import type { Charge, Hold } from '../core/account.js';
import type { AccountStatus } from '../core/account-status.js';
import type { RateWindow } from '../core/types.js';
import { Courtesy } from './courtesy.js';
import { MemoryLedger } from './ledger-memory.js';
import { Outage } from './outage.js';
import { RedisBooks } from './redis-books.js';
import type { RedisLink } from './redis-link.js';
import { SlotStash } from './slot-stash.js';
import { sleepUntil } from './timer.js';

/** How often a process that takes tokens makes itself known. */
const REGISTER_MS = 5_000;

/** Windows shift by rounding from one response to the next: paces this close are the same, and not worth a message. */
const SAME_PACE = 0.1;

const NO_CHARGES: Charges = { credential: { units: 0, tokens: [] }, provider: { units: 0, tokens: [] } };

export interface RedisLedgerOptions {
  link: RedisLink;
  /** Before all keys. */
  prefix: string;
  /** This process, as others see it. */
  process: string;
  /** How many processes to reckon with until Redis has told. */
  processes: number;
  onOutage: OutagePolicy;
}

export class RedisLedger implements RemoteLedger {
  readonly remote = true as const;
  readonly #terms: LedgerTerms;
  readonly #options: RedisLedgerOptions;
  readonly #books: RedisBooks;
  readonly #outage: Outage;
  /** Pauses and paces that are known here, without buckets: those are in Redis. */
  readonly #known: MemoryLedger;
  readonly #stash: SlotStash;
  readonly #courtesy: Courtesy;
  readonly #paces = new Map<string, number>();
  #tellNews: ((account: AccountRef, hold: Hold) => void) | undefined;
  #processes: number;
  #disagreements = '';
  #registerAt = 0;

  constructor(terms: LedgerTerms, options: RedisLedgerOptions) {
    this.#terms = terms;
    this.#options = options;
    this.#processes = options.processes;
    this.#books = new RedisBooks(options.link, options.prefix, terms);
    this.#known = new MemoryLedger({ ...terms, quota: [], ceiling: [] });
    this.#stash = new SlotStash(terms.clock, (scope, charges, times) => {
      this.#books.giveBack(scope, charges, times, 0).catch(ignore);
    });
    this.#courtesy = new Courtesy(Math.max(...terms.ceiling.map(({ rate }) => 1 / rate), 0) || Infinity);
    this.#outage = new Outage({
      terms,
      policy: options.onOutage,
      processes: () => this.#processes,
      probe: () => this.#register(),
    });
    options.link.listen(this.#books.channel, (message) => this.#hear(message));
  }

  take(
    scope: string,
    charges: Charges,
    terms: TakeTerms,
  ): Refusal | undefined | Promise<Refusal | undefined> {
    const held = this.#known.foresee(scope, NO_CHARGES);
    if (held) return held;
    if (this.#outage.active) return this.#outage.take(scope, charges);
    if (this.#terms.clock.now() >= this.#registerAt) this.#register().catch(ignore);
    const slotAt = this.#stash.next(scope, charges);
    if (slotAt === undefined) return this.#book(scope, charges, terms);
    return slotAt <= this.#terms.clock.now() ? undefined : this.#useAt(slotAt, scope);
  }

  giveBack(scope: string, charges: Charges, takenAt: number): void {
    const ageMs = Math.max(0, this.#terms.clock.now() - takenAt);
    if (!this.#outage.active) this.#books.giveBack(scope, charges, 1, ageMs).catch(ignore);
  }

  correct(scope: string, { credential, provider }: Corrections, takenAt: number): void {
    if (this.#outage.active) return;
    const less = (more: readonly number[]): Charge => ({ units: 0, tokens: more.map((tokens) => -tokens) });
    const back = { credential: less(credential), provider: less(provider) };
    this.#books.giveBack(scope, back, 1, Math.max(0, this.#terms.clock.now() - takenAt)).catch(ignore);
  }

  /** Those that something is known of here. */
  get scopes(): Iterable<string> {
    return this.#known.scopes;
  }

  statusOf(account: AccountRef): AccountStatus {
    return this.#known.statusOf(account);
  }

  foresee(scope: string): Refusal | undefined {
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
    if (pace.rate === 0) return this.#publish(account, { by: 'cooldown', until: pace.until });
    const key = `${account.whose}:${account.scope}`;
    const told = this.#paces.get(key);
    if (told !== undefined && Math.abs(pace.rate - told) < SAME_PACE * told) return;
    if (this.#paces.size > 1_000) this.#paces.clear();
    this.#paces.set(key, pace.rate);
    this.#books.slowDown(account, pace.rate, pace.until - this.#terms.clock.now()).catch(ignore);
  }

  onNews(listener: (account: AccountRef, hold: Hold) => void): void {
    this.#tellNews = listener;
  }

  shut(): void {
    this.#stash.clear();
    this.#options.link.shut();
  }

  async #book(
    scope: string,
    charges: Charges,
    { waiting, endsAt }: TakeTerms,
    booked = false,
  ): Promise<Refusal | undefined> {
    const { clock } = this.#terms;
    if (!booked) await sleepUntil(this.#courtesy.notBefore(scope), clock, () => ignore);
    const longestMs = endsAt - clock.now();
    let booking;
    try {
      booking = await this.#books.book(scope, charges, { most: booked ? 1 : waiting, longestMs, booked });
    } catch (error) {
      this.#outage.begin(error);
      return this.#outage.take(scope, charges);
    }
    const now = clock.now();
    switch (booking.kind) {
      case 'granted': {
        const [first = 0, ...further] = booking.waits;
        this.#courtesy.waited(scope, first, now + first);
        this.#stash.put(
          scope,
          charges,
          further.map((wait) => now + wait),
        );
        return this.#useAt(now + first, scope);
      }
      case 'partial': {
        const held = await this.#useAt(now + booking.wait, scope);
        return held ?? this.#book(scope, charges, { waiting, endsAt }, true);
      }
      case 'refused': {
        const { by, whose, wait } = booking;
        if (by === 'cooldown') this.#known.pause({ whose, scope }, now + wait);
        if (by === 'quota') this.#known.close({ whose, scope }, now + wait);
        return { by, whose, until: now + Math.max(wait, 1) };
      }
    }
  }

  /** Waits for a slot that is booked. A pause that has become known meanwhile counts more. */
  async #useAt(slotAt: number, scope: string): Promise<Refusal | undefined> {
    await sleepUntil(slotAt, this.#terms.clock, () => ignore);
    return this.#known.foresee(scope, NO_CHARGES);
  }

  #publish(account: AccountRef, { by, until }: Hold): void {
    const ms = until - this.#terms.clock.now();
    const news: News = { from: this.#options.process, account, by, ms };
    this.#books.pause(account, by === 'quota' ? 'cl' : 'cd', ms, JSON.stringify(news)).catch(ignore);
  }

  #hear(message: string): void {
    const { from, account, by, ms } = JSON.parse(message) as News;
    if (from === this.#options.process) return;
    const until = this.#terms.clock.now() + ms;
    if (by === 'quota') this.#known.close(account, until);
    else this.#known.pause(account, until);
    this.#tellNews?.(account, { by, until });
  }

  async #register(): Promise<void> {
    this.#registerAt = this.#terms.clock.now() + REGISTER_MS;
    const { processes, disagreements } = await this.#books.register(this.#options.process);
    this.#processes = processes;
    if (disagreements.join() !== this.#disagreements && disagreements.length > 0)
      this.#terms.onFleetEvent?.({ kind: 'disagreement', windows: disagreements });
    this.#disagreements = disagreements.join();
  }
}

/** What one process tells the others. A duration, since their clocks differ. */
interface News {
  from: string;
  account: AccountRef;
  by: Hold['by'];
  ms: number;
}

const ignore = (): void => undefined;
