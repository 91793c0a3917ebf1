/**
 * Lets waiting calls through, in order: asks the ledger on behalf of the first of each lane, wakes lanes when their holds end, and refuses those whose wait can't
 * end in time any more.
 */
import type { Hold } from '../core/account.js';
import type { AccountRef, Charges, Clock, Ledger, Refusal } from '../core/ports.js';
import { CeilingLine } from './ceiling-line.js';
import type { Served } from './ceiling-line.js';
import { isFull, Lanes, reopenSlowly, type Lane } from './lane.js';
import { Permit } from './permit.js';
import type { Issuer } from './permit.js';
import type { Rejections } from './rejections.js';
import { isSameCharges } from './same-charges.js';
import { setLongTimeout } from './timer.js';
import type { Waiter } from './waiter.js';

export interface UsherOptions {
  ledger: Ledger;
  clock: Clock;
  /** The most calls in flight in one scope; `undefined`: any number. */
  maxConcurrent: number | undefined;
  /** Neither quota nor ceiling is known: scopes reopen in a slow start after a pause. */
  bucketless: boolean;
}

export class Usher implements Issuer {
  readonly lanes: Lanes = new Lanes();
  readonly #options: UsherOptions;
  readonly #reject: Rejections;
  readonly #line: CeilingLine;

  constructor(options: UsherOptions, reject: Rejections) {
    this.#options = options;
    this.#reject = reject;
    this.#line = new CeilingLine(options.clock, (lane) => this.#serveOne(lane));
  }

  /** A new call can't go at once: others are before it. */
  isBusy(lane: Lane): boolean {
    return lane.asking || this.#line.size > 0 || this.isFull(lane) || (lane.room?.size ?? 0) > 0;
  }

  /** As many calls are in flight in the scope as may be. */
  isFull(lane: Lane): boolean {
    return isFull(lane, this.#options.maxConcurrent);
  }

  giveBack(lane: Lane, charges: Charges): void {
    this.#options.ledger.giveBack(lane.scope, charges);
  }

  vacated(lane: Lane): void {
    if (lane.room) void this.advance(lane);
    else this.lanes.dropIfSpent(lane);
  }

  /** Lets through whoever can go, until the ledger refuses. */
  async advance(lane: Lane): Promise<void> {
    while (!this.#line.has(lane)) {
      if (this.#line.size > 0 && (lane.room?.size ?? 0) > 0) return this.#line.join(lane);
      const served = await this.#serveOne(lane);
      if (served === 'again') continue;
      if (served !== 'nothing') this.#line.join(lane, served.until);
      break;
    }
    this.lanes.dropIfSpent(lane);
  }

  permit(lane: Lane, charges: Charges, order: number, waiter?: Waiter): Permit {
    const waitedMs = waiter ? this.#options.clock.now() - waiter.since : 0;
    const pausedMs = waiter ? Math.min(waitedMs, Math.max(0, waiter.pausedUntil - waiter.since)) : 0;
    return new Permit(this, lane, { charges, order, waitedMs, pausedMs });
  }

  /** Lets a change of the books reach those who wait. */
  reconsider({ whose, scope }: AccountRef, hold: Hold): void {
    const own = this.lanes.find(scope);
    for (const lane of whose === 'provider' ? this.lanes : own ? [own] : []) {
      this.#evict(lane, hold);
      void this.advance(lane);
    }
  }

  notePause(lane: Lane, waiter: Waiter, until: number): void {
    waiter.pausedUntil = lane.pausedUntil = until;
    if (this.#options.bucketless) reopenSlowly(lane);
  }

  /** Refuses whoever waits. */
  shut(): void {
    this.#line.clear();
    for (const lane of this.lanes) {
      lane.cancelTimer?.();
      for (const waiter of [...(lane.room?.waiting ?? [])])
        waiter.refuse(this.#reject.because({ reason: 'closed' }));
    }
  }

  /** Asks the ledger on behalf of the lane's first call. A refusal by the provider's account is returned, one by its own wakes the lane later. */
  async #serveOne(lane: Lane): Promise<Served> {
    if (lane.asking || this.isFull(lane)) return 'nothing';
    const waiter = lane.room?.next();
    if (!waiter) return 'nothing';
    const { charges, endsAt } = waiter;
    lane.asking = true;
    const refusal = await this.#options.ledger.take(lane.scope, charges, {
      waiting: lane.room?.size ?? 1,
      endsAt,
    });
    lane.asking = false;
    if (refusal) return this.#hold(lane, waiter, refusal);
    const first = this.#takerOf(lane, waiter);
    if (first) first.grant(this.permit(lane, charges, first.order, first));
    else this.giveBack(lane, charges);
    return 'again';
  }

  /** Who uses what was taken for `waiter`: meanwhile it may have given up, or somebody of higher rank may have come. */
  #takerOf(lane: Lane, waiter: Waiter): Waiter | undefined {
    const first = lane.room?.next();
    if (first && isSameCharges(first.charges, waiter.charges)) return first;
    return waiter.waiting ? waiter : undefined;
  }

  #hold(lane: Lane, waiter: Waiter, refusal: Refusal): Served {
    this.#evict(lane, refusal);
    if (refusal.until >= waiter.endsAt) {
      waiter.refuse(this.#reject.tooLong(refusal.until));
      return 'again';
    }
    if (refusal.whose === 'provider') return refusal;
    lane.cancelTimer?.();
    lane.cancelTimer = setLongTimeout(this.#options.clock, refusal.until, () => void this.advance(lane));
    return 'nothing';
  }

  /** Refuses at once those whose wait can't end in time any more. */
  #evict(lane: Lane, { by, until }: Hold): void {
    if (!lane.room || by === 'bucket' || by === 'pace' || (by === 'cooldown' && until <= lane.pausedUntil))
      return;
    for (const waiter of [...lane.room.waiting]) {
      if (by === 'quota') waiter.refuse(this.#reject.because({ reason: 'quota_exhausted', retryAt: until }));
      else if (by === 'store') waiter.refuse(this.#reject.because({ reason: 'store_lost' }));
      else if (until >= waiter.endsAt) waiter.refuse(this.#reject.tooLong(until));
      else this.notePause(lane, waiter, until);
    }
  }
}
