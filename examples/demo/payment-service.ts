/**
 * What the demo's upstream does with a request: count it, hold it against the quotas, meet the planned fault, do
 * the work. No sockets and no clock of its own, so that its arithmetic can be tested; `upstream.ts` serves it.
 */
import { ChargeLedger } from './charge-ledger.js';
import { FaultSchedule, type Fault, type PlannedFault } from './faults.js';
import { SlidingWindow, type PublishedQuota } from './sliding-window.js';

export interface ServiceOptions {
  /** For each credential. */
  quota: PublishedQuota;
  /** For all credentials together. */
  ceiling: PublishedQuota;
  faults: readonly PlannedFault[];
}

export interface ServiceRequest {
  method: string;
  path: string;
  credential: string;
  /** The Idempotency-Key field. */
  key: string | undefined;
  body: string;
}

export type ServiceReply =
  { status: number; headers: Record<string, string>; body: object } | { reset: true };

/** What the upstream saw. */
export interface Traffic {
  /** When requests came, admitted or not, in order; by credential. */
  arrivals: Map<string, number[]>;
  /** 429s because a quota was used up. */
  overQuota: number;
  /** Planned faults that were met. */
  faults: Record<Fault, number>;
  /** Calls that came again before the Retry-After of their last answer was over. */
  earlyRetries: number;
}

const FAULT_RETRY_AFTER_MS = 1_000;

export class PaymentService {
  readonly ledger: ChargeLedger = new ChargeLedger();
  readonly traffic: Traffic = {
    arrivals: new Map(),
    overQuota: 0,
    faults: { throttle: 0, overloaded: 0, reset: 0, 'bad-gateway-after-effect': 0, 'reset-after-effect': 0 },
    earlyRetries: 0,
  };
  readonly #options: ServiceOptions;
  readonly #ceiling: SlidingWindow;
  readonly #quotas = new Map<string, SlidingWindow>();
  readonly #schedule: FaultSchedule;
  readonly #notBefore = new Map<string, number>();

  constructor(options: ServiceOptions) {
    this.#options = options;
    this.#ceiling = new SlidingWindow(options.ceiling);
    this.#schedule = new FaultSchedule(options.faults);
  }

  /** `now`: any clock in ms that never runs backwards. */
  handle(request: ServiceRequest, now: number): ServiceReply {
    const quota = this.#quotaOf(request.credential);
    this.#noteArrival(request, now);

    const waitMs = Math.max(quota.waitMs(now), this.#ceiling.waitMs(now));
    if (waitMs > 0) {
      this.traffic.overQuota += 1;
      return this.#refuse(request, 429, waitMs, now);
    }
    quota.admit(now);
    this.#ceiling.admit(now);

    const fault = this.#schedule.next(request.credential, request.method);
    if (fault === undefined) return this.#work(request, now);
    this.traffic.faults[fault] += 1;
    switch (fault) {
      case 'throttle':
        return this.#refuse(request, 429, FAULT_RETRY_AFTER_MS, now);
      case 'overloaded':
        return this.#refuse(request, 503, FAULT_RETRY_AFTER_MS, now);
      case 'reset':
        return { reset: true };
      case 'bad-gateway-after-effect':
        this.#work(request, now);
        return { status: 502, headers: {}, body: { error: 'bad_gateway' } };
      case 'reset-after-effect':
        this.#work(request, now);
        return { reset: true };
    }
  }

  #work(request: ServiceRequest, now: number): ServiceReply {
    const headers = this.#rateLimitFields(request, now);
    if (request.method === 'GET') return { status: 200, headers, body: { path: request.path } };

    const booked = this.ledger.charge(orderOf(request), request.key);
    if (!booked) headers['Idempotent-Replayed'] = 'true';
    return { status: 201, headers, body: { order: orderOf(request), charged: true } };
  }

  /** Retry-After has whole seconds: rounded up, so that whoever obeys it is not refused again. */
  #refuse(request: ServiceRequest, status: number, waitMs: number, now: number): ServiceReply {
    const seconds = Math.ceil(waitMs / 1_000);
    this.#notBefore.set(identityOf(request), now + seconds * 1_000);
    return {
      status,
      headers: { ...this.#rateLimitFields(request, now), 'Retry-After': String(seconds) },
      body: { error: status === 429 ? 'rate_limited' : 'overloaded' },
    };
  }

  #rateLimitFields(request: ServiceRequest, now: number): Record<string, string> {
    const window = this.#quotaOf(request.credential);
    return {
      'X-RateLimit-Limit': String(window.quota.limit),
      'X-RateLimit-Remaining': String(window.remaining(now)),
      'X-RateLimit-Reset': String(Math.ceil(window.quota.windowMs / 1_000)),
    };
  }

  #noteArrival(request: ServiceRequest, now: number): void {
    const arrivals = this.traffic.arrivals.get(request.credential) ?? [];
    arrivals.push(now);
    this.traffic.arrivals.set(request.credential, arrivals);
    if (now < (this.#notBefore.get(identityOf(request)) ?? now)) this.traffic.earlyRetries += 1;
  }

  #quotaOf(credential: string): SlidingWindow {
    const known = this.#quotas.get(credential) ?? new SlidingWindow(this.#options.quota);
    this.#quotas.set(credential, known);
    return known;
  }
}

/** Each call of the demo has a path or an order of its own, so this tells a call that comes again. */
function identityOf(request: ServiceRequest): string {
  return `${request.method} ${request.path} ${request.body}`;
}

function orderOf(request: ServiceRequest): string {
  return (JSON.parse(request.body) as { order: string }).order;
}
