/**
 * From header fields to quota windows: reads each field by its name and its value, and gathers what belongs together.
 * Pure; imports only core.
 */
import { decimalToMs, parseDuration } from './durations.js';
import { joinLines, pickFields, type Fields } from './header-bag.js';
import { LIMIT_FIELD, readFieldName, type FieldName } from './rate-limit-names.js';
import { parseStructuredWindows } from './rate-limit-structured.js';
import { parseAmounts, parseCount, parseKeyedWindows, type Amount } from './rate-limit-values.js';
import { readReset, readServerClock, type ServerClock, type TimeUnit } from './server-clock.js';
import type { HeaderBag, RateWindow, ReadingRules } from './types.js';
import { WindowTable } from './window-table.js';

const WANTED = new RegExp(`${LIMIT_FIELD.source}|^date$`, 'i');

/**
 * Every quota window that the headers tell of, empty where they tell of none. Understood are
 *
 * - `limit`, `remaining`, `used` and `reset` fields under any prefix, with the window's name on either side
 *   (`X-RateLimit-Remaining-Tokens`, `Anthropic-RateLimit-Tokens-Remaining`);
 * - RateLimit and RateLimit-Policy of every draft of draft-ietf-httpapi-ratelimit-headers;
 * - pairs (`32/40` used), named values (`Ports:2999`), policies (`100;w=60`), keys and values (`total=100; resets=41`);
 * - resets as seconds or milliseconds from now, epoch seconds or finer (told apart by size), Go durations, RFC 3339, and
 *   HTTP-dates, measured against the response's own `Date`.
 *
 * What the server did not say, or said in a way that makes no sense (a reset that is over, a limit of -1), is absent.
 */
export function parseRateLimit(
  headers: HeaderBag,
  receivedAt: number,
  rules?: ReadingRules,
): readonly RateWindow[] {
  const ownFields = rules?.fields;
  const wanted = ownFields
    ? { test: (name: string): boolean => WANTED.test(name) || Object.hasOwn(ownFields, name.toLowerCase()) }
    : WANTED;
  return readWindows(pickFields(headers, wanted), receivedAt, rules);
}

/** The same, from fields that were picked already. */
export function readWindows(fields: Fields, receivedAt: number, rules?: ReadingRules): RateWindow[] {
  const reader = new FieldReader(readServerClock(fields, receivedAt), rules?.resetUnit);
  for (const [name, lines] of fields) {
    const meaning = readMeaning(name, rules?.fields);
    if (meaning) reader.read(meaning, joinLines(lines) ?? '', meaning.unit);
  }
  return reader.table.finish();
}

type Meaning = FieldName & { unit?: TimeUnit | undefined };

function readMeaning(name: string, own: ReadingRules['fields']): Meaning | undefined {
  const generic = readFieldName(name);
  const rule = own && Object.hasOwn(own, name) ? own[name] : undefined;
  if (rule === undefined) return generic;
  if (rule === false) return undefined;
  const { role, window = '', unit } = rule;
  return { group: generic?.group ?? '', window, role, unit, inMs: false, relative: false, certain: true };
}

class FieldReader {
  readonly table = new WindowTable();
  readonly #clock: ServerClock;
  readonly #resetUnit: TimeUnit | undefined;

  constructor(clock: ServerClock, resetUnit: TimeUnit | undefined) {
    this.#clock = clock;
    this.#resetUnit = resetUnit;
  }

  read(field: FieldName, text: string, unit: TimeUnit | undefined): void {
    switch (field.role) {
      case 'reset':
        return this.#readReset(field, text, unit);
      case 'length':
        return this.#readLength(field, text, unit);
      case 'policy':
        return this.#readCombined(field, text);
      case 'limit':
      case 'remaining':
      case 'used':
        return this.#readAmounts(field, field.role, text);
      case undefined:
        return this.#readRoleless(field, text);
    }
  }

  #readReset(field: FieldName, text: string, unit: TimeUnit | undefined): void {
    const named = /^([A-Za-z][\w.-]*):(.+)$/.exec(text);
    const value = (named?.[2] ?? text).trim();
    const resetAt = readReset(value, this.#clock, unit ?? this.#unitOf(field, value));
    if (resetAt !== undefined) this.table.put(field, named?.[1] ?? field.window, { resetAt }, field.relative);
  }

  #unitOf(field: FieldName, value: string): TimeUnit | undefined {
    if (field.inMs) return Number(value) < 1e11 ? 'delta-ms' : 'epoch-ms';
    return field.relative ? 'delta-s' : this.#resetUnit;
  }

  #readLength(field: FieldName, text: string, unit: TimeUnit | undefined): void {
    const unitMs = field.inMs || unit === 'delta-ms' ? 1 : 1_000;
    const windowMs = decimalToMs(text, unitMs) ?? parseDuration(text);
    if (windowMs && Number.isFinite(windowMs)) this.table.put(field, field.window, { windowMs });
  }

  #readAmounts(field: FieldName, role: 'limit' | 'remaining' | 'used', text: string): void {
    const amounts = parseAmounts(text);
    if (amounts.length === 0) return this.#readCombined(field, text);
    const plain: number[] = [];
    for (const [index, amount] of amounts.entries()) {
      if (amount.of !== undefined) this.#putPair(field, amount, role === 'remaining');
      else if (amount.name !== undefined) this.table.put(field, amount.name, describeAmount(amount, role));
      else if (amount.windowMs === undefined) plain.push(amount.value);
      // `100, 100;w=60, 1000;w=3600` (drafts 00 to 03): the first is the limit, all others are policies.
      else if (index === 0) this.table.put(field, field.window, describeAmount(amount, role));
      else if (role === 'limit')
        this.table.putPolicy(field, { limit: amount.value, windowMs: amount.windowMs });
    }
    if (plain.length > 0) this.table.putColumn(field, role, plain);
  }

  /** `x-rate-limit: 700` is a limit. `x-hubspot-ratelimit-daily: 250000` is one if something tells what is left of `daily`. */
  #readRoleless(field: FieldName, text: string): void {
    const count = parseCount(text);
    if (count === undefined) return this.#readCombined(field, text);
    if (field.window === '') this.table.putColumn(field, 'limit', [count]);
    else this.table.putPossibleLimit(field, count);
  }

  /** A value that tells more than one thing. */
  #readCombined(field: FieldName, text: string): void {
    const pairs = parseAmounts(text).filter((amount) => amount.of !== undefined);
    if (pairs.length > 0) {
      for (const pair of pairs) this.#putPair(field, pair, false);
      return;
    }
    const structured = parseStructuredWindows(text);
    for (const { name, resetMs, ...window } of structured) {
      if (name === undefined && window.windowMs !== undefined) this.table.putPolicy(field, window);
      else {
        const resetAt = resetMs ? readReset(String(resetMs), this.#clock, 'delta-ms') : undefined;
        this.table.put(field, name ?? '', { ...window, ...(resetAt !== undefined && { resetAt }) });
      }
    }
    if (structured.length > 0) return;
    for (const { name, reset, ...window } of parseKeyedWindows(text)) {
      const resetAt = reset === undefined ? undefined : readReset(reset, this.#clock);
      this.table.put(field, name ?? field.window, { ...window, ...(resetAt !== undefined && { resetAt }) });
    }
  }

  /** A pair is what is used of a limit, unless the field says that it tells what remains. */
  #putPair(field: FieldName, { name, value, of }: Amount, remaining: boolean): void {
    const limit = of ?? 0;
    this.table.put(field, name ?? '', remaining ? { remaining: value, limit } : { used: value, limit });
  }
}

function describeAmount({ value, windowMs }: Amount, role: 'limit' | 'remaining' | 'used'): RateWindow {
  return { [role]: value, ...(windowMs !== undefined && { windowMs }) };
}
