/**
 * The ledger of a fleet: the books are in Redis, and what this process knows of them is at hand.
 */
import type { Hold } from '../core/account.js';
import type { AccountStatus } from '../core/account-status.js';
import type {
  AccountRef,
  Charges,
  Corrections,
  FleetEvent,
  LedgerTerms,
  OutagePolicy,
  Refusal,
  RemoteLedger,
  TakeTerms,
} from '../core/ports.js';
import type { RateWindow } from '../core/types.js';
import { Courtesy } from './courtesy.js';
import { readNews } from './fleet-news.js';
import { Outage } from './outage.js';
import { RedisBooks, type Unused } from './redis-books.js';
import type { RedisLink } from './redis-link.js';
import { RollCall } from './roll-call.js';
import { SharedHolds } from './shared-holds.js';
import { SlotStash } from './slot-stash.js';
import { sleepUntil } from './timer.js';

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

/** Nothing: the tokens are there. */
type Answer = Refusal | undefined;

export class RedisLedger implements RemoteLedger {
  readonly remote = true as const;
  readonly #terms: LedgerTerms;
  readonly #process: string;
  readonly #books: RedisBooks;
  readonly #rollCall: RollCall;
  readonly #outage: Outage;
  readonly #holds: SharedHolds;
  readonly #stash: SlotStash;
  readonly #courtesy: Courtesy;
  readonly #stopListening: () => void;

  constructor(terms: LedgerTerms, { link, prefix, process, processes, onOutage }: RedisLedgerOptions) {
    // A listener that throws fails by itself, and not the books that it was told of.
    const onFleetEvent = (event: FleetEvent): void => queueMicrotask(() => terms.onFleetEvent?.(event));
    this.#terms = { ...terms, onFleetEvent };
    this.#process = process;
    this.#books = new RedisBooks(link, prefix, terms);
    this.#rollCall = new RollCall(this.#terms, this.#books, process, processes);
    this.#holds = new SharedHolds(terms, this.#books, process);
    this.#stash = new SlotStash(terms.clock, (scope, charges, times) =>
      this.#return(scope, charges, { times, ageMs: 0, part: 'both' }),
    );
    this.#courtesy = new Courtesy(Math.max(...terms.ceiling.map(({ rate }) => 1 / rate), 0) || Infinity);
    this.#outage = new Outage({
      terms: this.#terms,
      policy: onOutage,
      processes: () => this.#rollCall.processes,
      probe: () => this.#rollCall.register(),
    });
    this.#stopListening = link.listen({
      channel: this.#books.channel,
      onMessage: (message) => this.#hear(message),
      onListening: () => this.#rollCall.repeat(),
    });
  }

  take(scope: string, charges: Charges, terms: TakeTerms): Answer | Promise<Answer> {
    const held = this.#holds.on(scope);
    if (held) return held;
    if (this.#outage.active) return this.#outage.take(scope, charges);
    this.#rollCall.answer();
    const slotAt = this.#stash.next(scope, charges);
    if (slotAt === undefined) return this.#book(scope, charges, terms);
    return slotAt <= this.#terms.clock.now() ? undefined : this.#useAt(slotAt, scope, charges, 'both');
  }

  giveBack(scope: string, charges: Charges, takenAt: number): void {
    if (this.#outage.active) this.#outage.giveBack(scope, charges, takenAt);
    else this.#return(scope, charges, { times: 1, ageMs: this.#terms.clock.now() - takenAt, part: 'both' });
  }

  correct(scope: string, more: Corrections, takenAt: number): void {
    if (this.#outage.active) return;
    this.#books.correct(scope, more, this.#terms.clock.now() - takenAt).catch(ignore);
  }

  get scopes(): Iterable<string> {
    return this.#holds.scopes;
  }

  statusOf(account: AccountRef): AccountStatus {
    return this.#holds.statusOf(account);
  }

  foresee(scope: string): Refusal | undefined {
    return this.#holds.on(scope);
  }

  pause(account: AccountRef, until: number): void {
    this.#holds.pause(account, until);
  }

  close(account: AccountRef, until: number): void {
    this.#holds.close(account, until);
  }

  observe(account: AccountRef, windows: readonly RateWindow[], refused: boolean): void {
    this.#holds.observe(account, windows, refused);
  }

  onNews(listener: (account: AccountRef, hold: Hold) => void): void {
    this.#holds.onNews(listener);
  }

  shut(): void {
    this.#stash.clear();
    this.#stopListening();
  }

  async #book(
    scope: string,
    charges: Charges,
    { waiting, endsAt }: TakeTerms,
    booked = false,
  ): Promise<Answer> {
    const { clock } = this.#terms;
    const notBefore = this.#courtesy.notBefore(scope);
    // Who can't wait that long asks at once: courtesy is not worth a call.
    if (!booked && notBefore < endsAt) await sleepUntil(notBefore, clock, () => ignore);
    let booking;
    try {
      if (this.#outage.active) return this.#outage.take(scope, charges);
      const longestMs = endsAt - clock.now();
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
        return this.#useAt(now + first, scope, charges, 'both');
      }
      case 'partial': {
        const held = await this.#useAt(now + booking.wait, scope, charges, 'credential');
        return held ?? this.#book(scope, charges, { waiting, endsAt }, true);
      }
      case 'refused': {
        const { by, whose, wait } = booking;
        this.#holds.learn({ whose, scope }, { by, until: now + wait });
        if (booked) this.#return(scope, charges, { times: 1, ageMs: 0, part: 'credential' });
        return { by, whose, until: now + Math.max(wait, 1) };
      }
    }
  }

  /** Waits for a slot that is booked. A pause that has become known meanwhile counts more: then the slot goes back. */
  async #useAt(slotAt: number, scope: string, charges: Charges, part: Unused['part']): Promise<Answer> {
    await sleepUntil(slotAt, this.#terms.clock, () => ignore);
    const held = this.#holds.on(scope);
    if (held) this.#return(scope, charges, { times: 1, ageMs: 0, part });
    return held;
  }

  #return(scope: string, charges: Charges, unused: Unused): void {
    if (!this.#outage.active) this.#books.giveBack(scope, charges, unused).catch(ignore);
  }

  #hear(message: string): void {
    const news = readNews(message);
    if (!news || news.from === this.#process) return;
    if (news.kind === 'joined') this.#rollCall.joined(news.processes, news.figures);
    else this.#holds.hear(news);
  }
}

const ignore = (): void => undefined;
