/**
 * The gate's refusals, in the name of its provider.
 */
import type { Hold } from '../core/account.js';
import type { Clock } from '../core/ports.js';
import { AdmissionRejectedError } from '../errors.js';
import type { AdmissionRejection } from '../errors.js';
import type { AdmissionRequest } from './admission-request.js';

export class Rejections {
  readonly #provider: string;
  readonly #clock: Clock;

  constructor(provider: string, clock: Clock) {
    this.#provider = provider;
    this.#clock = clock;
  }

  because(rejection: Pick<AdmissionRejection, 'reason' | 'retryAt' | 'queued'>): AdmissionRejectedError {
    return new AdmissionRejectedError({ ...rejection, provider: this.#provider, at: this.#clock.now() });
  }

  /**
   * Why a call must not begin to wait, if so.
   * @param hold what holds it back, as far as that is known.
   * @param queued how many wait already, where that is as many as may.
   */
  whyNotWait(
    { immediate, endsAt }: AdmissionRequest,
    hold: Hold | undefined,
    queued: number | undefined,
  ): AdmissionRejectedError | undefined {
    const retryAt = hold?.until;
    if (hold?.by === 'quota') return this.because({ reason: 'quota_exhausted', retryAt });
    if (hold?.by === 'store') return this.because({ reason: 'store_lost' });
    if (immediate) return this.because({ reason: 'best_effort', retryAt });
    const now = this.#clock.now();
    if (Math.max(retryAt ?? now, now) >= endsAt) return this.tooLong(retryAt ?? now);
    return queued === undefined ? undefined : this.because({ reason: 'queue_full', queued });
  }

  /** The wait until `retryAt` would not end in time. */
  tooLong(retryAt: number): AdmissionRejectedError {
    return this.because({ reason: 'budget', retryAt });
  }
}
