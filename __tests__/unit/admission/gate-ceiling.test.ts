/** Several credentials under one ceiling. */
import { GateBench, bucketOf } from '../../support/gate-bench.js';
import { NOON, letTimeRun, pass, stopTime } from '../../support/stopped-time.js';

beforeEach(stopTime);
afterEach(letTimeRun);

const countOf = (granted: string[], name: string): number =>
  granted.filter((other) => other.startsWith(name)).length;

describe('a ceiling', () => {
  it('holds for the sum of all credentials', async () => {
    const bench = new GateBench({ quota: [bucketOf(5, 50)], ceiling: [bucketOf(3, 10)] });
    for (const scope of ['a', 'b', 'c', 'd']) bench.calls(5, scope, { scope });
    await pass(1_000);
    expect(bench.granted).toHaveLength(13);
    expect(bench.grantedAt.slice(0, 5)).toEqual([0, 0, 0, 100, 200]);
  });

  it('is spent in turns: a thousand calls of one credential delay another by one turn', async () => {
    const bench = new GateBench({ ceiling: [bucketOf(1, 10)] });
    bench.calls(1_000, 'heavy ', { scope: 'heavy' });
    await pass(1_030);
    const light = bench.call('light', { scope: 'light' });
    await pass(200);
    expect(light.grantedAt).toBeLessThanOrEqual(1_200);
  });

  it('is shared evenly between those who want more than there is', async () => {
    const bench = new GateBench({ ceiling: [bucketOf(1, 10)] });
    bench.calls(100, 'a', { scope: 'a' });
    bench.calls(100, 'b', { scope: 'b' });
    bench.calls(100, 'c', { scope: 'c' });
    await pass(6_000);
    for (const name of ['a', 'b', 'c']) expect(countOf(bench.granted, name)).toBeGreaterThanOrEqual(20);
  });

  it('is shared evenly though one credential makes its urgent calls one after the other', async () => {
    const bench = new GateBench({ ceiling: [bucketOf(1, 10)] });
    bench.calls(60, 'busy', { scope: 'busy' });
    bench.calls(60, 'other', { scope: 'other' });
    for (let i = 0; i < 60; i++) {
      await pass(100);
      bench.call('busy urgent', { scope: 'busy', priority: 0 });
    }
    expect(countOf(bench.granted, 'busy')).toBeGreaterThanOrEqual(30);
    expect(countOf(bench.granted, 'other')).toBeGreaterThanOrEqual(30);
  });

  it('goes to the next in line where the first has no token of its own', async () => {
    const bench = new GateBench({ quota: [bucketOf(1, 1)], ceiling: [bucketOf(1, 10)] });
    bench.calls(3, 'a', { scope: 'a' });
    bench.calls(3, 'b', { scope: 'b' });
    await pass(2_500);
    expect(bench.granted).toEqual(['a1', 'b1', 'a2', 'b2', 'a3', 'b3']);
    expect(bench.grantedAt).toEqual([0, 100, 1_000, 1_100, 2_000, 2_100]);
  });

  it('loses nothing to a credential that waits for its own tokens', async () => {
    const bench = new GateBench({ quota: [bucketOf(1, 1)], ceiling: [bucketOf(5, 1)] });
    bench.calls(10, 'a', { scope: 'a' });
    await pass();
    // One was taken by a; its nine others hold none of the remaining four.
    for (const scope of ['b', 'c', 'd', 'e']) bench.call(scope, { scope });
    await pass();
    expect(bench.granted).toEqual(['a1', 'b', 'c', 'd', 'e']);
  });

  it('takes nothing from a credential that waits for it', async () => {
    const bench = new GateBench({ quota: [bucketOf(3, 1)], ceiling: [bucketOf(1, 10)] });
    bench.call('first', { scope: 'other' });
    bench.calls(3, 'a', { scope: 'a' });
    await pass(90);
    expect(bench.ledger.foresee('a', bench.charges(3))).toMatchObject({ whose: 'provider' });
    await pass(210);
    expect(bench.grantedAt).toEqual([0, 100, 200, 300]);
  });

  it('lets a call pass whose turn it is as soon as its tokens are there, also when dearer ones wait behind', async () => {
    const bench = new GateBench({ ceiling: [bucketOf(20, 10)] });
    bench.gate.pause({ whose: 'provider', scope: '' }, NOON + 1_000);
    bench.call('cheap', { scope: 'a' });
    bench.call('dear', { scope: 'b', cost: 20 });
    await pass(1_000);
    expect(bench.granted).toEqual(['cheap']);
  });

  it('lets the next one go at once when a dear call in front of it is aborted', async () => {
    const bench = new GateBench({ ceiling: [bucketOf(10, 10)] });
    bench.call('all', { scope: 'x', cost: 10 });
    const dear = bench.call('dear', { scope: 'a', cost: 10 });
    bench.call('next of b', { scope: 'b' });
    bench.call('next of a', { scope: 'a' });
    await pass(300);
    expect(bench.granted).toEqual(['all']);
    dear.abort();
    await pass();
    expect(bench.granted).toHaveLength(3);
    expect(bench.grantedAt).toEqual([0, 300, 300]);
  });

  it('lets the next one go at once when a permit comes back unused', async () => {
    const bench = new GateBench({ quota: [bucketOf(10, 10)], ceiling: [bucketOf(10, 10)] });
    const all = bench.call('all', { scope: 'x', cost: 10 });
    bench.call('dear', { scope: 'a', cost: 10 });
    bench.call('cheap', { scope: 'b' });
    await pass(100);
    all.permit?.giveBack();
    await pass();
    expect(bench.granted).toEqual(['all', 'dear']);
    await pass(100);
    expect(bench.granted).toEqual(['all', 'dear', 'cheap']);
    expect(bench.grantedAt).toEqual([0, 100, 200]);
  });

  it('lets an urgent and cheap call go at once where its credential is first in line', async () => {
    const bench = new GateBench({ ceiling: [bucketOf(10, 10)] });
    bench.call('all', { scope: 'x', cost: 10 });
    bench.call('dear', { scope: 'a', cost: 10 });
    await pass(300);
    bench.call('urgent', { scope: 'a', cost: 2, priority: 0 });
    await pass();
    expect(bench.granted).toEqual(['all', 'urgent']);
  });

  it('is kept for a dear call that is first in line, however many cheap ones come', async () => {
    const bench = new GateBench({ quota: [bucketOf(20, 100)], ceiling: [bucketOf(10, 10)] });
    bench.call('all', { scope: 'x', cost: 10 });
    bench.call('dear', { scope: 'a', cost: 10 });
    for (let i = 0; i < 10; i++) {
      await pass(100);
      bench.call('cheap', { scope: 'b' });
      bench.call('cheap', { scope: `c${i}` });
    }
    await pass();
    expect(bench.granted.slice(0, 2)).toEqual(['all', 'dear']);
    expect(bench.grantedAt[1]).toBe(1_000);
  });

  it('goes on with the others where all calls of one credential are aborted', async () => {
    const bench = new GateBench({ ceiling: [bucketOf(1, 10)] });
    bench.call('first', { scope: 'x' });
    const leaving = bench.calls(10, 'a', { scope: 'a' });
    bench.calls(2, 'b', { scope: 'b' });
    await pass(50);
    leaving.forEach(({ abort }) => abort());
    await pass(200);
    expect(bench.granted).toEqual(['first', 'b1', 'b2']);
    expect(bench.grantedAt).toEqual([0, 100, 200]);
  });

  it('is no reason to wait any more once nobody waits for it', async () => {
    const bench = new GateBench({ ceiling: [bucketOf(10, 10)] });
    bench.call('all', { scope: 'x', cost: 10 });
    const dear = bench.call('dear', { scope: 'a', cost: 10 });
    await pass(500);
    dear.abort();
    await pass();
    expect(bench.call('cheap', { scope: 'b' }).permit).toBeDefined();
    expect(jest.getTimerCount()).toBe(0);
  });
});

describe('a pause of the provider', () => {
  it('holds every credential, those that come too, and lets them out one by one', async () => {
    const bench = new GateBench({ quota: [bucketOf(5, 50)], ceiling: [bucketOf(5, 10)] });
    bench.call('before', { scope: 'a' });
    bench.gate.pause({ whose: 'provider', scope: 'a' }, NOON + 1_000);
    for (const scope of ['a', 'b', 'c']) bench.calls(2, scope, { scope });
    await pass(500);
    bench.call('d', { scope: 'd' });
    await pass(2_000);
    expect(bench.grantedAt).toEqual([0, 1_000, 1_100, 1_200, 1_300, 1_400, 1_500, 1_600]);
  });

  it('refuses those of every credential whose time ends before it does', async () => {
    const bench = new GateBench({ quota: [bucketOf(1, 10)], ceiling: [bucketOf(1, 10)] });
    bench.call('first', { scope: 'x' });
    const hasty = ['a', 'b'].map((scope) => bench.call('hasty', { scope, endsAt: NOON + 900 }));
    const patient = ['a', 'b'].map((scope) => bench.call('patient', { scope }));
    await pass(10);
    bench.gate.pause({ whose: 'provider', scope: 'x' }, NOON + 900);
    await pass();
    for (const { refusal, refusedAt } of hasty) {
      expect(refusal).toMatchObject({ reason: 'budget', retryAt: NOON + 900, waitMs: 890 });
      expect(refusedAt).toBe(10);
    }
    await pass(1_000);
    expect(patient.map(({ grantedAt }) => grantedAt)).toEqual([900, 1_000]);
  });
});
