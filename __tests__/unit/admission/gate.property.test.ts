/**
 * The promise of the gate, on the real ledger and the real Bottleneck: whatever comes, no window is overfull, and nobody waits while there is
 * something to be had. `FC_RUNS` raises the number of runs; a failure prints its seed.
 */
import fc from 'fast-check';
import { bucketSpec, mostInWindow } from '../../../lib/core/bucket.js';
import type { BucketSpec } from '../../../lib/core/bucket.js';
import { Caller, GateBench } from '../../support/gate-bench.js';
import { GrantBooks } from '../../support/grant-books.js';
import type { Grant } from '../../support/grant-books.js';
import { answerLate } from '../../support/late-ledger.js';
import { letTimeRun, pass, stopTime } from '../../support/stopped-time.js';

afterEach(letTimeRun);

interface Call {
  act: 'call';
  scope: number;
  /** 0: one token, 1: as many as the smallest window holds. */
  size: number;
  priority: number;
  patienceMs: number;
  abortAfterMs: number | undefined;
  /** How long it is in flight. */
  holdMs: number;
  /** What becomes of the attempt: it is answered, never sent, or answered and made again. */
  then: 'released' | 'unused' | 'repeated';
}

interface Pause {
  act: 'pause';
  /** `undefined`: the whole provider. */
  scope: number | undefined;
  forMs: number;
}

type Step = (Call | Pause) & { afterMs: number };

interface Plan {
  quota: BucketSpec[];
  ceiling: BucketSpec[];
  maxConcurrent: number | undefined;
  /** The ledger answers with promises, as a shared one does. */
  late: boolean;
  steps: Step[];
}

const SCOPES = 3;

const spec: fc.Arbitrary<BucketSpec> = fc
  .record({
    limit: fc.integer({ min: 1, max: 20 }),
    windowMs: fc.integer({ min: 20, max: 1_000 }),
    headroom: fc.integer({ min: 30, max: 100 }),
    burst: fc.option(fc.nat(100), { nil: undefined }),
  })
  .map(({ limit, windowMs, headroom, burst }) => {
    // At most a token in 2 ms: no wait of one millisecond is worth a token.
    const byDefault = bucketSpec({ limit, windowMs: Math.max(windowMs, 2 * limit) }, headroom / 100);
    const most = limit + byDefault.burst - mostInWindow(byDefault);
    return burst === undefined ? byDefault : { ...byDefault, burst: 1 + (burst % most) };
  });

const call: fc.Arbitrary<Call> = fc.record({
  act: fc.constant('call'),
  scope: fc.nat(SCOPES - 1),
  size: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.double({ min: 0, max: 1, noNaN: true })),
  priority: fc.oneof({ weight: 2, arbitrary: fc.constant(5) }, fc.nat(9)),
  patienceMs: fc.oneof({ weight: 3, arbitrary: fc.constant(60_000) }, fc.nat(2_000)),
  abortAfterMs: fc.option(fc.nat(300), { nil: undefined, freq: 2 }),
  holdMs: fc.nat(60),
  then: fc.constantFrom('released', 'released', 'unused', 'repeated'),
});

const pause: fc.Arbitrary<Pause> = fc.record({
  act: fc.constant('pause'),
  scope: fc.option(fc.nat(SCOPES - 1), { nil: undefined }),
  forMs: fc.nat(200),
});

const afterMs = fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, fc.nat(60));

const plan: fc.Arbitrary<Plan> = fc.record({
  quota: fc.array(spec, { minLength: 1, maxLength: 3 }),
  ceiling: fc.array(spec, { maxLength: 2 }),
  maxConcurrent: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined, freq: 2 }),
  late: fc.boolean(),
  steps: fc.array(
    fc
      .tuple(fc.oneof({ weight: 12, arbitrary: call }, { weight: 1, arbitrary: pause }), afterMs)
      .map(([step, ms]): Step => ({ ...step, afterMs: ms })),
    { minLength: 1, maxLength: 40 },
  ),
});

/** A call, and what the observer knows of it. */
interface Known extends Call {
  caller: Caller;
  scopeName: string;
  cost: number;
  order: number;
  /** Its place among all grants. */
  grantNumber: number | undefined;
}

class Observer {
  readonly known: Known[] = [];
  readonly #plan: Plan;
  readonly #bench: GateBench;
  readonly #books = new Map<string, GrantBooks>();
  readonly #provider: GrantBooks;
  readonly #inFlight = new Map<string, number>();
  #arrivals = 0;
  #grants = 0;

  constructor(plan: Plan) {
    this.#plan = plan;
    this.#provider = new GrantBooks(plan.ceiling, Date.now());
    this.#bench = new GateBench({
      quota: plan.quota,
      ceiling: plan.ceiling,
      ...(plan.maxConcurrent !== undefined && { maxConcurrent: plan.maxConcurrent }),
      ...(plan.late && { wrap: answerLate(shortWay) }),
      onGrant: (caller) => this.#granted(caller),
    });
  }

  async play(step: Step): Promise<void> {
    await pass(step.afterMs);
    this.check();
    if (step.act === 'call') this.#call(step);
    else this.#pause(step);
    await pass();
    this.check();
  }

  /** Nobody waits who could go, and the ledger's books agree with the observer's. */
  check(): void {
    const now = Date.now();
    // Where the sum comes out just short of a whole token, the next millisecond has it.
    const before = now - 1;
    const line: Known[] = [];
    for (const [scope, books] of this.#books) {
      const first = this.#firstInLine(scope);
      if (!first || books.waitFor(first.cost, before) > 0 || this.#isFull(scope)) continue;
      line.push(first);
    }
    // Those who have tokens of their own stand in line for the ceiling, and it is short of what the first of them takes.
    if (line.length > 0)
      expect(Math.max(...line.map(({ cost }) => this.#provider.waitFor(cost, before)))).toBeGreaterThan(0);

    for (const [scope, books] of this.#books) {
      const foreseen = this.#bench.ledger.foresee(scope, this.#bench.charges(1));
      const wait = Math.max(books.waitFor(1, now), this.#provider.waitFor(1, now));
      expect(Math.abs((foreseen?.until ?? now) - now - wait)).toBeLessThan(1.001);
    }
  }

  /** What must hold at the end, when everybody's patience is over. */
  checkEnd(): void {
    expect(this.known.filter(({ caller }) => caller.waits)).toEqual([]);
    expect(this.known.filter(({ caller }) => caller.listeners > 0)).toEqual([]);
    expect(this.#bench.gate.size).toEqual({ scopes: 0, waiting: 0 });
    expect(jest.getTimerCount()).toBe(0);
    for (const books of [this.#provider, ...this.#books.values()]) {
      books.specs.forEach((bucket, i) => {
        const fullest = books.fullestWindow(i);
        expect(fullest).toBeLessThanOrEqual(bucket.limit);
        if (books.grants.every(({ cost }) => (cost[i] ?? 0) <= bucket.burst))
          expect(fullest).toBeLessThanOrEqual(mostInWindow(bucket));
      });
    }
    for (const passed of this.known)
      expect(this.known.filter((other) => overtook(other, passed))).toEqual([]);
  }

  #call(step: Call, before?: Known): void {
    const { quota, ceiling } = this.#plan;
    const most = Math.min(...[...quota, ...ceiling].map(({ limit }) => limit));
    const cost = 1 + Math.floor(step.size * (most - 1));
    const scopeName = `credential ${step.scope}`;
    if (!this.#books.has(scopeName)) this.#books.set(scopeName, new GrantBooks(quota, Date.now()));
    const known = {
      ...step,
      scopeName,
      cost,
      grantNumber: undefined,
      order: before?.order ?? this.#arrivals++,
    };
    const caller = new Caller();
    this.known.push({ ...known, caller });
    this.#bench.send(caller, 'call', {
      cost,
      scope: scopeName,
      priority: step.priority,
      endsAt: Date.now() + step.patienceMs,
      order: before?.caller.permit?.order,
    });
    if (step.abortAfterMs !== undefined)
      setTimeout(() => {
        if (caller.waits) caller.abort();
      }, step.abortAfterMs);
  }

  #granted(caller: Caller): void {
    const known = this.known.find((other) => other.caller === caller) as Known;
    known.grantNumber = this.#grants++;
    const { scopeName, cost } = known;
    const grants = [this.#booksOf(scopeName).grant(cost, Date.now()), this.#provider.grant(cost, Date.now())];
    this.#inFlight.set(scopeName, (this.#inFlight.get(scopeName) ?? 0) + 1);
    expect(this.#inFlight.get(scopeName)).toBeLessThanOrEqual(this.#plan.maxConcurrent ?? Infinity);
    setTimeout(() => this.#end(known, grants), known.holdMs);
  }

  #end(known: Known, [own, above]: Grant[]): void {
    const { caller, scopeName } = known;
    this.#inFlight.set(scopeName, (this.#inFlight.get(scopeName) ?? 0) - 1);
    if (known.then === 'unused') {
      this.#booksOf(scopeName).comeBack(own as Grant, Date.now());
      this.#provider.comeBack(above as Grant, Date.now());
      caller.permit?.giveBack();
      return;
    }
    caller.permit?.release(true);
    if (known.then === 'repeated') this.#call({ ...known, then: 'released' }, known);
  }

  #pause({ scope, forMs }: Pause): void {
    const until = Date.now() + forMs;
    const scopeName = `credential ${scope ?? 0}`;
    if (scope !== undefined && !this.#books.has(scopeName)) return;
    (scope === undefined ? this.#provider : this.#booksOf(scopeName)).pause(until);
    this.#bench.gate.pause(
      { whose: scope === undefined ? 'provider' : 'credential', scope: scopeName },
      until,
    );
  }

  #booksOf(scopeName: string): GrantBooks {
    return this.#books.get(scopeName) as GrantBooks;
  }

  #firstInLine(scope: string): Known | undefined {
    return this.known
      .filter(({ scopeName, caller }) => scopeName === scope && caller.waits)
      .sort((a, b) => a.priority - b.priority || a.order - b.order)[0];
  }

  #isFull(scope: string): boolean {
    return (this.#inFlight.get(scope) ?? 0) >= (this.#plan.maxConcurrent ?? Infinity);
  }
}

/** Whether `other` went through while `passed`, who came sooner or was more urgent, stood there waiting. */
function overtook(other: Known, passed: Known): boolean {
  if (other.scopeName !== passed.scopeName || other.grantNumber === undefined) return false;
  const ranksLower =
    passed.priority < other.priority || (passed.priority === other.priority && passed.order < other.order);
  const wentAt = other.caller.grantedAt as number;
  const stoodThere = passed.caller.cameAfter < wentAt && passed.caller.endedAt > wentAt;
  return ranksLower && stoodThere;
}

/** As a ledger elsewhere does. */
/** A few promises: long enough for something else to happen at the same instant. */
async function shortWay(): Promise<void> {
  for (let i = 0; i < 3; i++) await Promise.resolve();
}

describe('the gate', () => {
  it('grants no more than any window holds, and leaves nothing unissued while somebody waits for it', async () => {
    await fc.assert(
      fc
        .asyncProperty(plan, async (drawn) => {
          const observer = new Observer(drawn);
          for (const step of drawn.steps) await observer.play(step);
          for (let i = 0; i < 130 && jest.getTimerCount() > 0; i++) {
            await pass(i < 60 ? 17 : 1_000);
            observer.check();
          }
          observer.checkEnd();
        })
        .beforeEach(stopTime)
        .afterEach(letTimeRun),
      { numRuns: Number(process.env.FC_RUNS ?? 250), seed: 20_261_201 },
    );
  }, 600_000);
});
