/**
 * What the gate keeps of one scope while it is in use: who waits, how many calls are on their way, and how far it has reopened.
 */
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
  /** Wakes the lane when its own hold ends. */
  cancelTimer: (() => void) | undefined;
  /** The end of the last pause that the waiting calls were checked against. */
  pausedUntil: number;
}

/** A scope's slow start after a pause. Calls that were sent before count for nothing in it, neither while they last nor when they end. */
export interface Opening {
  /** Calls that may be in flight. */
  width: number;
  inFlight: number;
}

/** The lanes in use. */
export class Lanes {
  readonly #byScope = new Map<string, Lane>();

  /** The scope's lane, a new one if need be. */
  of(scope: string): Lane {
    let lane = this.#byScope.get(scope);
    if (!lane) this.#byScope.set(scope, (lane = openLane(scope)));
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
    if (isSpent(lane) && this.#byScope.get(lane.scope) === lane) this.#byScope.delete(lane.scope);
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
    cancelTimer: undefined,
    pausedUntil: 0,
  };
}

function isSpent(lane: Lane): boolean {
  return (
    lane.inFlight + lane.aside === 0 &&
    lane.opening === undefined &&
    (lane.room?.empty ?? true) &&
    !lane.asking
  );
}

/** As many calls are in flight as may be. */
export function isFull({ inFlight, opening }: Lane, maxConcurrent: number = Infinity): boolean {
  return inFlight >= maxConcurrent || (opening !== undefined && opening.inFlight >= opening.width);
}

/** Slow start, for a scope without a bucket: after a pause one call goes, then two, then four, as the answers come back well. */
export function reopenSlowly(lane: Lane): void {
  lane.opening = { width: 1, inFlight: 0 };
}

/** Each good answer admits one more; once nobody waits, the scope is open. */
export function widen(lane: Lane): void {
  if (lane.opening && (lane.room?.size ?? 0) > 0) lane.opening.width++;
  else lane.opening = undefined;
}
