/**
 * The right to send one attempt, and the place in flight that it holds from dispatch to response. Imports only types.
 */
import type { Charges } from '../core/ports.js';
import type { AdmissionRequest } from './admission-request.js';
import { widen } from './lane.js';
import type { Lane, Opening } from './lane.js';

/** What a permit needs of its gate. */
export interface Issuer {
  isFull(lane: Lane): boolean;
  giveBack(lane: Lane, charges: Charges, takenAt: number): void;
  /** A place in flight has become free. */
  vacated(lane: Lane): void;
}

export interface PermitTerms {
  charges: Charges;
  /** Position by age among all calls. */
  order: number;
  grantedAt: number;
  waitedMs: number;
  /** The part of the wait that a pause took, in milliseconds. */
  pausedMs: number;
}

export class Permit {
  /** Position by age among all calls. */
  readonly order: number;
  readonly waitedMs: number;
  /** The part of the wait that a pause took, in milliseconds. */
  readonly pausedMs: number;
  readonly #issuer: Issuer;
  readonly #lane: Lane;
  readonly #charges: Charges;
  readonly #grantedAt: number;
  #opening: Opening | undefined;
  #held = true;
  /** It has its place in flight: not while it stands aside. */
  #inPlace = false;

  /** Takes a place in flight. */
  constructor(issuer: Issuer, lane: Lane, { charges, order, grantedAt, waitedMs, pausedMs }: PermitTerms) {
    this.#issuer = issuer;
    this.#lane = lane;
    this.#charges = charges;
    this.#grantedAt = grantedAt;
    this.order = order;
    this.waitedMs = waitedMs;
    this.pausedMs = pausedMs;
    this.#occupy();
  }

  /** The attempt was answered, well or not. */
  release(wentWell: boolean): void {
    if (!this.#held) return;
    this.#held = false;
    if (wentWell && this.#opening === this.#lane.opening) widen(this.#lane);
    this.#vacate();
  }

  /** The attempt was never sent. */
  giveBack(): void {
    if (!this.#held) return;
    this.#held = false;
    this.#issuer.giveBack(this.#lane, this.#charges, this.#grantedAt);
    this.#vacate();
  }

  /**
   * Awaits something before the attempt, such as a token refresh, which may go through the same gate: meanwhile the place is others'. A call that is
   * cancelled, or whose work fails, doesn't come back: its permit is only to be given back.
   * @param onCancel tells of the call's cancellation.
   */
  async standAside(work: Promise<void>, onCancel: OnCancel = () => () => undefined): Promise<void> {
    const lane = this.#lane;
    lane.aside++;
    this.#vacate();
    try {
      await new Promise<void>((resolve, reject) => {
        const stopListening = onCancel((error) => {
          stopListening();
          reject(error);
        });
        void work.then(resolve, reject).finally(stopListening);
      });
      if (this.#issuer.isFull(lane)) await this.#waitForPlace(onCancel);
      else this.#occupy();
    } finally {
      lane.aside--;
    }
  }

  /** Whoever leaves hands the place over at once, before anybody else can take it. */
  #waitForPlace(onCancel: OnCancel): Promise<void> {
    const { returning } = this.#lane;
    return new Promise((resolve, reject) => {
      const enter = (): void => {
        stopListening();
        resolve(this.#occupy());
      };
      const stopListening = onCancel((error) => {
        returning.splice(returning.indexOf(enter), 1);
        stopListening();
        reject(error);
      });
      returning.push(enter);
    });
  }

  #occupy(): void {
    this.#inPlace = true;
    this.#lane.inFlight++;
    this.#opening = this.#lane.opening;
    if (this.#opening) this.#opening.inFlight++;
  }

  #vacate(): void {
    const lane = this.#lane;
    if (this.#inPlace) {
      this.#inPlace = false;
      lane.inFlight--;
      if (this.#opening) this.#opening.inFlight--;
      if (!this.#issuer.isFull(lane)) lane.returning.shift()?.();
    }
    this.#issuer.vacated(lane);
  }
}

type OnCancel = NonNullable<AdmissionRequest['onCancel']>;
