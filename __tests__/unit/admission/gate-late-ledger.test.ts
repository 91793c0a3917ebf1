/** The gate before a ledger whose answers take five milliseconds: what happens while one is on its way. */
import { GateBench, bucketOf } from '../../support/gate-bench.js';
import type { BenchOptions } from '../../support/gate-bench.js';
import { answerLate } from '../../support/late-ledger.js';
import { NOON, letTimeRun, pass, stopTime } from '../../support/stopped-time.js';

beforeEach(stopTime);
afterEach(letTimeRun);

/** A bench whose ledger counts how often it is asked. */
function lateBench(options: BenchOptions): { bench: GateBench; asked: () => number } {
  let asked = 0;
  const wrap = answerLate(async () => {
    asked++;
    await new Promise((resolve) => setTimeout(resolve, 5));
  });
  return { bench: new GateBench({ ...options, wrap }), asked: () => asked };
}

const credential = { whose: 'credential', scope: 'credential' } as const;

describe('while the ledger is asked', () => {
  it('calls keep their order', async () => {
    const { bench } = lateBench({ quota: [bucketOf(3, 100)] });
    bench.calls(3, 'call ');
    await pass(2);
    bench.call('urgent', { priority: 0 });
    await pass(1_000);
    expect(bench.granted).toHaveLength(4);
    expect(bench.granted.filter((name) => name !== 'urgent')).toEqual(['call 1', 'call 2', 'call 3']);
  });

  it('a call that gives up passes what was taken for it on to the next', async () => {
    const { bench } = lateBench({ quota: [bucketOf(1, 1)] });
    const first = bench.call('first');
    bench.call('second');
    await pass(2);
    first.abort();
    await pass(50);
    expect(first.refusedAt).toBe(2);
    expect(bench.granted).toEqual(['second']);
  });

  it('a call that gives up gives its tokens back where nobody else can use them', async () => {
    const { bench } = lateBench({ quota: [bucketOf(2, 1)] });
    const first = bench.call('first', { cost: 2 });
    await pass(2);
    first.abort();
    await pass(50);
    expect(bench.ledger.foresee('credential', bench.charges(1))).toBeUndefined();
    expect(bench.gate.size).toEqual({ scopes: 0, waiting: 0 });
    expect(jest.getTimerCount()).toBe(0);
  });

  it('a call that gives up gives its tokens of the ceiling to other credentials at once', async () => {
    const { bench } = lateBench({ ceiling: [bucketOf(2, 1)] });
    const first = bench.call('first', { scope: 'a', cost: 2 });
    bench.call('other', { scope: 'b', cost: 2 });
    await pass(2);
    first.abort();
    await pass(50);
    expect(bench.granted).toEqual(['other']);
  });

  it('tokens that come back in the meantime are asked for again, not waited for', async () => {
    const { bench } = lateBench({ quota: [bucketOf(2, 1)] });
    const first = bench.call('first', { cost: 2 });
    await pass(100);
    bench.call('second', { cost: 2 });
    await pass(2);
    first.permit?.giveBack();
    await pass(20);
    expect(bench.granted).toEqual(['first', 'second']);
  });

  it('a pause that begins is heeded by those who would have to be asked for again', async () => {
    const { bench } = lateBench({ quota: [bucketOf(1, 10)] });
    bench.call('first');
    const hasty = bench.call('hasty', { endsAt: NOON + 900 });
    await pass(7);
    bench.gate.pause(credential, NOON + 1_000);
    await pass();
    expect(hasty.refusedAt).toBe(7);
  });

  it('a scope whose last call gives up in front of the ceiling is not left behind', async () => {
    const { bench } = lateBench({ ceiling: [bucketOf(2, 1)] });
    const all = bench.call('all', { scope: 'a', cost: 2 });
    await pass(10);
    const dear = bench.call('dear', { scope: 'b', cost: 2 });
    await pass(10);
    all.permit?.giveBack();
    await pass(2);
    dear.abort();
    await pass(10_000);
    expect(bench.gate.size).toEqual({ scopes: 0, waiting: 0 });
    expect(jest.getTimerCount()).toBe(0);
  });

  it('it is asked no more often than calls come and tokens flow in', async () => {
    const { bench, asked } = lateBench({ quota: [bucketOf(1, 10)] });
    bench.calls(50, 'call ');
    await pass(4_950);
    expect(bench.granted).toHaveLength(50);
    expect(asked()).toBeLessThan(2 * 50 + 5);
  });
});
