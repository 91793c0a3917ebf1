/**
 * The page of all presets, docs/providers.md, out of the presets themselves. Pure: returns text.
 */
import { formatRate } from '../lib/config/format.js';
import type { OutcomeClass, ProviderPreset } from '../lib/core/types.js';
import { PRESET_NAMES, presetNamed } from '../lib/providers/by-name.js';

const INTRODUCTION = `# Providers

What the presets of \`axios-rate-limit-handler/providers\` hold. Each is a function: \`stripe()\` gives the preset, \`stripe({ quota })\` the same with that
field replaced; \`reading\` is laid over the preset's, entry by entry. \`provider: 'stripe'\` finds it by its name. Where a quota depends on the plan, it is the
one that a newcomer has: the comment of the function says which, and what to write for another. No quota: the provider publishes none, or each response tells
it.

Everywhere, 429, 502, 503, 504, connection errors and timeouts are retried, GET, HEAD, OPTIONS, PUT and DELETE always, POST and PATCH only by a key or on your
word. No other 4xx is sent again, whatever it means; it pauses its scope all the same.

Made from the presets by \`npm run docs:providers\`.
`;

export function providersPage(): string {
  const presets = PRESET_NAMES.map((name) => ({ name, preset: presetNamed(name) as ProviderPreset })).sort(
    (a, b) => a.preset.name.localeCompare(b.preset.name, 'en'),
  );
  const facts = presets.map(({ name, preset }) => [
    preset.name,
    `\`${name}\``,
    rates(preset.quota),
    rates(preset.ceiling),
    preset.keyedOn ?? '',
    (preset.headers ?? []).map((header) => `\`${header}\``).join(' ') || 'none',
    keys(preset),
    retried(preset),
    `[${preset.asOf}](${preset.source})`,
  ]);
  const readings = presets.flatMap(({ preset }) => {
    const meanings = ownMeanings(preset);
    return meanings === '' ? [] : [[preset.name, meanings]];
  });
  return [
    INTRODUCTION,
    table(
      [
        'Provider',
        'Preset',
        'Quota of a credential',
        'Ceiling of all',
        'Keyed on',
        'Header fields',
        'Idempotency key',
        'Also retried',
        'Facts of',
      ],
      facts,
    ),
    "\n## Codes and statuses of their own\n\nBesides those that are known of any server. Some presets also have a rule, for what data can't tell.\n",
    table(['Provider', 'Code or status, and what it means'], readings),
    '',
  ].join('\n');
}

function rates(quotas: ProviderPreset['quota']): string {
  const list = [quotas ?? []].flat();
  return (
    list
      .map(({ limit, windowMs, counts }) => `${formatRate(limit, windowMs)}${counts ? ` (${counts})` : ''}`)
      .join('; ') || 'none'
  );
}

function keys({ idempotency }: ProviderPreset): string {
  return idempotency ? `\`${idempotency.header}\` on ${idempotency.methods.join(', ')}` : 'none';
}

function retried({ idempotency, retryStatuses = [] }: ProviderPreset): string {
  const byKey = (idempotency?.methods ?? []).map((method) => `${method} by its key`);
  return [...retryStatuses, ...byKey].join(', ') || 'nothing';
}

function ownMeanings({ reading }: ProviderPreset): string {
  const byClass = new Map<OutcomeClass, string[]>();
  const all: [string, OutcomeClass][] = [
    ...Object.entries(reading?.codes ?? {}),
    ...Object.entries(reading?.statuses ?? {}),
  ];
  for (const [code, outcome] of all) byClass.set(outcome, [...(byClass.get(outcome) ?? []), `\`${code}\``]);
  return [...byClass].map(([outcome, codes]) => `${outcome}: ${codes.join(' ')}`).join('; ');
}

/** A table as Prettier lays it out. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((cell, i) => Math.max(cell.length, ...rows.map((row) => (row[i] ?? '').length)));
  const layOut = (row: readonly string[]): string =>
    `| ${row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`;
  return [layOut(head), layOut(widths.map((width) => '-'.repeat(width))), ...rows.map(layOut)].join('\n');
}
