/**
 * What the demo and its workers tell each other. Types only.
 */
import type { FleetEvent } from '../../lib/redis.js';

/** To a worker. */
export type Order = 'start' | 'stop';

/** Calls of one worker so far. */
export interface Counts {
  made: number;
  answered: number;
  lost: number;
  /** How the first call that was lost was lost. */
  loss: string | undefined;
}

/** From a worker. */
export type Message =
  | { kind: 'ready' }
  | { kind: 'counts'; counts: Counts }
  | { kind: 'fleet'; event: FleetEvent }
  /** After 'stop', when no call is left. */
  | { kind: 'finished'; counts: Counts };
