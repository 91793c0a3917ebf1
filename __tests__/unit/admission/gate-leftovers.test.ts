/** What the gate keeps when all is over: nothing. */
import { GateBench, bucketOf } from '../../support/gate-bench.js';
import { NOON, letTimeRun, pass, stopTime } from '../../support/stopped-time.js';

beforeEach(stopTime);
afterEach(letTimeRun);

// Ten thousand calls take their time where others use the machine.
jest.setTimeout(60_000);

describe('after all is over', () => {
  it('nothing is left of calls that got through', async () => {
    const bench = new GateBench({
      quota: [bucketOf(1, 1_000)],
      ceiling: [bucketOf(1, 500)],
      maxConcurrent: 2,
    });
    const callers = ['a', 'b', 'c'].flatMap((scope) => bench.calls(50, scope, { scope }));
    for (let i = 0; i < 500; i++) {
      await pass(1);
      for (const { permit } of callers) permit?.release(true);
    }
    expect(bench.granted).toHaveLength(150);
    expect(bench.gate.size).toEqual({ scopes: 0, waiting: 0 });
    expect(jest.getTimerCount()).toBe(0);
  });

  it('nothing is left of ten thousand calls that gave up', async () => {
    const bench = new GateBench({ quota: [bucketOf(1, 0.001)] });
    const first = bench.call('first');
    const callers = bench.calls(10_000, 'waiting ', { endsAt: Infinity });
    await pass(10);
    expect(bench.gate.size).toEqual({ scopes: 1, waiting: 10_000 });
    for (const { abort } of callers) abort();
    await pass();
    expect(callers.every(({ error, listeners }) => error && listeners === 0)).toBe(true);
    first.permit?.release(true);
    await pass();
    expect(bench.gate.size).toEqual({ scopes: 0, waiting: 0 });
    expect(jest.getTimerCount()).toBe(0);
  });

  it('nothing is left of a thousand scopes whose calls gave up', async () => {
    const bench = new GateBench({ ceiling: [bucketOf(1, 1)] });
    const callers = Array.from({ length: 1_000 }, (_, i) => bench.call('call', { scope: String(i) }));
    await pass(10);
    callers[0]?.permit?.release(true);
    for (const { abort } of callers.slice(1)) abort();
    await pass();
    expect(bench.gate.size).toEqual({ scopes: 0, waiting: 0 });
    expect(jest.getTimerCount()).toBe(0);
  });

  it('no timer is left of calls that gave up while another is in flight', async () => {
    const bench = new GateBench({ quota: [bucketOf(1, 0.001)], ceiling: [bucketOf(2, 0.001)] });
    bench.call('in flight');
    const waiting = bench.calls(3, 'waiting ');
    await pass(10);
    expect(jest.getTimerCount()).toBeGreaterThan(0);
    waiting.forEach(({ abort }) => abort());
    await pass();
    expect(jest.getTimerCount()).toBe(0);
  });

  it('nothing is left of calls that were refused', async () => {
    const bench = new GateBench({ quota: [bucketOf(1, 1)], ceiling: [bucketOf(1, 1)], maxQueued: 0 });
    bench.call('first', { scope: 'first' }).permit?.release(true);
    bench.call('best effort', { scope: 'a', immediate: true });
    bench.call('hasty', { scope: 'b', endsAt: NOON + 10 });
    bench.call('one too many', { scope: 'c' });
    bench.gate.close({ whose: 'credential', scope: 'd' }, NOON + 1_000);
    bench.call('closed', { scope: 'd' });
    await pass();
    expect(bench.gate.size).toEqual({ scopes: 0, waiting: 0 });
  });

  it('calls that gave up do not fill the queue of a scope in which others wait for long', async () => {
    const bench = new GateBench({ quota: [bucketOf(1, 0.001)], maxQueued: 10 });
    bench.call('first');
    bench.call('patient');
    for (let i = 0; i < 3_000; i++) {
      const caller = bench.call('hasty', { endsAt: Infinity });
      expect(caller.waits).toBe(true);
      caller.abort();
      if (i % 100 === 0) await pass(1);
    }
    await pass(1);
    expect(bench.gate.size).toEqual({ scopes: 1, waiting: 1 });
    await pass(1_000_000);
    expect(bench.granted).toEqual(['first', 'patient']);
  });

  it('scopes that were paused and never came back are forgotten', async () => {
    const bench = new GateBench();
    for (let i = 0; i < 5_000; i++) {
      const scope = String(i);
      const caller = bench.call('call', { scope });
      bench.gate.pause({ whose: 'credential', scope }, Date.now() + 1_000);
      caller.permit?.release(false);
      if (i % 100 === 0) await pass(100);
    }
    expect(bench.gate.size.scopes).toBeLessThan(2_100);
    expect(bench.ledger.size).toBeLessThan(2_100);
  });
});
