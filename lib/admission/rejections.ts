/**
 * The gate's refusals, in the name of its provider.
 */
import type { Clock } from '../core/ports.js';
import { AdmissionRejectedError } from '../errors.js';
import type { AdmissionRejection } from '../errors.js';

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

  /** The wait until `retryAt` would not end in time. */
  tooLong(retryAt: number): AdmissionRejectedError {
    return this.because({ reason: 'budget', retryAt });
  }
}
