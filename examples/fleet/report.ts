/**
 * The run in a table, and what it has to have kept. Pure: returns text.
 */
import { inColumns } from '../columns.js';
import type { Verdict } from '../demo/report.js';
import type { WorkerView } from './crew.js';
import type { PhaseFigures } from './figures.js';
import { CEILING, CEILING_BURST, CEILING_RATE, QUOTA } from './terms.js';

/** The least share of what the bucket gives that is to be used while Redis is there. */
const WANTED_SHARE = 0.97;

/** How far a worker's part may be from the mean. */
const FAIR_WITHIN = 0.2;

type Worker = Pick<WorkerView, 'name' | 'counts' | 'outages' | 'recoveries'>;

export function table(phases: readonly PhaseFigures[], workers: readonly Worker[]): string {
  const rows: [label: string, value: (phase: PhaseFigures) => string][] = [
    ['', ({ title }) => title],
    ['requests', ({ requests }) => `${requests}`],
    ['  a second', ({ requests, seconds }) => (requests / seconds).toFixed(1)],
    ['  answered 429', ({ refused }) => `${refused}`],
    [most(CEILING, 'all together'), ({ fullestOfAll }) => `${fullestOfAll} of ${CEILING.limit}`],
    [most(QUOTA, 'one credential'), ({ fullestOfOne }) => `${fullestOfOne} of ${QUOTA.limit}`],
    ...workers.map(({ name }, nth): [string, (phase: PhaseFigures) => string] => [
      `share of ${name}`,
      ({ shares }) => percent(shares[nth] ?? 0),
    ]),
  ];
  return inColumns(rows.map(([label, value]) => [label, ...phases.map(value)]));
}

/** `phases`: before, outage, after, whole run. */
export function verdicts(phases: readonly PhaseFigures[], workers: readonly Worker[]): Verdict[] {
  const [before, outage, after, whole] = phases as [PhaseFigures, PhaseFigures, PhaseFigures, PhaseFigures];
  const sum = (count: (worker: Worker) => number): number =>
    workers.reduce((total, worker) => total + count(worker), 0);
  const made = sum(({ counts }) => counts.made);
  const answered = sum(({ counts }) => counts.answered);
  const shared = Math.max(before.fullestOfAll, after.fullestOfAll);
  const used = before.requests / (CEILING_BURST + CEILING_RATE * before.seconds);
  const uneven = Math.max(...whole.shares.map((share) => Math.abs(share * workers.length - 1)));
  const recovered = workers.filter(({ outages, recoveries }) => outages > 0 && recoveries === outages);
  return [
    { ok: answered === made, text: `no call lost (${made - answered} of ${made})` },
    { ok: whole.requests === made, text: `each call sent once (${whole.requests} requests)` },
    { ok: whole.refused === 0, text: `no 429 (${whole.refused})` },
    {
      ok: shared <= CEILING.limit,
      text: `no window above the limit while Redis was there (${shared} of ${CEILING.limit})`,
    },
    {
      ok: outage.fullestOfAll <= CEILING.limit + CEILING_BURST,
      text: `nor above it by more than one bucket while it was not (${outage.fullestOfAll} of ${CEILING.limit} + ${CEILING_BURST})`,
    },
    {
      ok: recovered.length === workers.length,
      text: `every worker lost Redis and found it again (${recovered.length} of ${workers.length})`,
    },
    {
      ok: used >= WANTED_SHARE,
      text: `at least ${percent(WANTED_SHARE, 0)} of what the bucket gives used before the outage (${percent(used)})`,
      timed: true,
    },
    {
      ok: uneven <= FAIR_WITHIN,
      text: `every worker's share within ${percent(FAIR_WITHIN, 0)} of the mean (${percent(uneven)})`,
      timed: true,
    },
  ];
}

function most({ windowMs }: { windowMs: number }, whose: string): string {
  return `most in any ${windowMs / 1_000} s, ${whose}`;
}

function percent(part: number, digits = 1): string {
  return `${(part * 100).toFixed(digits)}%`;
}
