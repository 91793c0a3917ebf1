/**
 * What the run comes to, before, during and after the outage. Pure.
 */
import { CEILING, CREDENTIALS, QUOTA } from './terms.js';
import type { Arrival } from './traffic.js';

/** Instants on the upstream's clock. */
export interface Times {
  startedAt: number;
  killedAt: number;
  /** Every worker had found Redis again, and a window had passed. */
  recoveredAt: number;
  endedAt: number;
}

export interface PhaseFigures {
  title: string;
  requests: number;
  seconds: number;
  /** 429s. */
  refused: number;
  /** The most requests in any window that ends in this phase, for all together. */
  fullestOfAll: number;
  /** The same for the busiest credential. */
  fullestOfOne: number;
  /** Each worker's part of the requests, in the order of their names. */
  shares: number[];
}

/** The whole run comes last. */
export function phaseFigures(
  arrivals: readonly Arrival[],
  { startedAt, killedAt, recoveredAt, endedAt }: Times,
  workers: readonly string[],
): PhaseFigures[] {
  const phases: [title: string, from: number, to: number][] = [
    ['before', startedAt, killedAt],
    ['outage', killedAt, recoveredAt],
    ['after', recoveredAt, endedAt],
    ['whole run', startedAt, endedAt],
  ];
  return phases.map(([title, from, to]) => {
    const own = arrivals.filter(({ at }) => at >= from && at < to);
    return {
      title,
      requests: own.length,
      seconds: (to - from) / 1_000,
      refused: own.filter(({ refused }) => refused).length,
      fullestOfAll: fullestEndingIn(arrivals, from, to, CEILING.windowMs),
      fullestOfOne: Math.max(
        ...CREDENTIALS.map((credential) =>
          fullestEndingIn(
            arrivals.filter((arrival) => arrival.credential === credential),
            from,
            to,
            QUOTA.windowMs,
          ),
        ),
      ),
      shares: workers.map((name) => own.filter(({ worker }) => worker === name).length / own.length),
    };
  });
}

/** Windows reach back into the phase before: what matters of a change is the windows across it. */
function fullestEndingIn(arrivals: readonly Arrival[], from: number, to: number, windowMs: number): number {
  let fullest = 0;
  let first = 0;
  arrivals.forEach(({ at }, index) => {
    while ((arrivals[first]?.at ?? at) <= at - windowMs) first += 1;
    if (at >= from && at < to) fullest = Math.max(fullest, index - first + 1);
  });
  return fullest;
}
