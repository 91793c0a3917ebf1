/**
 * Moves a clock for as long as something runs, whatever it is sent through: to the next timer whenever all it does is to wait for the clock.
 */
import { settle, until, type FakeClock } from './fake-clock.js';

/** Not for calls with a timeout of their own: that is a timer which runs while the request is on its way. */
export async function runOut<T>(clock: FakeClock, work: Promise<T>): Promise<T> {
  let done = false;
  const end = (): void => void (done = true);
  work.then(end, end);
  for (;;) {
    await until(() => done || clock.pending.length > 0);
    await settle();
    await settle();
    if (done) return work;
    const [next] = clock.pending;
    if (next !== undefined) await clock.advance(next);
  }
}
