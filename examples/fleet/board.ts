/**
 * How the fleet is doing at this moment, in lines of text. Pure.
 */
import type { WorkerState, WorkerView } from './crew.js';
import { CEILING } from './terms.js';

export interface Moment {
  /** Since the start. */
  elapsedMs: number;
  redis: 'up' | 'down';
  workers: readonly Pick<WorkerView, 'name' | 'counts' | 'state'>[];
  /** Requests of each worker in the last window, by name. */
  lately: ReadonlyMap<string, number>;
  refused: number;
}

const BAR_WIDTH = 24;

/** For a terminal: a line for each worker, and their sum against the limit. */
export function board(moment: Moment): string[] {
  const { elapsedMs, redis, workers, lately, refused } = moment;
  const sum = sumOf(lately);
  return [
    `${seconds(elapsedMs).padStart(6)}   Redis is ${redis.toUpperCase()}`,
    ...workers.map(({ name, counts, state }) => {
      const own = lately.get(name) ?? 0;
      return `${name.padEnd(9)}${bar(own)} ${perSecond(own)}/s  ${`${waiting(counts)}`.padStart(3)} waiting  ${stateOf(state)}`;
    }),
    `${'sum'.padEnd(9)}${bar(sum)} ${perSecond(sum)}/s  ${sum} of ${CEILING.limit} in ${seconds(CEILING.windowMs, 0)}, 429s: ${refused}`,
  ];
}

/** For a pipe or a log: the same in one line. */
export function boardLine(moment: Moment): string {
  const { elapsedMs, redis, workers, lately, refused } = moment;
  const rates = workers.map(({ name }) => perSecond(lately.get(name) ?? 0).trim()).join(' + ');
  const sum = sumOf(lately);
  const states = workers.map(({ state }) => (state.kind === 'restored' ? 'restored' : stateOf(state)));
  const queued = workers.reduce((all, { counts }) => all + waiting(counts), 0);
  return (
    `${seconds(elapsedMs).padStart(6)}  Redis ${redis.padEnd(4)}  ${rates} = ${perSecond(sum).trim()}/s, ${sum} of ${CEILING.limit} ` +
    `in ${seconds(CEILING.windowMs, 0)}, 429s: ${refused}, ${queued} waiting, ${[...new Set(states)].join(', ')}`
  );
}

function stateOf(state: WorkerState): string {
  switch (state.kind) {
    case 'shared':
      return 'shared';
    case 'degraded':
      return `degraded to 1/${state.processes}`;
    case 'restored':
      return `restored after ${seconds(state.outageMs)}`;
  }
}

function waiting({ made, answered, lost }: WorkerView['counts']): number {
  return made - answered - lost;
}

function sumOf(lately: ReadonlyMap<string, number>): number {
  return [...lately.values()].reduce((sum, count) => sum + count, 0);
}

/** A full bar is the limit. */
function bar(count: number): string {
  const filled = Math.min(BAR_WIDTH, Math.round((count / CEILING.limit) * BAR_WIDTH));
  return `[${'#'.repeat(filled)}${'.'.repeat(BAR_WIDTH - filled)}]`;
}

function perSecond(count: number): string {
  return (count / (CEILING.windowMs / 1_000)).toFixed(1).padStart(5);
}

function seconds(ms: number, digits = 1): string {
  return `${(ms / 1_000).toFixed(digits)} s`;
}
