/**
 * A gate on a memory ledger, and callers that say when they came and how their wait ended. Needs stopped time.
 */
import type { AdmissionRequest } from '../../lib/admission/admission-request.js';
import { Gate } from '../../lib/admission/gate.js';
import { MemoryLedger } from '../../lib/admission/ledger-memory.js';
import type { Permit } from '../../lib/admission/permit.js';
import type { BucketSpec } from '../../lib/core/bucket.js';
import type { Charges, Ledger } from '../../lib/core/ports.js';
import type { AdmissionRejectedError } from '../../lib/errors.js';
import { NOON, clock } from './stopped-time.js';

export interface BenchOptions {
  quota?: readonly BucketSpec[];
  ceiling?: readonly BucketSpec[];
  maxQueued?: number;
  maxConcurrent?: number;
  throttleBelow?: number;
  /** Called when a caller has been let through. */
  onGrant?: (caller: Caller) => void;
  /** Puts something between the gate and the ledger. */
  wrap?: (ledger: MemoryLedger) => Ledger;
}

export type Ask = Partial<Omit<AdmissionRequest, 'onCancel'>> & { cost?: number };

/** One caller at the gate. */
export class Caller {
  /** When it came, since noon. */
  readonly cameAfter: number = Date.now() - NOON;
  permit: Permit | undefined;
  error: unknown;
  /** Since noon. */
  grantedAt: number | undefined;
  refusedAt: number | undefined;
  /** Ends its wait, as an aborted signal does. */
  abort: () => void = () => undefined;
  /** Listeners for its abort that the gate has not removed. */
  listeners = 0;

  get waits(): boolean {
    return this.permit === undefined && this.error === undefined;
  }

  /** When its wait ended, one way or the other. */
  get endedAt(): number {
    return this.grantedAt ?? this.refusedAt ?? Infinity;
  }

  /** Why it was refused, as far as the gate refused it. */
  get refusal(): Pick<AdmissionRejectedError, 'reason' | 'retryAt' | 'waitMs' | 'queued'> | undefined {
    return this.error as AdmissionRejectedError | undefined;
  }
}

export class GateBench {
  readonly gate: Gate;
  readonly ledger: MemoryLedger;
  /** The names of those let through, in order. */
  readonly granted: string[] = [];
  /** The instants since noon at which they were let through. */
  readonly grantedAt: number[] = [];
  readonly #quota: readonly BucketSpec[];
  readonly #ceiling: readonly BucketSpec[];
  readonly #onGrant: ((caller: Caller) => void) | undefined;

  constructor({
    quota = [],
    ceiling = [],
    maxQueued = 10_000,
    maxConcurrent,
    throttleBelow = 0.1,
    onGrant,
    wrap,
  }: BenchOptions = {}) {
    this.#quota = quota;
    this.#ceiling = ceiling;
    this.#onGrant = onGrant;
    this.ledger = new MemoryLedger({ quota, ceiling, throttleBelow, clock });
    this.gate = new Gate({
      provider: 'Example',
      ledger: wrap ? wrap(this.ledger) : this.ledger,
      clock,
      maxQueued,
      maxConcurrent,
      bucketless: quota.length + ceiling.length === 0,
    });
  }

  charges(cost = 1): Charges {
    return {
      credential: { units: cost, tokens: this.#quota.map(() => cost) },
      provider: { units: cost, tokens: this.#ceiling.map(() => cost) },
    };
  }

  /** Sends a new caller to the gate. */
  call(name: string, ask?: Ask): Caller {
    const caller = new Caller();
    this.send(caller, name, ask);
    return caller;
  }

  send(caller: Caller, name: string, { cost, ...ask }: Ask = {}): void {
    const grant = (permit: Permit): void => {
      caller.permit = permit;
      caller.grantedAt = Date.now() - NOON;
      this.granted.push(name);
      this.grantedAt.push(caller.grantedAt);
      this.#onGrant?.(caller);
    };
    const refuse = (error: unknown): void => {
      caller.error = error;
      caller.refusedAt = Date.now() - NOON;
    };
    try {
      const admitted = this.gate.admit({
        scope: 'credential',
        charges: this.charges(cost),
        priority: 5,
        endsAt: NOON + 3_600_000,
        ...ask,
        onCancel: (listener) => {
          caller.listeners++;
          caller.abort = () => listener(new Error('aborted'));
          return () => caller.listeners--;
        },
      });
      if (admitted instanceof Promise) admitted.then(grant, refuse);
      else grant(admitted);
    } catch (error) {
      refuse(error);
    }
  }

  /** Sends `count` callers, named with a number each. */
  calls(count: number, name: string, ask?: Ask): Caller[] {
    return Array.from({ length: count }, (_, i) => this.call(`${name}${i + 1}`, ask));
  }
}

/** A bucket of `burst` that fills by `rate` tokens a second. */
export function bucketOf(burst: number, rate: number): BucketSpec {
  return { limit: burst + rate, windowMs: 1_000, burst, rate: rate / 1_000 };
}
