/**
 * A clock that a test moves by hand: for calls over a real wire, where Jest's fake timers would stop the sockets too.
 */
import type { Clock } from '../../lib/core/ports.js';

interface Timer {
  at: number;
  callback: () => void;
}

export class FakeClock implements Clock {
  #now: number;
  readonly #timers = new Set<Timer>();

  /** @param startAt epoch ms; default: noon of the first of December 2026. */
  constructor(startAt: number = Date.UTC(2026, 11, 1, 12)) {
    this.#now = startAt;
  }

  now(): number {
    return this.#now;
  }

  setTimeout(callback: () => void, ms: number): Timer {
    const timer = { at: this.#now + Math.max(0, ms), callback };
    this.#timers.add(timer);
    return timer;
  }

  clearTimeout(handle: unknown): void {
    this.#timers.delete(handle as Timer);
  }

  /** How far away the running timers are, in ms, the nearest first. */
  get pending(): number[] {
    return [...this.#timers].map(({ at }) => at - this.#now).sort((a, b) => a - b);
  }

  /** Lets time pass: runs every timer that comes due, in order, and what follows from each. */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms;
    await settle();
    for (;;) {
      const next = [...this.#timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.#timers.delete(next);
      this.#now = Math.max(this.#now, next.at);
      next.callback();
      await settle();
    }
    this.#now = end;
    await settle();
  }

  /** Sets the clock without running anything, as a correction of the system's time does. */
  jump(ms: number): void {
    this.#now += ms;
  }
}

/** Lets what is under way in this process come to rest: promises, and the short timers that Bottleneck puts between its steps. */
export async function settle(): Promise<void> {
  for (let i = 0; i < 3; i++) await new Promise((resolve) => setTimeout(resolve, 0));
}

/** Waits for something that comes over the wire. Fails, with what was waited for, when it doesn't come. */
export async function until(condition: () => boolean): Promise<void> {
  for (let i = 0; !condition(); i++) {
    if (i > 5_000) throw new Error(`never came true: ${condition.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}
