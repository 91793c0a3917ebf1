/**
 * How a pause, or the end of an allowance, reaches the calls that wait: those that can't live to see its end are refused at once, the others
 * note it. Imports only types and its neighbours.
 */
import type { Hold } from '../core/account.js';
import { reopenSlowly } from './lane.js';
import type { Lane } from './lane.js';
import type { Rejections } from './rejections.js';
import type { Waiter } from './waiter.js';

export class Pauses {
  readonly #reject: Rejections;
  readonly #bucketless: boolean;

  /** @param bucketless scopes reopen in a slow start after a pause. */
  constructor(reject: Rejections, bucketless: boolean) {
    this.#reject = reject;
    this.#bucketless = bucketless;
  }

  /** The lane's account is paused, even if nobody waits in it. */
  begin(lane: Lane, until: number): void {
    if (this.#bucketless) reopenSlowly(lane, until);
  }

  /** Tells those who wait in the lane what holds them. */
  tell(lane: Lane, { by, until }: Hold): void {
    if (!lane.room || by === 'bucket' || by === 'pace' || (by === 'cooldown' && until <= lane.pausedUntil))
      return;
    for (const waiter of [...lane.room.waiting]) {
      if (by === 'quota') waiter.refuse(this.#reject.because({ reason: 'quota_exhausted', retryAt: until }));
      else if (by === 'store') waiter.refuse(this.#reject.because({ reason: 'store_lost' }));
      else if (until >= waiter.endsAt) waiter.refuse(this.#reject.tooLong(until));
      else this.note(lane, waiter, until);
    }
  }

  /** The waiting call lives through a pause. */
  note(lane: Lane, waiter: Waiter, until: number): void {
    waiter.pausedUntil = lane.pausedUntil = until;
    this.begin(lane, until);
  }
}
