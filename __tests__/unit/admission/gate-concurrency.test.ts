/** `maxConcurrent`: places in flight, held from dispatch to response. */
import { GateBench, bucketOf } from '../../support/gate-bench.js';
import type { Caller } from '../../support/gate-bench.js';
import { NOON, letTimeRun, pass, stopTime } from '../../support/stopped-time.js';

beforeEach(stopTime);
afterEach(letTimeRun);

const permitOf = ({ permit }: Caller): NonNullable<Caller['permit']> => {
  if (!permit) throw new Error('has no permit');
  return permit;
};

/** Work whose end the test decides. */
function work(): { done: Promise<void>; finish: () => void; fail: (error: Error) => void } {
  let finish = (): void => undefined;
  let fail = (_: Error): void => undefined;
  const done = new Promise<void>((resolve, reject) => {
    finish = resolve;
    fail = reject;
  });
  return { done, finish, fail };
}

describe('a place in flight', () => {
  it('is held from the permit to the response, however long that takes', async () => {
    const bench = new GateBench({ quota: [bucketOf(10, 10)], maxConcurrent: 2 });
    const [a, b] = bench.calls(4, 'call ') as [Caller, Caller];
    await pass(60_000);
    expect(bench.granted).toEqual(['call 1', 'call 2']);
    permitOf(b).release(false);
    await pass();
    expect(bench.granted).toEqual(['call 1', 'call 2', 'call 3']);
    permitOf(a).release(true);
    await pass();
    expect(bench.granted).toHaveLength(4);
  });

  it('is counted by scope', () => {
    const bench = new GateBench({ maxConcurrent: 1 });
    expect(bench.call('a', { scope: 'a' }).permit).toBeDefined();
    expect(bench.call('b', { scope: 'b' }).permit).toBeDefined();
    expect(bench.call('a again', { scope: 'a' }).permit).toBeUndefined();
  });

  it('comes free once, however often the permit is released or given back', async () => {
    const bench = new GateBench({ quota: [bucketOf(10, 10)], maxConcurrent: 1 });
    const first = bench.call('first');
    bench.calls(3, 'waiting ');
    permitOf(first).release(true);
    permitOf(first).release(false);
    permitOf(first).giveBack();
    await pass(1_000);
    expect(bench.granted).toEqual(['first', 'waiting 1']);
  });

  it('comes free when the permit is given back, with its tokens', async () => {
    const bench = new GateBench({ quota: [bucketOf(2, 1)], maxConcurrent: 1 });
    const first = bench.call('first', { cost: 2 });
    bench.call('waiting', { cost: 2 });
    await pass(100);
    permitOf(first).giveBack();
    permitOf(first).giveBack();
    permitOf(first).release(true);
    await pass();
    expect(bench.grantedAt).toEqual([0, 100]);
    expect(bench.ledger.foresee('credential', bench.charges(1))?.until).toBe(NOON + 1_100);
  });

  it('is not taken by those that are aborted while they wait for it', async () => {
    const bench = new GateBench({ maxConcurrent: 1 });
    const first = bench.call('first');
    const waiting = bench.calls(3, 'waiting ');
    await pass(10);
    waiting[0]?.abort();
    waiting[1]?.abort();
    permitOf(first).release(true);
    await pass();
    expect(bench.granted).toEqual(['first', 'waiting 3']);
    permitOf(waiting[2] as Caller).release(true);
    expect(bench.call('next').permit).toBeDefined();
  });

  it('is not taken by those whose time ends while they wait for it', async () => {
    const bench = new GateBench({ maxConcurrent: 1 });
    const first = bench.call('first');
    const waiting = bench.call('waiting', { endsAt: NOON + 100 });
    await pass(100);
    expect(waiting.refusal?.reason).toBe('budget');
    permitOf(first).release(true);
    expect(bench.call('next').permit).toBeDefined();
  });

  it('never holds more calls than allowed, and all get through', async () => {
    const bench = new GateBench({ quota: [bucketOf(5, 200)], ceiling: [bucketOf(5, 300)], maxConcurrent: 3 });
    let inFlight = 0;
    let most = 0;
    const serve = async (caller: Caller, ms: number): Promise<void> => {
      while (!caller.permit) await new Promise((resolve) => setTimeout(resolve, 1));
      most = Math.max(most, ++inFlight);
      await new Promise((resolve) => setTimeout(resolve, ms));
      inFlight--;
      caller.permit.release(ms % 2 === 0);
    };
    const served = bench.calls(60, 'call ').map((caller, i) => serve(caller, 5 + ((i * 7) % 11)));
    await pass(2_000);
    await Promise.all(served);
    // A caller notices its permit up to a millisecond late, and so may seem to be in flight still.
    expect(most).toBe(3);
  });
});

describe('a permit that stands aside', () => {
  it('lets a refresh through the same gate at one call at a time, and takes its place again', async () => {
    const bench = new GateBench({ maxConcurrent: 1 });
    const first = bench.call('first');
    const log: string[] = [];
    const refresh = (async () => {
      const caller = bench.call('refresh');
      await pass(50);
      permitOf(caller).release(true);
      log.push('refreshed');
    })();
    await permitOf(first).standAside(refresh);
    log.push('back');
    expect(log).toEqual(['refreshed', 'back']);
    const next = bench.call('next');
    await pass();
    expect(next.waits).toBe(true);
    permitOf(first).release(true);
    await pass();
    expect(bench.granted).toEqual(['first', 'refresh', 'next']);
  });

  it('leaves its place to those that wait, and waits for one when it is back', async () => {
    const bench = new GateBench({ maxConcurrent: 1 });
    const first = bench.call('first');
    const [second, third] = bench.calls(2, 'waiting ') as [Caller, Caller];
    const { done, finish } = work();
    let back = false;
    void permitOf(first)
      .standAside(done)
      .then(() => (back = true));
    await pass();
    expect(bench.granted).toEqual(['first', 'waiting 1']);
    finish();
    await pass(1_000);
    expect(back).toBe(false);
    permitOf(second).release(true);
    await pass();
    expect(back).toBe(true);
    expect(third.waits).toBe(true);
    permitOf(first).release(true);
    await pass();
    expect(third.permit).toBeDefined();
  });

  it('passes on the error of its work, and then holds its place until it is given back', async () => {
    const bench = new GateBench({ quota: [bucketOf(1, 1)], maxConcurrent: 1 });
    const first = bench.call('first');
    const { done, fail } = work();
    const aside = permitOf(first).standAside(done);
    fail(new Error('no refresh token'));
    await expect(aside).rejects.toThrow('no refresh token');
    permitOf(first).giveBack();
    expect(bench.call('next').permit).toBeDefined();
  });

  it('leaks no place, whatever the order in which several come back', async () => {
    const bench = new GateBench({ maxConcurrent: 2 });
    const callers = bench.calls(2, 'call ');
    const works = callers.map(() => work());
    callers.forEach((caller, i) => void permitOf(caller).standAside(works[i]?.done as Promise<void>));
    const others = bench.calls(2, 'other ');
    await pass();
    expect(bench.granted).toHaveLength(4);
    works[1]?.finish();
    works[0]?.finish();
    await pass();
    others.forEach((caller) => permitOf(caller).release(true));
    await pass();
    expect(bench.call('fifth').waits).toBe(true);
    callers.forEach((caller) => permitOf(caller).release(true));
    await pass();
    expect(bench.granted.at(-1)).toBe('fifth');
    expect(bench.call('sixth').permit).toBeDefined();
    expect(bench.call('seventh').waits).toBe(true);
  });
});
