/**
 * The line of scopes that wait for the provider's ceiling. They are served in turn, one call each, so that a scope with a thousand calls
 * waiting does not delay one with a single call by more than a turn.
 */
import type { Clock, Refusal } from '../core/ports.js';
import type { Lane } from './lane.js';
import { setLongTimeout } from './timer.js';

/** The outcome of serving a lane once: one call is done and the next can be served, or there is nothing to do for now, or the provider's account
 * refuses. */
export type Served = 'again' | 'nothing' | Refusal;

export class CeilingLine {
  readonly #lanes = new Set<Lane>();
  readonly #clock: Clock;
  readonly #serve: (lane: Lane) => Promise<Served>;
  #cancelTimer: (() => void) | undefined;
  #serving = false;

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

  /** Puts a lane at the end; `until`: the ceiling is known to hold until then. */
  join(lane: Lane, until?: number): void {
    this.#lanes.add(lane);
    if (until !== undefined && !this.#serving) this.#wakeAt(until);
  }

  clear(): void {
    this.#cancelTimer?.();
    this.#lanes.clear();
  }

  async #advance(): Promise<void> {
    if (this.#serving) return;
    this.#serving = true;
    for (const lane of this.#lanes) {
      const served = await this.#serve(lane);
      if (typeof served === 'object') {
        this.#wakeAt(served.until); // the lane keeps its place
        break;
      }
      this.#lanes.delete(lane);
      // Behind the others, where the iteration comes to it again.
      if (served === 'again' && (lane.room?.size ?? 0) > 0) this.#lanes.add(lane);
    }
    this.#serving = false;
  }

  #wakeAt(until: number): void {
    this.#cancelTimer?.();
    this.#cancelTimer = setLongTimeout(this.#clock, until, () => void this.#advance());
  }
}
