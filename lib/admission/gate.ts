/**
 * The gate of one provider: takes each attempt's tokens from the ledger, at once where nobody waits and they are there, else by way of the scope's
 * waiting room. Knows nothing of axios.
 */
import type { Hold } from '../core/account.js';
import type { AccountRef, Charges, Clock, Ledger } from '../core/ports.js';
import type { RateWindow } from '../core/types.js';
import type { AdmissionRequest } from './admission-request.js';
import { CeilingLine } from './ceiling-line.js';
import type { Served } from './ceiling-line.js';
import { isFull, Lanes, reopenSlowly, type Lane } from './lane.js';
import { Permit } from './permit.js';
import type { Issuer } from './permit.js';
import { Rejections } from './rejections.js';
import { setLongTimeout } from './timer.js';
import { Waiter } from './waiter.js';
import { WaitingRoom } from './waiting-room.js';

export interface GateOptions {
  /** The provider's name, for messages. */
  provider: string;
  ledger: Ledger;
  clock: Clock;
  /** The most calls that may wait in one scope. */
  maxQueued: number;
  /** The most calls in flight in one scope; `undefined`: any number. */
  maxConcurrent: number | undefined;
  /** Neither quota nor ceiling is known: scopes reopen in a slow start after a pause. */
  bucketless: boolean;
}

export class Gate implements Issuer {
  readonly #options: GateOptions;
  readonly #lanes = new Lanes();
  readonly #line: CeilingLine;
  readonly #reject: Rejections;
  #nextOrder = 0;
  #shut = false;

  constructor(options: GateOptions) {
    this.#options = options;
    this.#reject = new Rejections(options.provider, options.clock);
    this.#line = new CeilingLine(options.clock, (lane) => this.#serveOne(lane));
  }

  /**
   * A permit, at once if it can be had at once.
   * @throws AdmissionRejectedError (thrown, or the promise's rejection) when the wait could not end in time, or must not begin.
   */
  admit(request: AdmissionRequest): Permit | Promise<Permit> {
    if (this.#shut) throw this.#reject.because({ reason: 'closed' });
    if (request.endsAt <= this.#options.clock.now()) throw this.#reject.tooLong(this.#options.clock.now());
    const order = request.order ?? this.#nextOrder++;
    const lane = this.#lanes.of(request.scope);
    if (lane.asking || this.#line.size > 0 || this.isFull(lane) || (lane.room?.size ?? 0) > 0)
      return this.#wait(lane, request, order);
    const refusal = this.#options.ledger.take(request.scope, request.charges);
    if (refusal === undefined) return this.#permit(lane, request.charges, order);
    if (!(refusal instanceof Promise)) return this.#wait(lane, request, order);
    lane.asking = true;
    return refusal.then((answer) => {
      lane.asking = false;
      if (answer) return this.#wait(lane, request, order);
      void this.#advance(lane);
      return this.#permit(lane, request.charges, order);
    });
  }

  /** Pauses a scope, or the provider, until the server takes requests again. */
  pause(account: AccountRef, until: number): void {
    this.#options.ledger.pause(account, until);
    const lane = account.whose === 'credential' ? this.#lanes.of(account.scope) : undefined;
    if (lane && this.#options.bucketless) reopenSlowly(lane);
    this.#reconsider(account, { by: 'cooldown', until });
  }

  /** Closes a scope, or the provider, whose allowance is gone: nobody waits for it. */
  close(account: AccountRef, until: number): void {
    this.#options.ledger.close(account, until);
    this.#reconsider(account, { by: 'quota', until });
  }

  observe(account: AccountRef, windows: readonly RateWindow[], refused: boolean): void {
    this.#options.ledger.observe(account, windows, refused);
  }

  /** As many calls are in flight in the scope as may be. */
  isFull(lane: Lane): boolean {
    return isFull(lane, this.#options.maxConcurrent);
  }

  giveBack(lane: Lane, charges: Charges): void {
    this.#options.ledger.giveBack(lane.scope, charges);
  }

  vacated(lane: Lane): void {
    if (lane.room) void this.#advance(lane);
    else this.#lanes.dropIfSpent(lane);
  }

  /** Refuses whoever waits, and whoever comes. */
  shut(): void {
    this.#shut = true;
    this.#line.clear();
    for (const lane of this.#lanes) {
      lane.cancelTimer?.();
      for (const waiter of [...(lane.room?.waiting ?? [])])
        waiter.refuse(this.#reject.because({ reason: 'closed' }));
    }
  }

  #wait(lane: Lane, request: AdmissionRequest, order: number): Promise<Permit> {
    const { charges, priority, endsAt } = request;
    const { ledger, clock, maxQueued } = this.#options;
    const now = clock.now();
    const retried = request.order !== undefined;
    const hold = ledger.foresee(lane.scope, charges, retried ? undefined : lane.room?.ahead(priority));
    if (hold?.by === 'quota') throw this.#reject.because({ reason: 'quota_exhausted', retryAt: hold.until });
    if (request.immediate) throw this.#reject.because({ reason: 'best_effort', retryAt: hold?.until });
    if (Math.max(hold?.until ?? now, now) >= endsAt) throw this.#reject.tooLong(hold?.until ?? now);
    if (!retried && (lane.room?.size ?? 0) >= maxQueued)
      throw this.#reject.because({ reason: 'queue_full', queued: maxQueued });

    const room = (lane.room ??= new WaitingRoom({
      clock,
      onArrival: () => void this.#advance(lane),
      onDeadline: (waiter) => waiter.refuse(this.#reject.tooLong(waiter.endsAt)),
    }));
    return new Promise<Permit>((resolve, reject) => {
      const waiter = new Waiter({ priority, order, charges, endsAt, since: now }, resolve, reject);
      if (hold?.by === 'cooldown') this.#notePause(lane, waiter, hold.until);
      waiter.stopListening = request.onCancel?.((error) => waiter.refuse(error));
      if (retried) room.rejoin(waiter);
      else room.join(waiter);
      void this.#advance(lane);
    });
  }

  /** Lets through whoever can go, until the ledger refuses. */
  async #advance(lane: Lane): Promise<void> {
    while (!this.#line.has(lane)) {
      if (this.#line.size > 0 && (lane.room?.size ?? 0) > 0) return this.#line.join(lane);
      const served = await this.#serveOne(lane);
      if (served === 'granted') continue;
      if (served !== 'nothing') this.#line.join(lane, served.until);
      break;
    }
    this.#lanes.dropIfSpent(lane);
  }

  /** Asks the ledger on behalf of the lane's next call. A refusal by the provider's account is returned, one by its own wakes the lane later. */
  async #serveOne(lane: Lane): Promise<Served> {
    if (lane.asking || this.isFull(lane)) return 'nothing';
    const waiter = lane.room?.next();
    if (!waiter) return 'nothing';
    lane.asking = true;
    const refusal = await this.#options.ledger.take(lane.scope, waiter.charges);
    lane.asking = false;
    if (refusal) {
      this.#evict(lane, refusal);
      if (refusal.whose === 'provider') return refusal;
      lane.cancelTimer?.();
      lane.cancelTimer = setLongTimeout(this.#options.clock, refusal.until, () => void this.#advance(lane));
      return 'nothing';
    }
    if (waiter.waiting) waiter.grant(this.#permit(lane, waiter.charges, waiter.order, waiter));
    else this.#options.ledger.giveBack(lane.scope, waiter.charges);
    return 'granted';
  }

  /** Lets a change of the books reach those who wait. */
  #reconsider({ whose, scope }: AccountRef, hold: Hold): void {
    const own = this.#lanes.find(scope);
    for (const lane of whose === 'provider' ? this.#lanes : own ? [own] : []) {
      this.#evict(lane, hold);
      void this.#advance(lane);
    }
  }

  /** Refuses at once those whose wait can't end in time any more. */
  #evict(lane: Lane, { by, until }: Hold): void {
    if (!lane.room || (by !== 'quota' && (by !== 'cooldown' || until <= lane.pausedUntil))) return;
    for (const waiter of [...lane.room.waiting]) {
      if (by === 'quota') waiter.refuse(this.#reject.because({ reason: 'quota_exhausted', retryAt: until }));
      else if (until >= waiter.endsAt) waiter.refuse(this.#reject.tooLong(until));
      else this.#notePause(lane, waiter, until);
    }
  }

  #notePause(lane: Lane, waiter: Waiter, until: number): void {
    waiter.pausedUntil = lane.pausedUntil = until;
    if (this.#options.bucketless) reopenSlowly(lane);
  }

  #permit(lane: Lane, charges: Charges, order: number, waiter?: Waiter): Permit {
    const waitedMs = waiter ? this.#options.clock.now() - waiter.since : 0;
    const pausedMs = waiter ? Math.min(waitedMs, Math.max(0, waiter.pausedUntil - waiter.since)) : 0;
    return new Permit(this, lane, { charges, order, waitedMs, pausedMs });
  }
}
