/**
 * The runs side by side, and what the plugin's run has to have kept. Pure: returns text.
 */
import { inColumns } from '../columns.js';
import type { Figures } from './figures.js';
import { CEILING, HEADROOM, QUOTA } from './terms.js';

/** The least share of the ideal throughput that the plugin has to reach. */
const WANTED_SHARE = 0.97;

export interface Column {
  title: string;
  figures: Figures;
  /** Whether the run meant to keep to r and b, so that the ideal is its measure. */
  paced: boolean;
}

/** Right-aligned columns under their titles. */
export function table(columns: readonly Column[]): string {
  const rows: [label: string, value: (column: Column) => string][] = [
    ['', ({ title }) => title],
    ['calls', ({ figures }) => `${figures.calls}`],
    ['  succeeded', ({ figures }) => `${figures.succeeded}`],
    ['  lost', ({ figures }) => `${figures.lost}`],
    ['attempts, as the upstream saw them', ({ figures }) => `${figures.attempts}`],
    ['  answered 429, over the quota', ({ figures }) => `${figures.overQuota}`],
    ['  answered 429, a planned fault', ({ figures }) => `${figures.injected429}`],
    ['  502, 503 or reset, planned faults', ({ figures }) => `${figures.otherFaults}`],
    ['  sent before a Retry-After was over', ({ figures }) => `${figures.earlyRetries}`],
    ['charges booked twice', ({ figures }) => `${figures.duplicates}`],
    ['charges booked, reported as failed', ({ figures }) => `${figures.bookedButLost}`],
    [
      `most in any ${seconds(QUOTA.windowMs)}, one credential`,
      ({ figures }) => share(figures.fullestOfOne, QUOTA.limit),
    ],
    [
      `most in any ${seconds(CEILING.windowMs)}, all together`,
      ({ figures }) => share(figures.fullestOfAll, CEILING.limit),
    ],
    ['elapsed', ({ figures }) => seconds(figures.elapsedMs)],
    ['ideal for r and b *', ({ figures, paced }) => (paced ? seconds(figures.idealMs) : '-')],
    ['share of the ideal throughput', ({ figures, paced }) => (paced ? percent(shareOfIdeal(figures)) : '-')],
  ];
  return inColumns(rows.map(([label, value]) => [label, ...columns.map(value)]));
}

export const FOOTNOTE: string = [
  `* r is ${percent(HEADROOM, 0)} of the published rate, b the burst. The ideal client sends every attempt, retries too, at the`,
  '  first instant at which r and b allow it; for the pauses that the faults ask for it is allowed nothing.',
].join('\n');

export interface Verdict {
  ok: boolean;
  text: string;
  /** A figure of speed: it depends on the machine, so it is told and does not fail the run. */
  timed?: boolean;
}

/** What the plugin's run has to have kept. */
export function verdicts(figures: Figures): Verdict[] {
  const reached = shareOfIdeal(figures);
  return [
    { ok: figures.lost === 0, text: `no call lost (${figures.lost})` },
    { ok: figures.overQuota === 0, text: `no 429 but the planned ones (${figures.overQuota})` },
    {
      ok: figures.duplicates === 0 && figures.missing === 0,
      text: `every charge booked exactly once (${figures.duplicates} twice, ${figures.missing} missing)`,
    },
    {
      ok: figures.earlyRetries === 0,
      text: `nothing sent before a Retry-After was over (${figures.earlyRetries})`,
    },
    {
      ok: figures.reported === figures.attempts,
      text: `every attempt told by a call report (${figures.reported} of ${figures.attempts})`,
    },
    {
      ok: reached >= WANTED_SHARE,
      text: `at least ${percent(WANTED_SHARE, 0)} of the ideal throughput (${percent(reached)})`,
      timed: true,
    },
  ];
}

export function verdictLines(all: readonly Verdict[]): string {
  return all
    .map(({ ok, text, timed }) => {
      const excuse = !ok && timed ? ': was the machine busy? Not counted as a failure' : '';
      return `${ok ? 'ok    ' : 'NOT ok'}  ${text}${excuse}`;
    })
    .join('\n');
}

/** Whether the run kept everything that does not depend on the machine's speed. */
export function passed(all: readonly Verdict[]): boolean {
  return all.every(({ ok, timed }) => ok || timed === true);
}

function shareOfIdeal(figures: Figures): number {
  return figures.idealMs / figures.elapsedMs;
}

function share(most: number, limit: number): string {
  return `${most} of ${limit}`;
}

function seconds(ms: number): string {
  return `${Number((ms / 1_000).toFixed(2))} s`;
}

function percent(part: number, digits = 1): string {
  return `${(part * 100).toFixed(digits)}%`;
}
