/**
 * What the waiting room takes for granted of Bottleneck 2.19.5. Should one of these fail, the room has to be thought over.
 */
import Bottleneck from 'bottleneck';
import { version } from 'bottleneck/package.json';
import manifest from '../../../package.json';
import { letTimeRun, pass, stopTime } from '../../support/stopped-time.js';

beforeEach(stopTime);
afterEach(letTimeRun);

/** A limiter without turns, and a note of who had one. */
function closedLimiter(): {
  limiter: Bottleneck;
  had: string[];
  queue: (name: string, priority?: number) => void;
} {
  const limiter = new Bottleneck({ reservoir: 0 });
  const had: string[] = [];
  const queue = (name: string, priority = 5): void => {
    void limiter.schedule({ priority }, async () => void had.push(name));
  };
  return { limiter, had, queue };
}

describe('Bottleneck', () => {
  it('is the one version that was read', () => {
    expect(version).toBe('2.19.5');
    expect(manifest.dependencies.bottleneck).toBe('2.19.5');
  });

  it('sleeps in a method of its local store, each time for a timer tick, and only there', async () => {
    const { limiter, had, queue } = closedLimiter();
    const store = (limiter as unknown as { _store: { yieldLoop: (ms?: number) => Promise<void> } })._store;
    expect(store.yieldLoop).toBeInstanceOf(Function);
    expect(Object.getPrototypeOf(store)).toHaveProperty('yieldLoop');
    const slept = jest.spyOn(store, 'yieldLoop').mockImplementation(() => Promise.resolve());
    queue('a');
    void limiter.incrementReservoir(1);
    for (let i = 0; i < 50; i++) await Promise.resolve();
    expect(slept).toHaveBeenCalled();
    // Whatever else there is to wait for is the one timer that starts the job.
    expect(jest.getTimerCount()).toBe(1);
    jest.advanceTimersToNextTimer();
    expect(had).toEqual(['a']);
  });

  it('keeps everybody waiting without a turn, for ever', async () => {
    const { had, queue } = closedLimiter();
    queue('a');
    await pass(86_400_000);
    expect(had).toEqual([]);
  });

  it('gives turns by priority, then to those who came first', async () => {
    const { limiter, had, queue } = closedLimiter();
    queue('last', 9);
    queue('first of 5');
    queue('second of 5');
    queue('urgent', 0);
    await pass();
    void limiter.incrementReservoir(2);
    await pass();
    expect(had).toEqual(['urgent', 'first of 5']);
    queue('second urgent', 0);
    await pass();
    void limiter.incrementReservoir(3);
    await pass();
    expect(had).toEqual(['urgent', 'first of 5', 'second urgent', 'second of 5', 'last']);
  });

  it('gives as many turns as it was funded with, one a job, also to jobs that come later', async () => {
    const { limiter, had, queue } = closedLimiter();
    queue('a');
    void limiter.incrementReservoir(3);
    await pass();
    queue('b');
    queue('c');
    queue('d');
    await pass();
    expect(had).toEqual(['a', 'b', 'c']);
    expect(limiter.counts().QUEUED).toBe(1);
  });

  it('gives a turn while earlier jobs still run', async () => {
    const { limiter, had, queue } = closedLimiter();
    void limiter.schedule(() => new Promise<void>(() => undefined));
    queue('b');
    void limiter.incrementReservoir(2);
    await pass();
    expect(had).toEqual(['b']);
  });

  it('has ten priorities', async () => {
    const { limiter, had, queue } = closedLimiter();
    for (let priority = 9; priority >= 0; priority--) queue(String(priority), priority);
    await pass();
    void limiter.incrementReservoir(10);
    await pass();
    expect(had.join('')).toBe('0123456789');
  });
});
