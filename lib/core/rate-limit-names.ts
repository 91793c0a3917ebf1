/**
 * What the NAME of a header field says of a quota: `x-ratelimit-remaining-tokens`, `anthropic-ratelimit-tokens-reset` and
 * `x-user-limit-24hour-limit` are read by one rule. Pure; imports only core.
 */
import type { FieldRole } from './types.js';

export interface FieldName {
  /** What comes before: fields with the same one belong together (`x-ratelimit`, `ratelimit`, `x-app-limit`). */
  group: string;
  /** The window that it tells of, such as `tokens`; empty where the name names none. */
  window: string;
  /** What it tells of it; absent where only its value can show that. */
  role?: FieldRole | 'policy';
  /** The name says milliseconds. */
  inMs: boolean;
  /** The name says "from now", so that no clock is needed to understand it. */
  relative: boolean;
  /** The name speaks of rate limits, and not just of some limit or quota. */
  certain: boolean;
}

/** Matches every name that `readFieldName` could make something of, and some others: cheap enough for every response. */
export const LIMIT_FIELD: RegExp = /limit|quota|used/i;

const CERTAIN = /rate-?limit(?:s|ed|ing)?(?=[-_]|$)/;
const UNCERTAIN = /(?<=^|[-_])(?:limit|quota|used)(?=[-_]|$)/;

/** In order of precedence: `quota-remaining` tells what remains of the window `quota`, not its size. */
const ROLES: readonly (readonly [FieldRole | 'policy', readonly string[]])[] = [
  ['reset', ['reset', 'resets', 'resettime', 'next']],
  ['remaining', ['remaining', 'left', 'available']],
  ['used', ['used', 'usage', 'observed', 'consumed', 'count']],
  ['policy', ['policy', 'policies']],
  ['length', ['window', 'interval', 'period']],
  ['limit', ['limit']],
  ['limit', ['max', 'maximum', 'total', 'quota', 'allowed']],
];

/** The words that tell a role; the lower the rank, the more they say. */
const ROLE_WORDS: ReadonlyMap<string, { role: FieldRole | 'policy'; rank: number }> = new Map(
  ROLES.flatMap(([role, synonyms], rank) => synonyms.map((word) => [word, { role, rank }] as const)),
);

const MILLISECONDS = new Set(['ms', 'millis', 'msec', 'milliseconds']);
const RELATIVE = new Set(['after', 'in']);
/** Words behind a reset or a length that don't belong to a window's name. */
const TIME_WORDS = new Set([
  ...[...MILLISECONDS, ...RELATIVE, 'at', 'on', 'time', 'date', 'timestamp'],
  ...['utc', 'unix', 'epoch', 's', 'sec', 'secs', 'seconds'],
]);

/** Reads a lower-case field name; `undefined` where it can't tell of a quota's window. */
export function readFieldName(name: string): FieldName | undefined {
  const certain = CERTAIN.exec(name);
  const anchor = certain ?? UNCERTAIN.exec(name);
  if (!anchor) return undefined;
  const word = certain ? 'ratelimit' : anchor[0];
  const rest = name.slice(anchor.index + anchor[0].length + 1);
  const field = readWords(
    name.slice(0, anchor.index) + word,
    rest === '' ? [] : rest.split(/[-_]/),
    !!certain,
  );
  return field.role === undefined && word === 'used' ? { ...field, role: 'used' } : field;
}

function readWords(group: string, words: readonly string[], certain: boolean): FieldName {
  const at = tellingWord(words);
  const role = ROLE_WORDS.get(words[at] ?? '')?.role;
  if (role === undefined) return { group, window: words.join('-'), inMs: false, relative: false, certain };

  const before = words.slice(0, at);
  const after = words.slice(at + 1);
  if (role !== 'reset' && role !== 'length') {
    return { group, window: [...before, ...after].join('-'), role, inMs: false, relative: false, certain };
  }
  const window = [
    ...before.filter((word) => word !== 'time'),
    ...after.filter((word) => !TIME_WORDS.has(word)),
  ];
  return {
    group,
    window: window.join('-'),
    role,
    inMs: after.some((word) => MILLISECONDS.has(word)),
    relative: after.some((word) => RELATIVE.has(word)),
    certain,
  };
}

/** Where the word stands that says most about the role; -1 where none says anything. */
function tellingWord(words: readonly string[]): number {
  let best = -1;
  let bestRank = Infinity;
  for (const [index, word] of words.entries()) {
    const rank = ROLE_WORDS.get(word)?.rank ?? Infinity;
    if (rank < bestRank) [best, bestRank] = [index, rank];
  }
  return best;
}
