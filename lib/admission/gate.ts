/**
 * The gate of one provider: takes each attempt's tokens from the ledger, at once where nobody waits and they are there, else by way of the scope's
 * waiting room. Knows nothing of axios.
 */
import type { Hold } from '../core/account.js';
import type { AccountRef, Charges, Clock, Corrections, Ledger, RemoteLedger } from '../core/ports.js';
import type { RateWindow } from '../core/types.js';
import type { AdmissionRequest } from './admission-request.js';
import { isFull, Lanes, type Lane } from './lane.js';
import { Pauses } from './pauses.js';
import { Permit, type Issuer } from './permit.js';
import { Rejections } from './rejections.js';
import { describeStatus, type Status } from './status.js';
import { Turnstile } from './turnstile.js';
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
  readonly #lanes: Lanes;
  readonly #reject: Rejections;
  readonly #pauses: Pauses;
  readonly #turnstile: Turnstile;
  #nextOrder = 0;
  #shut = false;

  constructor(options: GateOptions) {
    this.#options = options;
    this.#lanes = new Lanes(options.clock);
    this.#reject = new Rejections(options.provider, options.clock);
    this.#pauses = new Pauses(this.#reject, options.bucketless);
    this.#turnstile = new Turnstile({
      ledger: options.ledger,
      clock: options.clock,
      lanes: this.#lanes,
      pauses: this.#pauses,
      isFull: (lane) => this.isFull(lane),
      tooLong: (until) => this.#reject.tooLong(until),
      grant: (lane, waiter) => waiter.grant(this.#permit(lane, waiter.charges, waiter.order, waiter)),
    });
    if (options.ledger.remote) options.ledger.onNews((account, hold) => this.#reconsider(account, hold));
  }

  /**
   * A permit, at once if it can be had at once.
   * @throws AdmissionRejectedError (thrown, or the promise's rejection) when the wait could not end in time, or must not begin.
   */
  admit(request: AdmissionRequest): Permit | Promise<Permit> {
    if (this.#shut) throw this.#reject.because({ reason: 'closed' });
    if (request.endsAt <= this.#options.clock.now()) throw this.#reject.tooLong(this.#options.clock.now());
    const order = request.order ?? this.#nextOrder++;
    const { ledger } = this.#options;
    const lane = this.#lanes.of(request.scope);
    const busy = this.isFull(lane) || this.#turnstile.isBusy(lane);
    if (ledger.remote && request.immediate && !busy) return this.#admitAtOnce(ledger, lane, request, order);
    if (ledger.remote || busy) return this.#wait(lane, request, order);
    const refusal = ledger.take(request.scope, request.charges);
    return refusal ? this.#wait(lane, request, order) : this.#permit(lane, request.charges, order);
  }

  /** Pauses a scope, or the provider, until the server takes requests again. */
  pause(account: AccountRef, until: number): void {
    this.#options.ledger.pause(account, until);
    if (account.whose === 'credential') this.#pauses.begin(this.#lanes.of(account.scope), until);
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

  /** A request turned out to take other amounts than it was charged. */
  correct(scope: string, more: Corrections, takenAt: number): void {
    this.#options.ledger.correct(scope, more, takenAt);
    const lane = this.#lanes.find(scope);
    if (lane) void this.#turnstile.advance(lane);
    this.#turnstile.retry();
  }

  /** As many calls are in flight in the scope as may be. */
  isFull(lane: Lane): boolean {
    return isFull(lane, this.#options.maxConcurrent);
  }

  giveBack(lane: Lane, charges: Charges, takenAt: number): void {
    this.#options.ledger.giveBack(lane.scope, charges, takenAt);
    this.#turnstile.retry();
  }

  status(): Omit<Status, 'provider'> {
    return describeStatus(this.#lanes, this.#options.ledger);
  }

  /** Scopes in use, and calls that wait. */
  get size(): { scopes: number; waiting: number } {
    return this.#lanes.size;
  }

  vacated(lane: Lane): void {
    if (lane.room) void this.#turnstile.advance(lane);
    else this.#lanes.dropIfSpent(lane);
  }

  /** Refuses whoever waits, and whoever comes. */
  shut(): void {
    this.#shut = true;
    this.#turnstile.stop();
    if (this.#options.ledger.remote) this.#options.ledger.shut();
    for (const { room } of this.#lanes)
      for (const waiter of [...(room?.waiting ?? [])])
        waiter.refuse(this.#reject.because({ reason: 'closed' }));
  }

  /** Asks for a token that is there now. */
  async #admitAtOnce(
    ledger: RemoteLedger,
    lane: Lane,
    request: AdmissionRequest,
    order: number,
  ): Promise<Permit> {
    const { scope, charges } = request;
    const hold =
      ledger.foresee(scope, charges) ??
      (await ledger.take(scope, charges, { waiting: 1, endsAt: this.#options.clock.now() }));
    const rejection = hold && this.#reject.whyNotWait(request, hold, undefined);
    if (rejection) throw rejection;
    return this.#permit(lane, charges, order);
  }

  #wait(lane: Lane, request: AdmissionRequest, order: number): Promise<Permit> {
    const { charges, priority, endsAt } = request;
    const { ledger, clock, maxQueued } = this.#options;
    const now = clock.now();
    const retried = request.order !== undefined;
    const hold = ledger.foresee(lane.scope, charges, retried ? undefined : lane.room?.ahead(priority));
    const full = !retried && (lane.room?.size ?? 0) >= maxQueued;
    const rejection = this.#reject.whyNotWait(request, hold, full ? maxQueued : undefined);
    if (rejection) {
      this.#lanes.dropIfSpent(lane);
      throw rejection;
    }
    if (hold) this.#pauses.tell(lane, hold);

    const room = (lane.room ??= new WaitingRoom({
      clock,
      onArrival: () => void this.#turnstile.advance(lane),
      onDeadline: (waiter) => this.#giveUp(lane, waiter, this.#reject.tooLong(waiter.endsAt)),
    }));
    return new Promise<Permit>((resolve, reject) => {
      const waiter = new Waiter({ priority, order, charges, endsAt, since: now }, resolve, reject);
      if (hold?.by === 'cooldown') this.#pauses.note(lane, waiter, hold.until);
      waiter.stopListening = request.onCancel?.((error) => this.#giveUp(lane, waiter, error));
      // Alone before a ledger that has to be asked elsewhere, a call has no order to be kept in, and no millisecond to spend on its turn.
      if (retried || (ledger.remote && room.size === 0)) room.rejoin(waiter);
      else room.join(waiter);
      void this.#turnstile.advance(lane);
    });
  }

  /** Ends the wait of a call; those behind it may need less. */
  #giveUp(lane: Lane, waiter: Waiter, error: Error): void {
    waiter.refuse(error);
    void this.#turnstile.advance(lane);
  }

  /** Lets a change of the books reach those who wait. */
  #reconsider({ whose, scope }: AccountRef, hold: Hold): void {
    const own = this.#lanes.find(scope);
    for (const lane of whose === 'provider' ? this.#lanes : own ? [own] : []) {
      this.#pauses.tell(lane, hold);
      void this.#turnstile.advance(lane);
    }
  }

  #permit(lane: Lane, charges: Charges, order: number, waiter?: Waiter): Permit {
    const grantedAt = this.#options.clock.now();
    const waitedMs = waiter ? grantedAt - waiter.since : 0;
    const pausedMs = waiter ? Math.min(waitedMs, Math.max(0, waiter.pausedUntil - waiter.since)) : 0;
    return new Permit(this, lane, { charges, order, grantedAt, waitedMs, pausedMs });
  }
}
