/** Who goes first at the gate. */
import { GateBench, bucketOf } from '../../support/gate-bench.js';
import { NOON, letTimeRun, pass, stopTime } from '../../support/stopped-time.js';

beforeEach(stopTime);
afterEach(letTimeRun);

describe('a call for which there are tokens', () => {
  it('gets its permit at once, without a promise', () => {
    const bench = new GateBench({ quota: [bucketOf(2, 10)] });
    const permit = bench.gate.admit({
      scope: 'credential',
      charges: bench.charges(),
      priority: 5,
      endsAt: Infinity,
    });
    expect(permit).toMatchObject({ order: 0, waitedMs: 0, pausedMs: 0 });
    expect(jest.getTimerCount()).toBe(0);
  });

  it('does not go before those that wait already, however cheap it is', async () => {
    const bench = new GateBench({ quota: [bucketOf(10, 10)] });
    bench.call('all', { cost: 10 });
    await pass(100);
    bench.call('dear', { cost: 5 });
    bench.call('free', { cost: 0 });
    await pass(300);
    expect(bench.granted).toEqual(['all']);
    await pass(100);
    expect(bench.granted).toEqual(['all', 'dear', 'free']);
  });
});

describe('calls that wait', () => {
  it('go in the order in which they came, at the very instants of the bucket', async () => {
    const bench = new GateBench({ quota: [bucketOf(3, 10)] });
    bench.calls(8, 'call ');
    await pass(10_000);
    expect(bench.granted).toEqual(Array.from({ length: 8 }, (_, i) => `call ${i + 1}`));
    expect(bench.grantedAt).toEqual([0, 0, 0, 100, 200, 300, 400, 500]);
  });

  it('go in order also where there are more than Bottleneck is given turns for at once', async () => {
    const bench = new GateBench({ quota: [bucketOf(1, 1_000)] });
    bench.calls(500, '');
    await pass(500);
    expect(bench.granted).toEqual(Array.from({ length: 500 }, (_, i) => String(i + 1)));
    expect(bench.grantedAt).toEqual(Array.from({ length: 500 }, (_, i) => i));
  });

  it('go by priority first', async () => {
    const bench = new GateBench({ quota: [bucketOf(1, 10)] });
    bench.call('at once');
    for (const priority of [9, 5, 0, 5, 9, 0, 1]) bench.call(`p${priority}`, { priority });
    await pass(1_000);
    expect(bench.granted).toEqual(['at once', 'p0', 'p0', 'p1', 'p5', 'p5', 'p9', 'p9']);
  });

  it('let a more urgent one pass that comes later, also when they stand in front already', async () => {
    const bench = new GateBench({ quota: [bucketOf(1, 10)] });
    bench.calls(4, 'call ');
    await pass(199);
    bench.call('urgent', { priority: 0 });
    await pass(1);
    expect(bench.granted).toEqual(['call 1', 'call 2', 'urgent']);
    expect(bench.grantedAt.at(-1)).toBe(200);
    await pass(1_000);
    expect(bench.granted.slice(3)).toEqual(['call 3', 'call 4']);
  });

  it('let an urgent and cheap one pass at once for which the tokens are there', async () => {
    const bench = new GateBench({ quota: [bucketOf(10, 10)] });
    bench.call('all', { cost: 10 });
    bench.call('dear', { cost: 10 });
    await pass(500);
    bench.call('urgent', { priority: 0, cost: 2 });
    await pass();
    expect(bench.granted).toEqual(['all', 'urgent']);
    await pass(700);
    expect(bench.granted).toEqual(['all', 'urgent', 'dear']);
    expect(bench.grantedAt).toEqual([0, 500, 1_200]);
  });

  it('let one pass that was refused by the server and comes back', async () => {
    const bench = new GateBench({ quota: [bucketOf(1, 10)] });
    const first = bench.call('first');
    bench.calls(3, 'later ');
    await pass(50);
    bench.call('first again', { order: first.permit?.order });
    await pass(1_000);
    expect(bench.granted).toEqual(['first', 'first again', 'later 1', 'later 2', 'later 3']);
  });

  it('keep their order among themselves when they come back in another one', async () => {
    const bench = new GateBench({ quota: [bucketOf(3, 10)] });
    const [a, b, c] = bench.calls(3, 'call ');
    bench.call('new');
    for (const [name, caller] of [
      ['c', c],
      ['a', a],
      ['b', b],
    ] as const)
      bench.call(`${name} again`, { order: caller?.permit?.order });
    await pass(1_000);
    expect(bench.granted.slice(3)).toEqual(['a again', 'b again', 'c again', 'new']);
  });

  it('do not let one pass that comes back and is less urgent', async () => {
    const bench = new GateBench({ quota: [bucketOf(1, 10)] });
    const first = bench.call('first', { priority: 6 });
    bench.call('later', { priority: 5 });
    bench.call('first again', { priority: 6, order: first.permit?.order });
    await pass(1_000);
    expect(bench.granted).toEqual(['first', 'later', 'first again']);
  });

  it('tell how long they waited, and how much of it was a pause', async () => {
    const bench = new GateBench({ quota: [bucketOf(1, 10)] });
    bench.call('first');
    const waiting = bench.call('second');
    await pass(50);
    bench.gate.pause({ whose: 'credential', scope: 'credential' }, NOON + 1_000);
    await pass(2_000);
    expect(waiting.permit).toMatchObject({ waitedMs: 1_000, pausedMs: 1_000, order: 1 });
    expect(bench.call('third').permit).toMatchObject({ waitedMs: 0, pausedMs: 0 });
  });
});

describe('a call that is aborted while it waits', () => {
  it('rejects with the error of its abort at once, and nobody listens to it any more', async () => {
    const bench = new GateBench({ quota: [bucketOf(1, 1)] });
    bench.call('first');
    const aborted = bench.call('aborted');
    await pass(10);
    expect(aborted.listeners).toBe(1);
    aborted.abort();
    await pass();
    expect(aborted).toMatchObject({ error: new Error('aborted'), refusedAt: 10, listeners: 0 });
  });

  it('takes nothing: those behind it move up', async () => {
    const bench = new GateBench({ quota: [bucketOf(1, 10)] });
    const callers = bench.calls(5, 'call ');
    await pass(50);
    callers[1]?.abort();
    callers[3]?.abort();
    await pass(1_000);
    expect(bench.granted).toEqual(['call 1', 'call 3', 'call 5']);
    expect(bench.grantedAt).toEqual([0, 100, 200]);
  });

  it('lets a cheaper one behind it go at once where the tokens are there', async () => {
    const bench = new GateBench({ quota: [bucketOf(10, 10)] });
    bench.call('all', { cost: 10 });
    const dear = bench.call('dear', { cost: 10 });
    bench.calls(3, 'cheap ');
    await pass(500);
    dear.abort();
    await pass();
    expect(bench.granted).toEqual(['all', 'cheap 1', 'cheap 2', 'cheap 3']);
    expect(bench.grantedAt.at(-1)).toBe(500);
  });

  it('lets a cheaper one behind it go at once when its own time runs out', async () => {
    const bench = new GateBench({ quota: [bucketOf(10, 10)] });
    bench.call('all', { cost: 10 });
    bench.call('all again', { cost: 10 });
    bench.call('dear', { cost: 10, endsAt: NOON + 2_500 });
    bench.call('cheap');
    await pass(500);
    bench.gate.pause({ whose: 'credential', scope: 'credential' }, NOON + 2_000);
    await pass(10_000);
    expect(bench.grantedAt).toEqual([0, 2_900, 3_000]);
  });

  it('is no reason to stop for those behind it where all in front gave up', async () => {
    const bench = new GateBench({ quota: [bucketOf(1, 10)] });
    const callers = bench.calls(200, '');
    for (const caller of callers.slice(1, 199)) caller.abort();
    await pass(100);
    expect(bench.granted).toEqual(['1', '200']);
    expect(bench.grantedAt).toEqual([0, 100]);
  });
});
