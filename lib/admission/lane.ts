/**
 * What the gate keeps of one scope while it is in use: who waits, how many calls are on their way, and how far it has reopened.
 */
import type { Clock } from '../core/ports.js';
import type { WaitingRoom } from './waiting-room.js';

export interface Lane {
  readonly scope: string;
  room: WaitingRoom | undefined;
  /** Calls dispatched and not answered yet. */
  inFlight: number;
  /** Calls that hold a permit and have something to do before they take their place in flight. */
  aside: number;
  /** Those of them that are done, and wait for a place: each takes it when it is called. */
  readonly returning: (() => void)[];
  /** How far the scope has reopened after its last pause; `undefined`: it is open. */
  opening: Opening | undefined;
  /** The ledger is being asked on behalf of this lane. */
  asking: boolean;
  /** Something has changed since: who is next, or what there is to be had. */
  askAgain: boolean;
  /** Wakes the lane when its own hold ends. */
  cancelTimer: (() => void) | undefined;
  /** The end of the last pause that the waiting calls were checked against. */
  pausedUntil: number;
}

/** A scope's slow start after a pause. Calls that were sent before count for nothing in it, neither while they last nor when they end. */
export interface Opening {
  /** The end of the pause. */
  readonly from: number;
  /** Calls that may be in flight. */
  width: number;
  inFlight: number;
}

/** The least number of lanes at which those are looked for that nobody came back to after a pause. */
const SWEEP_FROM = 1_000;

/** The lanes in use. */
export class Lanes {
  readonly #byScope = new Map<string, Lane>();
  readonly #clock: Pick<Clock, 'now'>;
  #sweepAt = SWEEP_FROM;

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
  }

  /** How many there are, and how many calls wait in them. */
  get size(): { scopes: number; waiting: number } {
    let waiting = 0;
    for (const { room } of this) waiting += room?.size ?? 0;
    return { scopes: this.#byScope.size, waiting };
  }

  /** The scope's lane, a new one if need be. */
  of(scope: string): Lane {
    let lane = this.#byScope.get(scope);
    if (!lane) {
      if (this.#byScope.size >= this.#sweepAt) this.#sweep();
      this.#byScope.set(scope, (lane = openLane(scope)));
    }
    return lane;
  }

  find(scope: string): Lane | undefined {
    return this.#byScope.get(scope);
  }

  [Symbol.iterator](): Iterator<Lane> {
    return this.#byScope.values();
  }

  /** Forgets the lane, if nothing about it is worth keeping. */
  dropIfSpent(lane: Lane): void {
    if (lane.opening || !isQuiet(lane) || this.#byScope.get(lane.scope) !== lane) return;
    lane.cancelTimer?.();
    this.#byScope.delete(lane.scope);
  }

  /** Forgets the slow starts of scopes that nobody came back to. */
  #sweep(): void {
    const now = this.#clock.now();
    for (const lane of this) {
      if (isQuiet(lane) && lane.opening && lane.opening.from <= now) this.#byScope.delete(lane.scope);
    }
    this.#sweepAt = Math.max(SWEEP_FROM, 2 * this.#byScope.size);
  }
}

function openLane(scope: string): Lane {
  return {
    scope,
    room: undefined,
    inFlight: 0,
    aside: 0,
    returning: [],
    opening: undefined,
    asking: false,
    askAgain: false,
    cancelTimer: undefined,
    pausedUntil: 0,
  };
}

function isQuiet({ inFlight, aside, room, asking }: Lane): boolean {
  return inFlight + aside === 0 && (room?.empty ?? true) && !asking;
}

/** As many calls are in flight as may be. */
export function isFull({ inFlight, opening }: Lane, maxConcurrent: number = Infinity): boolean {
  return inFlight >= maxConcurrent || (opening !== undefined && opening.inFlight >= opening.width);
}

/** Slow start, for a scope without a bucket: after a pause one call goes, then two, then four, as the answers come back well. */
export function reopenSlowly(lane: Lane, from: number): void {
  lane.opening = { from, width: 1, inFlight: 0 };
}

/** Each good answer admits one more; once nobody waits, the scope is open. */
export function widen(lane: Lane): void {
  if (lane.opening && (lane.room?.size ?? 0) > 0) lane.opening.width++;
  else lane.opening = undefined;
}
