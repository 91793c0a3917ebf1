/**
 * Structured Field Values (RFC 9651, and so RFC 8941): lists, dictionaries and items, read strictly: a field that breaks the
 * grammar anywhere is no field at all. Pure; imports nothing.
 *
 * Our own reader, since two fields of one draft are all that needs it: it is a fraction of the `structured-headers` package
 * (which also writes fields), tells a failure by `undefined`, and keeps core free of run-time dependencies.
 */

export type BareItem =
  | { readonly type: 'integer' | 'decimal' | 'date'; readonly value: number }
  /** `bytes` are left in their base64. */
  | { readonly type: 'string' | 'token' | 'bytes' | 'display-string'; readonly value: string }
  | { readonly type: 'boolean'; readonly value: boolean };

export type Parameters = ReadonlyMap<string, BareItem>;

export interface Item {
  readonly item: BareItem;
  readonly parameters: Parameters;
}

export interface InnerList {
  readonly items: readonly Item[];
  readonly parameters: Parameters;
}

export type Member = Item | InnerList;

/** A list; several lines of one field are to be joined with commas first. `undefined`: not a list. */
export function parseList(text: string): Member[] | undefined {
  return parseWhole(text, (cursor) => {
    const members: Member[] = [];
    while (!cursor.atEnd()) {
      members.push(readMember(cursor));
      readSeparator(cursor);
    }
    return members;
  });
}

/** A dictionary; of duplicate keys the last counts. `undefined`: not a dictionary. */
export function parseDictionary(text: string): Map<string, Member> | undefined {
  return parseWhole(text, (cursor) => {
    const members = new Map<string, Member>();
    while (!cursor.atEnd()) {
      const key = cursor.take(KEY);
      const member = cursor.skip('=')
        ? readMember(cursor)
        : { item: TRUE, parameters: readParameters(cursor) };
      members.delete(key); // a later duplicate takes the later place, too
      members.set(key, member);
      readSeparator(cursor);
    }
    return members;
  });
}

/** A single item. `undefined`: not an item. */
export function parseItem(text: string): Item | undefined {
  return parseWhole(text, readItem);
}

const TRUE: BareItem = { type: 'boolean', value: true };

const KEY = /[a-z*][a-z0-9_.*-]*/y;
const NUMBER = /-?(?:\d{1,12}\.\d{1,3}|\d{1,15})(?![\d.])/y;
const INTEGER = /-?\d{1,15}(?![\d.])/y;
const STRING = /"(?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])*"/y;
const TOKEN = /[A-Za-z*][A-Za-z0-9!#$%&'*+.^_`|~:/-]*/y;
const BYTES = /:[A-Za-z0-9+/]*={0,2}:/y;
const DISPLAY_STRING = /%"(?:[\x20\x21\x23\x24\x26-\x7e]|%[0-9a-f]{2})*"/y;

class GrammarError extends Error {}

class Cursor {
  readonly #text: string;
  #position = 0;

  constructor(text: string) {
    this.#text = text;
  }

  atEnd(): boolean {
    return this.#position >= this.#text.length;
  }

  next(): string {
    return this.#text.charAt(this.#position);
  }

  /** Steps over `char` if it comes next. */
  skip(char: string): boolean {
    if (this.next() !== char) return false;
    this.#position += 1;
    return true;
  }

  /** Steps over any number of these characters; says whether there was one. */
  skipAll(chars: string): boolean {
    const start = this.#position;
    while (!this.atEnd() && chars.includes(this.next())) this.#position += 1;
    return this.#position > start;
  }

  /** Takes what the (sticky) pattern matches here; what must be there and is not breaks the field. */
  take(pattern: RegExp): string {
    pattern.lastIndex = this.#position;
    const match = pattern.exec(this.#text);
    if (!match) throw new GrammarError();
    this.#position = pattern.lastIndex;
    return match[0];
  }
}

function parseWhole<T>(text: string, read: (cursor: Cursor) => T): T | undefined {
  const cursor = new Cursor(text.replace(/^ +| +$/g, ''));
  try {
    const value = read(cursor);
    return cursor.atEnd() ? value : undefined;
  } catch (error) {
    if (error instanceof GrammarError) return undefined;
    throw error;
  }
}

/** What stands between two members: one comma, with another member behind it. */
function readSeparator(cursor: Cursor): void {
  cursor.skipAll(' \t');
  if (cursor.atEnd()) return;
  if (!cursor.skip(',')) throw new GrammarError();
  cursor.skipAll(' \t');
  if (cursor.atEnd()) throw new GrammarError();
}

function readMember(cursor: Cursor): Member {
  if (!cursor.skip('(')) return readItem(cursor);
  const items: Item[] = [];
  cursor.skipAll(' ');
  while (!cursor.skip(')')) {
    items.push(readItem(cursor));
    if (!cursor.skipAll(' ') && cursor.next() !== ')') throw new GrammarError();
  }
  return { items, parameters: readParameters(cursor) };
}

function readItem(cursor: Cursor): Item {
  return { item: readBareItem(cursor), parameters: readParameters(cursor) };
}

function readParameters(cursor: Cursor): Parameters {
  const parameters = new Map<string, BareItem>();
  while (cursor.skip(';')) {
    cursor.skipAll(' ');
    const key = cursor.take(KEY);
    parameters.delete(key);
    parameters.set(key, cursor.skip('=') ? readBareItem(cursor) : TRUE);
  }
  return parameters;
}

function readBareItem(cursor: Cursor): BareItem {
  const first = cursor.next();
  if (first === '"') {
    return { type: 'string', value: cursor.take(STRING).slice(1, -1).replace(/\\(.)/g, '$1') };
  }
  if (/[-\d]/.test(first)) return readNumber(cursor);
  if (/[A-Za-z*]/.test(first)) return { type: 'token', value: cursor.take(TOKEN) };
  if (first === ':') return { type: 'bytes', value: cursor.take(BYTES).slice(1, -1) };
  if (cursor.skip('?')) return { type: 'boolean', value: cursor.take(/[01]/y) === '1' };
  if (cursor.skip('@')) return { type: 'date', value: Number(cursor.take(INTEGER)) };
  if (first === '%')
    return { type: 'display-string', value: decode(cursor.take(DISPLAY_STRING).slice(2, -1)) };
  throw new GrammarError();
}

function readNumber(cursor: Cursor): BareItem {
  const digits = cursor.take(NUMBER);
  return { type: digits.includes('.') ? 'decimal' : 'integer', value: Number(digits) + 0 }; // no negative zero
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new GrammarError(); // not UTF-8
  }
}
