/** Waits that can't end in time, or must not begin. */
import { isAdmissionRejected } from '../../../lib/errors.js';
import { GateBench, bucketOf } from '../../support/gate-bench.js';
import { NOON, letTimeRun, pass, stopTime } from '../../support/stopped-time.js';

beforeEach(stopTime);
afterEach(letTimeRun);

describe('a wait that could not end in time', () => {
  it('is refused at once, and told how long it would have been', async () => {
    const bench = new GateBench({ quota: [bucketOf(1, 10)] });
    bench.call('first');
    await pass(30);
    const caller = bench.call('second', { endsAt: NOON + 100 });
    await pass();
    expect(isAdmissionRejected(caller.error)).toBe(true);
    expect(caller.refusal).toMatchObject({ reason: 'budget', retryAt: NOON + 100, waitMs: 70 });
    expect(caller.refusedAt).toBe(30);
  });

  it('is begun where it ends one millisecond sooner', async () => {
    const bench = new GateBench({ quota: [bucketOf(1, 10)] });
    bench.call('first');
    const caller = bench.call('second', { endsAt: NOON + 101 });
    await pass(100);
    expect(caller.grantedAt).toBe(100);
  });

  it.each([
    { ahead: 0, refused: 100, begun: 101 },
    { ahead: 1, refused: 200, begun: 201 },
    { ahead: 40, refused: 4_100, begun: 4_101 },
  ])('counts $ahead callers ahead', async ({ ahead, refused, begun }) => {
    const bench = new GateBench({ quota: [bucketOf(1, 10)] });
    bench.call('first');
    bench.calls(ahead, 'ahead ');
    const tooLate = bench.call('too late', { endsAt: NOON + refused });
    const inTime = bench.call('in time', { endsAt: NOON + begun });
    await pass();
    expect(tooLate.refusal).toMatchObject({ reason: 'budget', retryAt: NOON + refused });
    await pass(10_000);
    expect(inTime.grantedAt).toBe(refused);
  });

  it('counts what they take, not how many they are', async () => {
    const bench = new GateBench({ quota: [bucketOf(10, 10)] });
    bench.call('all', { cost: 10 });
    bench.call('dear', { cost: 7 });
    bench.call('free', { cost: 0 });
    expect(bench.call('too late', { cost: 2, endsAt: NOON + 900 }).refusal?.retryAt).toBe(NOON + 900);
    const inTime = bench.call('in time', { cost: 2, endsAt: NOON + 901 });
    await pass(10_000);
    expect(inTime.grantedAt).toBe(900);
  });

  it('counts only those that go first: the more urgent ones, and its equals that came before', async () => {
    const bench = new GateBench({ quota: [bucketOf(1, 10)] });
    bench.call('first');
    for (const priority of [0, 5, 5, 9, 9, 9]) bench.call(`p${priority}`, { priority });
    await pass(50);
    expect(bench.call('p0 more', { priority: 0, endsAt: NOON + 200 }).refusal?.retryAt).toBe(NOON + 200);
    expect(bench.call('p4', { priority: 4, endsAt: NOON + 200 }).refusal?.retryAt).toBe(NOON + 200);
    expect(bench.call('p5', { priority: 5, endsAt: NOON + 400 }).refusal?.retryAt).toBe(NOON + 400);
    expect(bench.call('p9', { priority: 9, endsAt: NOON + 700 }).refusal?.retryAt).toBe(NOON + 700);
    const inTime = bench.call('p4 in time', { priority: 4, endsAt: NOON + 201 });
    await pass(10_000);
    expect(inTime.grantedAt).toBe(200);
  });

  it('does not count those that gave up', async () => {
    const bench = new GateBench({ quota: [bucketOf(1, 10)] });
    bench.call('first');
    const leaving = bench.calls(20, 'leaving ');
    expect(bench.call('too late', { endsAt: NOON + 500 }).refusal?.reason).toBe('budget');
    await pass(10);
    for (const caller of leaving.slice(1)) caller.abort();
    expect(bench.call('in time', { endsAt: NOON + 500 }).waits).toBe(true);
    await pass(190);
    expect(bench.granted).toEqual(['first', 'leaving 1', 'in time']);
  });

  it('does not count them for a call that comes back, which goes before them', async () => {
    const bench = new GateBench({ quota: [bucketOf(1, 10)] });
    const first = bench.call('first');
    bench.calls(20, 'later ');
    const again = bench.call('again', { order: first.permit?.order, endsAt: NOON + 101 });
    await pass(100);
    expect(again.grantedAt).toBe(100);
  });

  it('counts the ceiling too', () => {
    const bench = new GateBench({ quota: [bucketOf(10, 10)], ceiling: [bucketOf(1, 1)] });
    bench.call('first', { scope: 'a' });
    expect(bench.call('second', { scope: 'b', endsAt: NOON + 1_000 }).refusal).toMatchObject({
      reason: 'budget',
      retryAt: NOON + 1_000,
    });
  });

  it('is refused where there are tokens, but no time at all', () => {
    const bench = new GateBench({ quota: [bucketOf(5, 10)] });
    expect(bench.call('late', { endsAt: NOON }).refusal).toMatchObject({ reason: 'budget', waitMs: 0 });
    expect(bench.calls(5, 'call ').every(({ permit }) => permit)).toBe(true);
  });

  it('takes no place in the queue and no token', async () => {
    const bench = new GateBench({ quota: [bucketOf(1, 10)] });
    bench.call('first');
    for (let i = 0; i < 50; i++) bench.call('late', { endsAt: NOON + 50 });
    bench.call('patient', { endsAt: NOON + 101 });
    await pass(100);
    expect(bench.granted).toEqual(['first', 'patient']);
  });
});

describe('a wait that has begun', () => {
  it('ends at its deadline, to the millisecond, when others went first after all', async () => {
    const bench = new GateBench({ quota: [bucketOf(1, 10)] });
    bench.call('first');
    const caller = bench.call('second', { endsAt: NOON + 350 });
    bench.calls(10, 'urgent ', { priority: 0 });
    await pass(349);
    expect(caller.waits).toBe(true);
    await pass(1);
    expect(caller.refusal).toMatchObject({ reason: 'budget' });
    expect(caller).toMatchObject({ refusedAt: 350, listeners: 0 });
  });

  it('ends at deadlines of every kind, also many at the same instant', async () => {
    const bench = new GateBench({ quota: [bucketOf(1, 1)] });
    bench.call('first');
    const callers = [5_000, 6_000, 5_000, Infinity, 6_000].map((ms) =>
      bench.call('waiting', { endsAt: NOON + ms, priority: 9 }),
    );
    bench.calls(20, 'urgent ', { priority: 0 });
    await pass(30_000);
    expect(callers.map(({ refusedAt }) => refusedAt)).toEqual([5_000, 6_000, 5_000, undefined, 6_000]);
    expect(callers[3]?.grantedAt).toBe(21_000);
  });

  it('ends at the deadline of an earlier call that gave up, too', async () => {
    const bench = new GateBench({ maxConcurrent: 1 });
    bench.call('first');
    bench.call('gave up', { endsAt: NOON + 500 }).abort();
    const caller = bench.call('second', { endsAt: NOON + 500 });
    await pass(500);
    expect(caller.refusedAt).toBe(500);
  });

  it('leaves no timer behind when it ends well', async () => {
    const bench = new GateBench({ quota: [bucketOf(1, 10)] });
    bench.calls(30, 'call ');
    await pass(3_000);
    expect(bench.granted).toHaveLength(30);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('may last longer than a timer can hold', async () => {
    // A token every 2^32 ms, some 50 days: twice as long as a timer can hold.
    const turn = 2 ** 32;
    const bench = new GateBench({ quota: [{ limit: 2, windowMs: turn, burst: 1, rate: 1 / turn }] });
    bench.call('first', { endsAt: Infinity });
    const impatient = bench.call('impatient', { endsAt: NOON + 1.5 * turn });
    const patient = bench.call('patient', { endsAt: NOON + 2 * turn + 1 });
    bench.call('urgent', { endsAt: Infinity, priority: 0 });
    await pass(turn - 1);
    expect(bench.granted).toEqual(['first']);
    await pass(1);
    expect(bench.granted).toEqual(['first', 'urgent']);
    // Overtaken, it is first in line now, and its token would come too late.
    expect(impatient.refusedAt).toBe(turn);
    await pass(turn);
    expect(patient.grantedAt).toBe(2 * turn);
  });
});

describe('a full queue', () => {
  it('refuses the next caller clearly, and takes it again once somebody left', async () => {
    const bench = new GateBench({ quota: [bucketOf(1, 10)], maxQueued: 3 });
    bench.call('first');
    const [, second] = bench.calls(3, 'waiting ');
    const refused = bench.call('one too many');
    await pass();
    expect(refused.refusal).toMatchObject({ reason: 'queue_full', queued: 3 });
    expect(String(refused.error)).toMatch(/3 calls wait/);
    second?.abort();
    await pass();
    expect(bench.call('instead').waits).toBe(true);
    expect(bench.call('one too many again').refusal?.reason).toBe('queue_full');
  });

  it('takes those back that were in already', () => {
    const bench = new GateBench({ quota: [bucketOf(1, 10)], maxQueued: 1 });
    const first = bench.call('first');
    bench.call('waiting');
    expect(bench.call('again', { order: first.permit?.order }).waits).toBe(true);
  });

  it('is full for its own scope only', () => {
    const bench = new GateBench({ quota: [bucketOf(1, 10)], maxQueued: 0 });
    bench.call('first', { scope: 'a' });
    expect(bench.call('second', { scope: 'a' }).refusal?.reason).toBe('queue_full');
    expect(bench.call('third', { scope: 'b' }).permit).toBeDefined();
  });
});

describe('a call that does not wait', () => {
  it('goes where there is a token, and is told otherwise when there will be one', async () => {
    const bench = new GateBench({ quota: [bucketOf(1, 10)] });
    expect(bench.call('first', { immediate: true }).permit).toBeDefined();
    expect(bench.call('second', { immediate: true }).refusal).toMatchObject({
      reason: 'best_effort',
      retryAt: NOON + 100,
    });
    bench.call('waiting');
    await pass(50);
    expect(bench.call('third', { immediate: true }).refusal).toMatchObject({
      reason: 'best_effort',
      waitMs: 150,
    });
  });
});

describe('a gate that is shut', () => {
  it('refuses those that wait and those that come, and keeps no timer', async () => {
    const bench = new GateBench({ quota: [bucketOf(2, 10)], ceiling: [bucketOf(3, 1)] });
    const callers = ['a', 'b', 'c'].flatMap((scope) => bench.calls(5, scope, { scope }));
    await pass(10);
    bench.gate.pause({ whose: 'credential', scope: 'a' }, NOON + 10_000);
    bench.gate.shut();
    await pass();
    expect(callers.filter(({ permit }) => permit)).toHaveLength(3);
    for (const caller of callers.filter(({ permit }) => !permit)) {
      expect(caller.refusal?.reason).toBe('closed');
      expect(caller.listeners).toBe(0);
    }
    expect(bench.call('late').refusal?.reason).toBe('closed');
    callers.forEach(({ permit }) => permit?.release(true));
    await pass();
    expect(jest.getTimerCount()).toBe(0);
  });
});

describe('a clock that is set back by an hour', () => {
  it('does not stop the refill', async () => {
    const bench = new GateBench({ quota: [bucketOf(1, 10)], ceiling: [bucketOf(1, 10)] });
    bench.calls(4, 'call ', { endsAt: Infinity });
    await pass(150);
    expect(bench.granted).toHaveLength(2);
    jest.setSystemTime(Date.now() - 3_600_000);
    await pass(400);
    expect(bench.granted).toHaveLength(4);
  });
});
