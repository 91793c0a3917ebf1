/**
 * The line of scopes that wait for the provider's ceiling. They are served in turn, one call each, so that a scope with a thousand calls
 * waiting does not delay one with a single call by more than a turn.
 */
import type { Clock, Refusal } from '../core/ports.js';
import type { Lane } from './lane.js';
import { setLongTimeout } from './timer.js';

/**
 * The outcome of serving a lane once: one call was let through, or the ceiling refused, or the lane's next call is still on its way out of its
 * waiting room, or there is nothing to do for now.
 */
export type Served = 'granted' | 'coming' | 'nothing' | Refusal;

export class CeilingLine {
  readonly #lanes = new Set<Lane>();
  readonly #clock: Clock;
  readonly #serve: (lane: Lane) => Promise<Served>;
  #cancelTimer: (() => void) | undefined;
  #serving = false;
  /** Something has changed since the serving began. */
  #again = false;

  constructor(clock: Clock, serve: (lane: Lane) => Promise<Served>) {
    this.#clock = clock;
    this.#serve = serve;
  }

  get size(): number {
    return this.#lanes.size;
  }

  has(lane: Lane): boolean {
    return this.#lanes.has(lane);
  }

  /** Puts a lane at the end; `until`: the ceiling is known to hold its next call until then. */
  join(lane: Lane, until?: number): void {
    this.#lanes.add(lane);
    if (this.#serving) this.#again = true;
    // Whoever stands further back waits for the first, whatever it needs itself.
    else if (until !== undefined && this.#isFirst(lane)) this.#wakeAt(until);
  }

  /** Tries again at once: there is more to be had, or the next call of `lane` is another one than before. */
  retry(lane?: Lane): void {
    if (this.#lanes.size > 0 && (!lane || this.#isFirst(lane))) void this.#advance();
  }

  clear(): void {
    this.#cancelTimer?.();
    this.#lanes.clear();
  }

  #isFirst(lane: Lane): boolean {
    const [first] = this.#lanes;
    return first === lane;
  }

  async #advance(): Promise<void> {
    this.#again = true;
    if (this.#serving) return;
    this.#serving = true;
    while (this.#again) {
      this.#again = false;
      await this.#serveInTurn();
    }
    this.#serving = false;
  }

  /** Until the first lane has to wait: it keeps its place. */
  async #serveInTurn(): Promise<void> {
    this.#cancelTimer?.();
    for (const lane of this.#lanes) {
      const served = await this.#serve(lane);
      if (served === 'coming') return;
      if (typeof served === 'object') return this.#wakeAt(served.until);
      this.#lanes.delete(lane);
      // Behind the others, where the iteration comes to it again.
      if (served === 'granted' && (lane.room?.size ?? 0) > 0) this.#lanes.add(lane);
    }
  }

  #wakeAt(until: number): void {
    this.#cancelTimer?.();
    this.#cancelTimer = setLongTimeout(this.#clock, until, () => void this.#advance());
  }
}
