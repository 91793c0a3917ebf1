/**
 * The troubles that the demo's upstream makes on purpose: which admitted request meets which, counted and never
 * drawn by lot, so that every run meets the same ones. Pure. Imports nothing.
 */

/**
 * - `throttle`: a 429 with Retry-After: 1, although the quota has room.
 * - `overloaded`: a 503 with Retry-After: 1; nothing was done.
 * - `reset`: the connection is reset; nothing was done.
 * - `bad-gateway-after-effect`: the work was done, and then a 502: the classic maker of duplicates.
 * - `reset-after-effect`: the work was done, and then the connection is reset.
 */
export type Fault = 'throttle' | 'overloaded' | 'reset' | 'bad-gateway-after-effect' | 'reset-after-effect';

/** The `nth` admitted request (from 1) of this credential and method meets this fault. */
export interface PlannedFault {
  credential: string;
  method: string;
  nth: number;
  fault: Fault;
}

/**
 * The same seven faults for each credential. The two that pause a credential come at a different time for each:
 * meanwhile the others can use the whole ceiling, so a good client loses nothing by a pause.
 */
export function planFaults(credentials: readonly string[]): PlannedFault[] {
  return credentials.flatMap((credential, index) => [
    { credential, method: 'GET', nth: 4, fault: 'reset' },
    { credential, method: 'GET', nth: 7 + 12 * index, fault: 'throttle' },
    { credential, method: 'GET', nth: 40 + 13 * index, fault: 'overloaded' },
    { credential, method: 'POST', nth: 2, fault: 'bad-gateway-after-effect' },
    { credential, method: 'POST', nth: 6, fault: 'reset' },
    { credential, method: 'POST', nth: 10, fault: 'reset-after-effect' },
    { credential, method: 'POST', nth: 24, fault: 'bad-gateway-after-effect' },
  ]);
}

/** Counts admitted requests and tells which fault each of them meets. */
export class FaultSchedule {
  readonly #plan: ReadonlyMap<string, Fault>;
  readonly #counts = new Map<string, number>();

  constructor(plan: readonly PlannedFault[]) {
    this.#plan = new Map(plan.map((p) => [`${p.credential} ${p.method} ${p.nth}`, p.fault]));
  }

  next(credential: string, method: string): Fault | undefined {
    const kind = `${credential} ${method}`;
    const nth = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, nth);
    return this.#plan.get(`${kind} ${nth}`);
  }
}
