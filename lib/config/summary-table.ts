/**
 * The summary as a table of plain text, made to be pasted into a review. Imports types only.
 */
import type { SummaryGroup, SummaryRow } from './summary-types.js';

const HEADINGS: Readonly<Record<SummaryGroup, string>> = {
  retries: 'Retries',
  limits: 'Limits',
  queue: 'Queue',
  idempotency: 'Idempotency',
};

/** Columns in characters. With the gaps at most 98 in all: it fits a review's pane, and a terminal. */
const LABEL = 17;
const TEXT = 50;
const OPTION = 20;
const GAP = '  ';

/** The rows must come group by group. */
export function layOutTable(title: string, rows: readonly SummaryRow[]): string {
  const lines = [title];
  let group: SummaryGroup | undefined;
  for (const row of rows) {
    if (row.group !== group) lines.push('', layOutLine(HEADINGS[row.group], '', 'option', 'from'));
    group = row.group;
    lines.push(...layOutRow(row));
  }
  return lines.join('\n');
}

function layOutRow({ label, text, option, origin }: SummaryRow): string[] {
  const [first = '', ...rest] = wrap(text, TEXT);
  return [
    layOutLine(GAP + label, first, option ?? '', origin),
    ...rest.map((continued) => layOutLine('', continued, '', '')),
  ];
}

function layOutLine(label: string, text: string, option: string, origin: string): string {
  return [label.padEnd(LABEL), text.padEnd(TEXT), option.padEnd(OPTION), origin].join(GAP).trimEnd();
}

/** One line where it fits, else a line for each clause, broken at spaces. A word that is longer than a line keeps one to itself. */
function wrap(text: string, width: number): string[] {
  if (text.length <= width) return [text];
  return text.split(/(?<=;) /).flatMap((clause) => {
    const lines: string[] = [];
    for (const word of clause.split(' ')) {
      const line = lines.at(-1);
      if (line !== undefined && line.length + 1 + word.length <= width)
        lines[lines.length - 1] = `${line} ${word}`;
      else lines.push(word);
    }
    return lines;
  });
}
