/**
 * Text in columns. Pure. Imports nothing.
 */

/** The first row is the head. The first column is flush left, the others are flush right. */
export function inColumns(rows: readonly (readonly string[])[]): string {
  const count = Math.max(...rows.map((row) => row.length));
  const widths = Array.from({ length: count }, (_, at) =>
    Math.max(...rows.map((row) => row[at]?.length ?? 0)),
  );
  const [head = '', ...lines] = rows.map((row) =>
    widths
      .map((width, at) => (at === 0 ? (row[at] ?? '').padEnd(width) : (row[at] ?? '').padStart(width)))
      .join('  ')
      .trimEnd(),
  );
  const rule = '-'.repeat(widths.reduce((sum, width) => sum + width + 2, -2));
  return [head, rule, ...lines].join('\n');
}
