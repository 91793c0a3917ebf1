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
  /** Those of them that are done, and wait for a place to be handed over. */
  readonly returning: (() => void)[];
  /** Calls that may be in flight while the scope reopens after a pause; `undefined`: any number. */
  opening: number | undefined;
  /** The ledger is being asked on behalf of this lane. */
  asking: boolean;
  /** Wakes the lane when its own hold ends. */
  cancelTimer: (() => void) | undefined;
  /** The end of the last pause that the waiting calls were checked against. */
  pausedUntil: number;
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

/**
 * Slow start, for a scope without a bucket: after a pause one call goes, then two, then four, as the answers come back well. Each good answer
 * admits one more; once nobody waits, the scope is open.
 */
export function widen(lane: Lane): void {
  if (lane.opening === undefined) return;
  lane.opening = (lane.room?.size ?? 0) > 0 ? lane.opening + 1 : undefined;
}
