import { CeilingLine } from '../../../lib/admission/ceiling-line.js';
import type { Served } from '../../../lib/admission/ceiling-line.js';
import { Lanes } from '../../../lib/admission/lane.js';
import type { Lane } from '../../../lib/admission/lane.js';
import { NOON, clock, letTimeRun, pass, stopTime } from '../../support/stopped-time.js';

beforeEach(stopTime);
afterEach(letTimeRun);

const held = (forMs: number): Served => ({ until: Date.now() + forMs, by: 'bucket', whose: 'provider' });

/** A line whose lanes are served as the test says, and a note of who was. */
function openLine(serve: (lane: Lane) => Served | Promise<Served>): {
  line: CeilingLine;
  laneOf: (scope: string) => Lane;
  served: string[];
} {
  const lanes = new Lanes(clock);
  const served: string[] = [];
  const line = new CeilingLine(clock, async (lane) => {
    served.push(lane.scope);
    return serve(lane);
  });
  return { line, laneOf: (scope) => lanes.of(scope), served };
}

describe('the line for the ceiling', () => {
  it('serves nobody before the first can be', async () => {
    const { line, laneOf, served } = openLine(() => 'nothing');
    line.join(laneOf('a'), NOON + 100);
    line.join(laneOf('b'), NOON + 50);
    line.join(laneOf('c'));
    await pass(99);
    expect(served).toEqual([]);
    await pass(1);
    expect(served).toEqual(['a', 'b', 'c']);
    expect(line.size).toBe(0);
  });

  it('keeps the place of a lane that is refused, or whose call is still coming', async () => {
    let answer: Served = held(100);
    const { line, laneOf, served } = openLine(() => answer);
    for (const scope of ['a', 'b']) line.join(laneOf(scope), NOON);
    await pass();
    answer = 'coming';
    await pass(100);
    expect(served).toEqual(['a', 'a']);
    await pass(10_000);
    expect(served).toHaveLength(2);
    answer = 'nothing';
    line.retry(laneOf('a'));
    await pass();
    expect(served).toEqual(['a', 'a', 'a', 'b']);
  });

  it('does not try again for a lane that is not the first', async () => {
    const { line, laneOf, served } = openLine(() => 'nothing');
    for (const scope of ['a', 'b']) line.join(laneOf(scope), NOON + 100);
    line.retry(laneOf('b'));
    await pass();
    expect(served).toEqual([]);
    line.retry();
    await pass();
    expect(served).toEqual(['a', 'b']);
  });

  it.each([0, 1, 2, 3, 4, 5, 6, 7, 8])(
    'forgets nobody who joins %d promises after the last one began to be served',
    async (promises) => {
      const { line, laneOf, served } = openLine(() => 'nothing');
      line.join(laneOf('a'), NOON + 10);
      clock.setTimeout(() => {
        void (async () => {
          for (let i = 0; i < promises; i++) await Promise.resolve();
          line.join(laneOf('b'), NOON + 20);
        })();
      }, 10);
      await pass(20);
      expect(served).toEqual(['a', 'b']);
    },
  );

  it('keeps no timer once it is empty or cleared', async () => {
    const { line, laneOf } = openLine(() => 'nothing');
    line.join(laneOf('a'), NOON + 100);
    line.retry();
    await pass();
    expect(jest.getTimerCount()).toBe(0);
    line.join(laneOf('a'), NOON + 100);
    line.clear();
    expect([line.size, jest.getTimerCount()]).toEqual([0, 0]);
  });
});
