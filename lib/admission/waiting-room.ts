/**
 * Where the calls of one scope wait: a Bottleneck limiter keeps them in order and hands out the turns.
 *
 * The limiter's reservoir starts empty, and is funded with turns only when the gate asks for the next calls. A turn is not a token yet: the
 * tokens are booked in the ledger at the moment of dispatch, since a token that is booked early and used late bunches with the next
 * ones. A call that has had its turn, or that the server refused, stands in front until the ledger grants its tokens.
 */
import Bottleneck from 'bottleneck';
import type { Charges, Clock } from '../core/ports.js';
import { ChargeTally } from './charge-tally.js';
import { Deadlines } from './deadlines.js';
import { outranks } from './waiter.js';
import type { Waiter } from './waiter.js';

/** Turns given at once. Bottleneck takes about a millisecond from a turn to the call, and much less for each further one. */
const TURNS = 64;

/** Calls that gave up and still stand in the limiter; above it they are called out, as they can't be removed. */
const MOST_GONE = 1_000;

export interface WaitingRoomOptions {
  clock: Clock;
  /** Called whenever a call has come to the front. */
  onArrival: () => void;
  /** Called when a call's wait has lasted until its end. */
  onDeadline: (waiter: Waiter) => void;
}

export class WaitingRoom {
  readonly #limiter = new Bottleneck({ reservoir: 0 });
  readonly #onArrival: () => void;
  readonly #deadlines: Deadlines;
  /** In order of rank. */
  readonly #front: Waiter[] = [];
  readonly #waiting = new Set<Waiter>();
  /** Waiting calls in the limiter, by priority. */
  readonly #queued: number[] = new Array<number>(10).fill(0);
  /** What the waiting calls of each priority take. */
  readonly #tally = new ChargeTally();
  /** Jobs in the limiter, those of calls that gave up included. */
  #jobs = 0;
  /** Turns given whose calls have not come to the front yet. */
  #turns = 0;

  constructor({ clock, onArrival, onDeadline }: WaitingRoomOptions) {
    this.#onArrival = onArrival;
    this.#deadlines = new Deadlines(clock, onDeadline);
    quicken(this.#limiter);
  }

  /** Calls that wait. */
  get size(): number {
    return this.#waiting.size;
  }

  /** Nobody waits, and the limiter holds nothing: the room can be given up. */
  get empty(): boolean {
    return this.#waiting.size === 0 && this.#jobs === 0;
  }

  /** The waiting calls, those that came first in front. */
  get waiting(): Iterable<Waiter> {
    return this.#waiting;
  }

  /** Queues a new call behind those of its priority. */
  join(waiter: Waiter): void {
    this.#admit(waiter);
    this.#jobs++;
    this.#queued[waiter.priority]!++;
    waiter.queued = true;
    void this.#limiter.schedule({ priority: waiter.priority }, this.#takeTurn, waiter);
  }

  /** Queues a call that was refused before, in front of those that came later. */
  rejoin(waiter: Waiter): void {
    this.#admit(waiter);
    this.#insert(waiter);
  }

  /** The call whose turn it is, if it is known already; otherwise calls in the next ones. */
  next(): Waiter | undefined {
    while (this.#front[0]?.waiting === false) this.#front.shift();
    const first = this.#front[0];
    const outrankedBy = this.#queued.findIndex((count) => count > 0);
    if (first && (outrankedBy < 0 || first.priority <= outrankedBy)) return first;
    if (this.#turns === 0) this.#giveTurns(TURNS);
    return undefined;
  }

  /** What waiting calls take before a new one of this priority comes to its turn; `undefined`: nobody is ahead. */
  ahead(priority: number): Charges | undefined {
    return this.#waiting.size > 0 ? this.#tally.upTo(priority) : undefined;
  }

  #admit(waiter: Waiter): void {
    this.#waiting.add(waiter);
    this.#tally.add(waiter.priority, waiter.charges);
    this.#deadlines.add(waiter);
    waiter.onEnd = this.#leave;
  }

  readonly #leave = (waiter: Waiter): void => {
    this.#waiting.delete(waiter);
    this.#tally.remove(waiter.priority, waiter.charges);
    this.#deadlines.delete(waiter);
    this.#unqueue(waiter);
    const gone = this.#jobs - this.#queued.reduce((sum, count) => sum + count);
    if (gone > MOST_GONE || this.#waiting.size === 0) this.#giveTurns(this.#jobs);
  };

  readonly #takeTurn = async (waiter: Waiter): Promise<void> => {
    this.#jobs--;
    this.#turns--;
    this.#unqueue(waiter);
    if (waiter.waiting) this.#insert(waiter);
    this.#onArrival();
  };

  #unqueue(waiter: Waiter): void {
    if (waiter.queued) this.#queued[waiter.priority]!--;
    waiter.queued = false;
  }

  #giveTurns(count: number): void {
    const turns = Math.min(count, this.#jobs) - this.#turns;
    if (turns <= 0) return;
    this.#turns += turns;
    void this.#limiter.incrementReservoir(turns);
  }

  #insert(waiter: Waiter): void {
    let at = this.#front.length;
    while (at > 0 && outranks(waiter, this.#front[at - 1] as Waiter)) at--;
    this.#front.splice(at, 0, waiter);
  }
}

/**
 * Bottleneck's local store sleeps for a timer tick in each of its steps, only to look like the Redis one: 4.4 ms a job. Its version is the
 * last one and pinned, so this private method is known.
 */
function quicken(limiter: Bottleneck): void {
  const { _store } = limiter as unknown as { _store: { yieldLoop: () => Promise<void> } };
  _store.yieldLoop = () => Promise.resolve();
}
