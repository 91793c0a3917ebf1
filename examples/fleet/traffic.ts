/**
 * What the upstream saw of the fleet: which worker's request came when. The service behind it is that of the other demo, without its faults. Pure: the clock is an
 * argument.
 */
import { PaymentService, type ServiceReply, type ServiceRequest } from '../demo/payment-service.js';
import { CEILING, QUOTA } from './terms.js';

export interface Arrival {
  at: number;
  worker: string;
  credential: string;
  /** It was refused: a quota was used up. */
  refused: boolean;
}

export class Traffic {
  /** In order. */
  readonly arrivals: Arrival[] = [];
  readonly #service = new PaymentService({ quota: QUOTA, ceiling: CEILING, faults: [] });

  handle(request: ServiceRequest, now: number): ServiceReply {
    const reply = this.#service.handle(request, now);
    const [, worker = ''] = request.path.split('/');
    const refused = 'status' in reply && reply.status === 429;
    this.arrivals.push({ at: now, worker, credential: request.credential, refused });
    return reply;
  }

  get refused(): number {
    return this.arrivals.filter(({ refused }) => refused).length;
  }

  /** Those of the last `ms`. */
  since(now: number, ms: number): Arrival[] {
    const first = this.arrivals.findLastIndex(({ at }) => at <= now - ms) + 1;
    return this.arrivals.slice(first);
  }
}
