/**
 * Header fields out of any of the shapes that reach us, in any case of their names. Pure; imports only core.
 */
import type { HeaderBag } from './types.js';

/** Lower-case names with their lines, in order of appearance. */
export type Fields = ReadonlyMap<string, readonly string[]>;

/** Which names to pick: a regular expression, or anything like one. */
export interface NamePattern {
  test: (name: string) => boolean;
}

/**
 * Picks the fields whose names `wanted` matches, in one pass: this runs on every response.
 *
 * Takes `AxiosHeaders` and plain objects (their own properties), `Headers` and `Map` (by `forEach`); values may be strings,
 * numbers, booleans, or arrays of these, one per line. Whatever else is in there is passed over.
 */
export function pickFields(bag: HeaderBag | null | undefined, wanted: NamePattern): Fields {
  const fields = new Map<string, string[]>();
  if (bag === null || typeof bag !== 'object') return fields;

  const pick = (name: unknown, value: unknown): void => {
    if (typeof name === 'string' && wanted.test(name)) addLines(fields, name.toLowerCase(), value);
  };
  if (isIterableBag(bag)) {
    bag.forEach((value, name) => pick(name, value));
  } else {
    for (const name of Object.keys(bag)) pick(name, (bag as Record<string, unknown>)[name]);
  }
  return fields;
}

/** A field's lines as one, the way RFC 9110 (5.3) joins them; `undefined` where there is none. */
export function joinLines(lines: readonly string[] | undefined): string | undefined {
  return lines === undefined || lines.length < 2 ? lines?.[0] : lines.join(', ');
}

function addLines(fields: Map<string, string[]>, name: string, value: unknown): void {
  if (Array.isArray(value)) {
    for (const line of value) if (!Array.isArray(line)) addLines(fields, name, line);
    return;
  }
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return;
  const line = String(value).trim();
  const lines = fields.get(name);
  if (lines) lines.push(line);
  else fields.set(name, [line]);
}

function isIterableBag(
  bag: object,
): bag is { forEach: (visit: (value: unknown, name: unknown) => void) => void } {
  return 'forEach' in bag && typeof bag.forEach === 'function';
}
