/**
 * The gate of one provider: takes each attempt's tokens from the ledger, at once where nobody waits and they are there, else by way of the scope's
 * waiting room. Knows nothing of axios.
 */
import type { AccountRef, RemoteLedger } from '../core/ports.js';
import type { RateWindow } from '../core/types.js';
import type { AdmissionRequest } from './admission-request.js';
import { reopenSlowly, type Lane } from './lane.js';
import type { Permit } from './permit.js';
import { Rejections } from './rejections.js';
import { Usher } from './usher.js';
import type { UsherOptions } from './usher.js';
import { Waiter } from './waiter.js';
import { WaitingRoom } from './waiting-room.js';

export interface GateOptions extends UsherOptions {
  /** The provider's name, for messages. */
  provider: string;
  /** The most calls that may wait in one scope. */
  maxQueued: number;
}

export class Gate {
  readonly #options: GateOptions;
  readonly #reject: Rejections;
  readonly #usher: Usher;
  #nextOrder = 0;
  #shut = false;

  constructor(options: GateOptions) {
    this.#options = options;
    this.#reject = new Rejections(options.provider, options.clock);
    this.#usher = new Usher(options, this.#reject);
    if (options.ledger.remote)
      options.ledger.onNews((account, hold) => this.#usher.reconsider(account, hold));
  }

  /**
   * A permit, at once if it can be had at once.
   * @throws AdmissionRejectedError (thrown, or the promise's rejection) when the wait could not end in time, or must not begin.
   */
  admit(request: AdmissionRequest): Permit | Promise<Permit> {
    const { scope, charges, endsAt } = request;
    const { ledger, clock } = this.#options;
    if (this.#shut) throw this.#reject.because({ reason: 'closed' });
    if (endsAt <= clock.now()) throw this.#reject.tooLong(clock.now());
    const order = request.order ?? this.#nextOrder++;
    const lane = this.#usher.lanes.of(scope);
    const busy = this.#usher.isBusy(lane);
    if (ledger.remote && request.immediate && !busy) return this.#admitAtOnce(ledger, lane, request, order);
    if (ledger.remote || busy) return this.#wait(lane, request, order);
    const refusal = ledger.take(scope, charges);
    return refusal ? this.#wait(lane, request, order) : this.#usher.permit(lane, charges, order);
  }

  /** Pauses a scope, or the provider, until the server takes requests again. */
  pause(account: AccountRef, until: number): void {
    this.#options.ledger.pause(account, until);
    const lane = account.whose === 'credential' ? this.#usher.lanes.of(account.scope) : undefined;
    if (lane && this.#options.bucketless) reopenSlowly(lane);
    this.#usher.reconsider(account, { by: 'cooldown', until });
  }

  /** Closes a scope, or the provider, whose allowance is gone: nobody waits for it. */
  close(account: AccountRef, until: number): void {
    this.#options.ledger.close(account, until);
    this.#usher.reconsider(account, { by: 'quota', until });
  }

  observe(account: AccountRef, windows: readonly RateWindow[], refused: boolean): void {
    this.#options.ledger.observe(account, windows, refused);
  }

  /** Refuses whoever waits, and whoever comes. */
  shut(): void {
    this.#shut = true;
    this.#usher.shut();
    if (this.#options.ledger.remote) this.#options.ledger.shut();
  }

  /** Asks for a token that is there now. */
  async #admitAtOnce(
    ledger: RemoteLedger,
    lane: Lane,
    { charges }: AdmissionRequest,
    order: number,
  ): Promise<Permit> {
    const now = this.#options.clock.now();
    const hold = ledger.foresee(lane.scope, charges);
    const refusal = hold ?? (await ledger.take(lane.scope, charges, { waiting: 1, endsAt: now }));
    if (refusal?.by === 'quota')
      throw this.#reject.because({ reason: 'quota_exhausted', retryAt: refusal.until });
    if (refusal) throw this.#reject.because({ reason: 'best_effort', retryAt: refusal.until });
    return this.#usher.permit(lane, charges, order);
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
      onArrival: () => void this.#usher.advance(lane),
      onDeadline: (waiter) => waiter.refuse(this.#reject.tooLong(waiter.endsAt)),
    }));
    return new Promise<Permit>((resolve, reject) => {
      const waiter = new Waiter({ priority, order, charges, endsAt, since: now }, resolve, reject);
      if (hold?.by === 'cooldown') this.#usher.notePause(lane, waiter, hold.until);
      waiter.stopListening = request.onCancel?.((error) => waiter.refuse(error));
      // Alone before a ledger that has to be asked elsewhere, a call has no order to be kept in, and no millisecond to spend on its turn.
      if (retried || (ledger.remote && room.size === 0)) room.rejoin(waiter);
      else room.join(waiter);
      void this.#usher.advance(lane);
    });
  }
}
