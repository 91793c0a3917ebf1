/**
 * Lets the waiting calls of each lane through, one by one, as the ledger grants their tokens: by the lane's own account first, and in turn with the
 * other lanes where the provider's account holds them.
 */
import type { Clock, Ledger } from '../core/ports.js';
import { CeilingLine } from './ceiling-line.js';
import type { Served } from './ceiling-line.js';
import type { Lane, Lanes } from './lane.js';
import type { Pauses } from './pauses.js';
import { setLongTimeout } from './timer.js';
import { isSameCharges } from './same-charges.js';
import type { Waiter } from './waiter.js';

export interface TurnstileParts {
  ledger: Ledger;
  clock: Clock;
  lanes: Lanes;
  pauses: Pauses;
  /** As many calls are in flight in the lane as may be. */
  isFull: (lane: Lane) => boolean;
  /** The error for a call whose tokens can't be there before this instant, and that is too late. */
  tooLong: (until: number) => Error;
  /** Gives the call its permit: its tokens are taken. */
  grant: (lane: Lane, waiter: Waiter) => void;
}

export class Turnstile {
  readonly #parts: TurnstileParts;
  readonly #line: CeilingLine;

  constructor(parts: TurnstileParts) {
    this.#parts = parts;
    this.#line = new CeilingLine(parts.clock, async (lane) => {
      const served = await this.#serveOne(lane);
      parts.lanes.dropIfSpent(lane);
      return served;
    });
  }

  /** A new call of the lane can't go at once: others are before it, in the lane or in the line for the provider's account. */
  isBusy(lane: Lane): boolean {
    return lane.asking || (lane.room?.size ?? 0) > 0 || this.#line.size > 0;
  }

  /** Lets through whoever can go, until the ledger refuses. To be called whenever the lane's next call may be another one, or may go. */
  async advance(lane: Lane): Promise<void> {
    if (this.#line.has(lane)) this.#line.retry(lane);
    while (!this.#line.has(lane)) {
      if (this.#line.size > 0 && (lane.room?.size ?? 0) > 0) return this.#line.join(lane);
      const served = await this.#serveOne(lane);
      if (served === 'granted') continue;
      if (typeof served === 'object') this.#line.join(lane, served.until);
      break;
    }
    this.#parts.lanes.dropIfSpent(lane);
  }

  /** There is more to be had from the provider's account. */
  retry(): void {
    this.#line.retry();
    // A refusal that is on its way from elsewhere does not know of it.
    if (!this.#parts.ledger.remote) return;
    for (const lane of this.#parts.lanes) if (lane.asking) lane.askAgain = true;
  }

  /** Nobody waits any more. */
  stop(): void {
    this.#line.clear();
    for (const lane of this.#parts.lanes) lane.cancelTimer?.();
  }

  /** Asks the ledger on behalf of the lane's next call. A refusal by the provider's account is returned, one by its own wakes the lane later. */
  async #serveOne(lane: Lane): Promise<Served> {
    const { ledger, clock, pauses, isFull, tooLong, grant } = this.#parts;
    lane.askAgain = lane.asking;
    if (lane.asking) return 'nothing';
    lane.cancelTimer?.();
    while (!isFull(lane)) {
      const waiter = lane.room?.next();
      if (!waiter) return (lane.room?.size ?? 0) > 0 ? 'coming' : 'nothing';
      lane.asking = true;
      const { charges, endsAt } = waiter;
      const waiting = lane.room?.size ?? 1;
      const refusal = ledger.remote
        ? await ledger.take(lane.scope, charges, { waiting, endsAt })
        : ledger.take(lane.scope, charges);
      const answeredAt = clock.now();
      lane.asking = false;
      const taker = refusal ? undefined : takerOf(lane, waiter);
      if (taker) {
        grant(lane, taker);
        return 'granted';
      }
      if (refusal && waiter.waiting && !lane.askAgain) {
        pauses.tell(lane, refusal);
        if (refusal.until >= endsAt) {
          waiter.refuse(tooLong(refusal.until));
          continue;
        }
        if (refusal.whose === 'provider') return refusal;
        lane.cancelTimer = setLongTimeout(clock, refusal.until, () => void this.advance(lane));
        return 'nothing';
      }
      // It gave up meanwhile, or something else has changed: what the ledger said is out of date.
      lane.askAgain = false;
      if (refusal) continue;
      ledger.giveBack(lane.scope, charges, answeredAt);
      this.retry();
    }
    return 'nothing';
  }
}

/** Who uses what was taken for `waiter`: meanwhile it may have given up, or somebody of higher rank may have come. */
function takerOf(lane: Lane, waiter: Waiter): Waiter | undefined {
  const first = lane.room?.next();
  if (first && isSameCharges(first.charges, waiter.charges)) return first;
  return waiter.waiting ? waiter : undefined;
}
