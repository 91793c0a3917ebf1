/** What the gate does when the server asks for a pause, says that the allowance is gone, or tells how much of it is left. */
import { GateBench, bucketOf } from '../../support/gate-bench.js';
import type { Caller } from '../../support/gate-bench.js';
import { NOON, letTimeRun, pass, stopTime } from '../../support/stopped-time.js';

beforeEach(stopTime);
afterEach(letTimeRun);

const credential = { whose: 'credential', scope: 'credential' } as const;

describe('a cooldown', () => {
  it('lets nobody out before its end, then one by one at the rate of the bucket', async () => {
    const bench = new GateBench({ quota: [bucketOf(5, 10)] });
    bench.calls(5, 'before ');
    bench.gate.pause(credential, NOON + 2_000);
    bench.calls(4, 'call ');
    await pass(1_999);
    expect(bench.granted).toHaveLength(5);
    await pass(1_000);
    expect(bench.grantedAt.slice(5)).toEqual([2_000, 2_100, 2_200, 2_300]);
  });

  it('holds those for whom there were tokens, and those that come later', async () => {
    const bench = new GateBench({ quota: [bucketOf(5, 10)] });
    bench.gate.pause(credential, NOON + 1_000);
    await pass(500);
    expect(bench.call('late').waits).toBe(true);
    await pass(500);
    expect(bench.grantedAt).toEqual([1_000]);
  });

  it('concerns its own credential alone', () => {
    const bench = new GateBench({ quota: [bucketOf(5, 10)] });
    bench.gate.pause(credential, NOON + 1_000);
    expect(bench.call('other', { scope: 'other' }).permit).toBeDefined();
  });

  it('is only ever lengthened', async () => {
    const bench = new GateBench({ quota: [bucketOf(1, 10)] });
    bench.gate.pause(credential, NOON + 1_000);
    bench.call('call');
    bench.gate.pause(credential, NOON + 500);
    await pass(999);
    expect(bench.granted).toEqual([]);
    bench.gate.pause(credential, NOON + 3_000);
    await pass(2_000);
    expect(bench.granted).toEqual([]);
    await pass(1);
    expect(bench.granted).toEqual(['call']);
  });

  it('lets those out first that the server refused, in their old order', async () => {
    const bench = new GateBench({ quota: [bucketOf(3, 10)] });
    const [a, b, c] = bench.calls(3, 'call ');
    bench.calls(3, 'waiting ');
    bench.gate.pause(credential, NOON + 1_000);
    for (const [name, caller] of [
      ['c', c],
      ['b', b],
      ['a', a],
    ] as const)
      bench.call(`${name} again`, { order: caller?.permit?.order });
    await pass(5_000);
    expect(bench.granted.slice(3)).toEqual([
      'a again',
      'b again',
      'c again',
      'waiting 1',
      'waiting 2',
      'waiting 3',
    ]);
  });

  it('refuses at once those whose time ends before it does, and no others', async () => {
    const bench = new GateBench({ quota: [bucketOf(1, 10)] });
    bench.call('first');
    const hasty = bench.call('hasty', { endsAt: NOON + 1_000 });
    const patient = bench.call('patient', { endsAt: NOON + 1_001 });
    await pass(20);
    bench.gate.pause(credential, NOON + 1_000);
    await pass();
    expect(hasty.refusal).toMatchObject({ reason: 'budget', retryAt: NOON + 1_000, waitMs: 980 });
    expect(hasty).toMatchObject({ refusedAt: 20, listeners: 0 });
    await pass(980);
    expect(patient.grantedAt).toBe(1_000);
  });

  it('refuses more of them when it is lengthened', async () => {
    const bench = new GateBench({ quota: [bucketOf(1, 10)] });
    bench.gate.pause(credential, NOON + 1_000);
    const caller = bench.call('caller', { endsAt: NOON + 2_000 });
    await pass(500);
    expect(caller.waits).toBe(true);
    bench.gate.pause(credential, NOON + 2_000);
    await pass();
    expect(caller.refusedAt).toBe(500);
  });

  it('refuses newcomers whose time ends before it does', () => {
    const bench = new GateBench({ quota: [bucketOf(5, 10)] });
    bench.gate.pause(credential, NOON + 1_000);
    expect(bench.call('hasty', { endsAt: NOON + 1_000 }).refusal).toMatchObject({
      reason: 'budget',
      retryAt: NOON + 1_000,
    });
  });

  it('that is over already slows nobody down for longer than a token', async () => {
    const bench = new GateBench({ quota: [bucketOf(1, 10)] });
    bench.call('first');
    await pass(50);
    bench.gate.pause(credential, NOON + 50);
    bench.gate.pause(credential, NOON - 60_000);
    bench.calls(2, 'call ');
    await pass(5_000);
    expect(bench.grantedAt).toEqual([0, 100, 200]);
  });
});

describe('a cooldown of a scope without a bucket', () => {
  /** Who waits after a pause of a second, in a scope in which `before` calls were in flight when it began. */
  async function pausedBench(
    waiting: number,
    before = 1,
  ): Promise<{ bench: GateBench; callers: Caller[]; first: Caller[] }> {
    const bench = new GateBench();
    const first = bench.calls(before, 'before ');
    bench.gate.pause(credential, NOON + 1_000);
    first[0]?.permit?.release(false);
    const callers = bench.calls(waiting, 'call ');
    await pass(999);
    expect(bench.granted).toHaveLength(before);
    await pass(1);
    return { bench, callers, first };
  }

  /** Answers every call that is in flight, and tells how many those were. */
  async function answerAll(callers: Caller[], answered: Set<Caller>, well = true): Promise<number> {
    const inFlight = callers.filter((caller) => caller.permit && !answered.has(caller));
    for (const caller of inFlight) {
      answered.add(caller);
      caller.permit?.release(well);
    }
    await pass();
    return inFlight.length;
  }

  it('lets one out, then two, then four, as the answers come back well', async () => {
    const { callers } = await pausedBench(20);
    const answered = new Set<Caller>();
    const waves: number[] = [];
    for (let i = 0; i < 5; i++) waves.push(await answerAll(callers, answered));
    expect(waves).toEqual([1, 2, 4, 8, 5]);
  });

  it('lets out no more than before while the answers are bad', async () => {
    const { callers } = await pausedBench(20);
    const answered = new Set<Caller>();
    const waves: number[] = [];
    for (const well of [true, false, false, true]) waves.push(await answerAll(callers, answered, well));
    expect(waves).toEqual([1, 2, 2, 2]);
    expect(callers.filter(({ permit }) => permit)).toHaveLength(1 + 2 + 2 + 2 + 4);
  });

  it('is open again once nobody waits', async () => {
    const { bench, callers } = await pausedBench(1);
    await answerAll(callers, new Set());
    expect(bench.calls(10, 'after ').every(({ permit }) => permit)).toBe(true);
  });

  it('starts anew with the next pause', async () => {
    const { bench, callers } = await pausedBench(20);
    const answered = new Set<Caller>();
    for (let i = 0; i < 3; i++) await answerAll(callers, answered);
    bench.gate.pause(credential, Date.now() + 1_000);
    const before = await answerAll(callers, answered);
    expect(before).toBe(8);
    await pass(1_000);
    expect(await answerAll(callers, answered)).toBe(1);
  });

  it('does not take answers to calls from before the pause for good signs', async () => {
    const { bench, first } = await pausedBench(20, 10);
    for (const { permit } of first) permit?.release(true);
    await pass();
    expect(bench.granted).toHaveLength(11);
  });

  it('is not held up by calls from before the pause that take long', async () => {
    const { bench } = await pausedBench(20, 10);
    expect(bench.granted).toHaveLength(11);
  });

  it('holds newcomers too, when nobody waited as it began', async () => {
    const { bench } = await pausedBench(0);
    const callers = bench.calls(5, 'later ');
    await pass();
    expect(callers.filter(({ permit }) => permit)).toHaveLength(1);
  });

  it('is left in a slow start also after a pause of the whole provider', async () => {
    const bench = new GateBench();
    bench.gate.pause({ whose: 'provider', scope: 'a' }, NOON + 1_000);
    const callers = bench.calls(5, 'call ');
    await pass(1_000);
    expect(callers.filter(({ permit }) => permit)).toHaveLength(1);
  });
});

describe('an allowance that is used up', () => {
  it('refuses those that wait and those that come, at once, until it starts anew', async () => {
    const bench = new GateBench({ quota: [bucketOf(1, 10)] });
    bench.call('first');
    const waiting = bench.call('waiting', { endsAt: Infinity });
    await pass(10);
    bench.gate.close(credential, NOON + 60_000);
    await pass();
    expect(waiting.refusal).toMatchObject({
      reason: 'quota_exhausted',
      retryAt: NOON + 60_000,
      waitMs: 59_990,
    });
    expect(waiting).toMatchObject({ refusedAt: 10, listeners: 0 });
    const late = bench.call('late', { endsAt: Infinity });
    expect(late.refusal).toMatchObject({ reason: 'quota_exhausted', retryAt: NOON + 60_000 });
    await pass(59_989);
    expect(bench.call('just too early', { endsAt: Infinity }).refusal?.reason).toBe('quota_exhausted');
    await pass(1);
    expect(bench.call('on time').permit).toBeDefined();
  });

  it('is told to those too that would not wait', () => {
    const bench = new GateBench({ quota: [bucketOf(1, 10)] });
    bench.gate.close(credential, NOON + 60_000);
    expect(bench.call('immediate', { immediate: true }).refusal).toMatchObject({
      reason: 'quota_exhausted',
      retryAt: NOON + 60_000,
    });
  });

  it('is only ever closed for longer', () => {
    const bench = new GateBench({ quota: [bucketOf(1, 10)] });
    bench.gate.close(credential, NOON + 60_000);
    bench.gate.close(credential, NOON + 30_000);
    expect(bench.call('late').refusal?.retryAt).toBe(NOON + 60_000);
  });

  it('of a provider refuses every credential', async () => {
    const bench = new GateBench({ quota: [bucketOf(1, 10)], ceiling: [bucketOf(1, 10)] });
    bench.call('first', { scope: 'a' });
    const waiting = ['a', 'b'].map((scope) => bench.call('waiting', { scope }));
    await pass(10);
    bench.gate.close({ whose: 'provider', scope: 'a' }, NOON + 60_000);
    await pass();
    expect(waiting.map(({ refusal }) => refusal?.reason)).toEqual(['quota_exhausted', 'quota_exhausted']);
    expect(bench.call('late', { scope: 'c' }).refusal?.reason).toBe('quota_exhausted');
  });
});

describe('a window that is nearly spent', () => {
  const window = (
    remaining: number,
    resetInMs = 60_000,
  ): { limit: number; remaining: number; resetAt: number } => ({
    limit: 1_000,
    remaining,
    resetAt: NOON + resetInMs,
  });

  it('is made to last until its reset, then the bucket goes on by itself', async () => {
    const bench = new GateBench({ quota: [bucketOf(5, 10)] });
    bench.gate.observe(credential, [window(3, 6_000)], false);
    bench.calls(8, 'call ');
    await pass(60_000);
    expect(bench.grantedAt).toEqual([0, 2_000, 4_000, 6_000, 6_000, 6_000, 6_000, 6_000]);
  });

  it('slows down those that wait already', async () => {
    const bench = new GateBench({ quota: [bucketOf(1, 10)] });
    bench.calls(4, 'call ');
    await pass(50);
    bench.gate.observe(credential, [window(30)], false);
    await pass(6_000);
    expect(bench.grantedAt).toEqual([0, 100, 2_099, 4_098]);
  });

  it('has less and less left within a window, in whatever order the answers come', async () => {
    const bench = new GateBench();
    bench.gate.observe(credential, [window(30)], false);
    bench.gate.observe(credential, [window(20)], false);
    bench.gate.observe(credential, [window(29)], false);
    bench.calls(2, 'call ');
    await pass(60_000);
    expect(bench.grantedAt).toEqual([0, 3_000]);
  });

  it('holds everybody until its reset where nothing is left', async () => {
    const bench = new GateBench({ quota: [bucketOf(5, 10)] });
    const hasty = bench.call('in flight');
    expect(hasty.permit).toBeDefined();
    bench.gate.observe(credential, [window(0, 5_000)], false);
    expect(bench.call('hasty', { endsAt: NOON + 5_000 }).refusal).toMatchObject({
      reason: 'budget',
      retryAt: NOON + 5_000,
    });
    bench.calls(2, 'patient ');
    await pass(60_000);
    expect(bench.grantedAt).toEqual([0, 5_000, 5_100]);
  });

  it('with nothing left refuses those that have less time, behind others too, as soon as that is noticed', async () => {
    const bench = new GateBench({ quota: [bucketOf(1, 10)] });
    const first = bench.call('first');
    const patient = bench.call('patient');
    const hasty = bench.calls(2, 'hasty ', { endsAt: NOON + 3_000 });
    await pass(10);
    bench.gate.observe(credential, [window(0, 5_000)], false);
    first.permit?.release(true);
    await pass();
    expect(hasty.map(({ refusedAt }) => refusedAt)).toEqual([10, 10]);
    expect(patient.waits).toBe(true);
  });

  it('with nothing left also refuses those that wait already and have less time', async () => {
    const bench = new GateBench({ quota: [bucketOf(1, 10)] });
    const first = bench.call('first');
    const hasty = bench.call('hasty', { endsAt: NOON + 3_000 });
    await pass(10);
    bench.gate.observe(credential, [window(0, 5_000)], false);
    bench.call('patient', { priority: 0 });
    first.permit?.release(true);
    await pass();
    expect(hasty.refusedAt).toBe(10);
  });

  it('raises nothing that a new window does not tell: a new one does', async () => {
    const bench = new GateBench();
    bench.gate.observe(credential, [window(30, 60_000)], false);
    bench.call('first');
    await pass(60_000);
    bench.gate.observe(credential, [window(990, 120_000)], false);
    bench.calls(10, 'call ');
    await pass();
    expect(bench.granted).toHaveLength(11);
  });

  it('of the provider slows down all credentials together', async () => {
    const bench = new GateBench({ quota: [bucketOf(5, 10)] });
    bench.gate.observe({ whose: 'provider', scope: 'a' }, [window(30)], false);
    for (const scope of ['a', 'b', 'c']) bench.call(scope, { scope });
    await pass(5_000);
    expect(bench.grantedAt).toEqual([0, 2_000, 4_000]);
  });
});
