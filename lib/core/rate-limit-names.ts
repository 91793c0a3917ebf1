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

const CERTAIN = /^(.*?)rate-?limit(?:s|ed|ing)?(?:[-_](.+))?$/;
const UNCERTAIN = /^(?:(.*?)[-_])?(limit|quota|used)(?:[-_](.+))?$/;

/** In order of precedence: `quota-remaining` tells what remains of the window `quota`, not its size. */
const ROLES: readonly (readonly [FieldRole | 'policy', ReadonlySet<string>])[] = [
  ['reset', new Set(['reset', 'resets', 'resettime', 'next'])],
  ['remaining', new Set(['remaining', 'left', 'available'])],
  ['used', new Set(['used', 'usage', 'observed', 'consumed', 'count'])],
  ['policy', new Set(['policy', 'policies'])],
  ['length', new Set(['window', 'interval', 'period'])],
  ['limit', new Set(['limit'])],
  ['limit', new Set(['max', 'maximum', 'total', 'quota', 'allowed'])],
];

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
  if (certain) return readWords(`${certain[1]}ratelimit`, words(certain[2]), true);
  const uncertain = UNCERTAIN.exec(name);
  if (!uncertain) return undefined;
  const anchor = uncertain[2] ?? '';
  const field = readWords(`${uncertain[1] ?? ''}-${anchor}`, words(uncertain[3]), false);
  return field && anchor === 'used' && field.role === undefined ? { ...field, role: 'used' } : field;
}

function words(text: string | undefined): string[] {
  return text === undefined ? [] : text.split(/[-_]/);
}

function readWords(group: string, all: string[], certain: boolean): FieldName | undefined {
  // Retry-After under a vendor's prefix tells of this refusal, and is read as such.
  if (all.includes('retry')) return undefined;
  const field = { group, inMs: false, relative: false, certain };
  for (const [role, synonyms] of ROLES) {
    const index = all.findIndex((word) => synonyms.has(word));
    if (index < 0) continue;
    const before = all.slice(0, index);
    const after = all.slice(index + 1);
    if (role !== 'reset' && role !== 'length')
      return { ...field, window: [...before, ...after].join('-'), role };
    const name = [
      ...before.filter((word) => word !== 'time'),
      ...after.filter((word) => !TIME_WORDS.has(word)),
    ];
    return {
      ...field,
      window: name.join('-'),
      role,
      inMs: after.some((word) => MILLISECONDS.has(word)),
      relative: after.some((word) => RELATIVE.has(word)),
    };
  }
  return { ...field, window: all.join('-') };
}
