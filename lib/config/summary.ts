/**
 * The configuration summary: every setting with where it came from. It is what the next engineer tunes from.
 * May import core/ and its neighbours.
 */
import type { ResolvedOptions } from './resolved.js';
import { keyEntries, limitEntries, queueEntries, retryEntries } from './summary-entries.js';
import { layOutTable } from './summary-table.js';
import type { SummaryGroup, SummaryRow } from './summary-types.js';

/** The configuration of a handler: plain data for `JSON.stringify`, a table of at most 100 columns for `String`. */
export class Summary {
  readonly provider: ResolvedOptions['provider'];
  readonly rows: readonly SummaryRow[];

  constructor(provider: ResolvedOptions['provider'], rows: readonly SummaryRow[]) {
    this.provider = provider;
    this.rows = rows;
  }

  toString(): string {
    const { id, name } = this.provider;
    return layOutTable(`Rate limit handling of ${name} (${id})`, this.rows);
  }
}

export function summarize(options: ResolvedOptions): Summary {
  const entries = {
    retries: retryEntries(options),
    limits: limitEntries(options),
    queue: queueEntries(options),
    idempotency: keyEntries(options),
  } satisfies Record<SummaryGroup, unknown>;
  const rows = Object.entries(entries).flatMap(([group, members]) =>
    members.map((entry): SummaryRow => ({
      group: group as SummaryGroup,
      ...entry,
      origin: entry.option ? options.origins[entry.option] : 'fixed',
    })),
  );
  return new Summary(options.provider, rows);
}
