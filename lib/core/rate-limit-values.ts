/**
 * What the VALUE of a rate-limit field says, in every notation that we know of but structured fields. Pure; imports only core.
 */
import { parsePeriod } from './durations.js';

/** A number with what may stand around it: `100`, `100;w=60`, `32/40`, `3000/m`, `per-app=17/250(app=x)`, `Ports:3000/m`. */
export interface Amount {
  name?: string;
  value: number;
  /** The second number of a pair. */
  of?: number;
  windowMs?: number;
}

/** What a text of keys and values says of one window. `reset` is still in the server's notation. */
export interface KeyedWindow {
  name?: string;
  limit?: number;
  remaining?: number;
  used?: number;
  reset?: string;
  windowMs?: number;
}

const AMOUNT =
  /^(?:([A-Za-z][\w.-]*)([:=]))?(\d+(?:\.\d+)?)(?: ?\/ ?(?:(\d+(?:\.\d+)?)|(\d*[A-Za-z]+)))?(?:\([^)]*\))?(?:;(.*))?$/;

/** A count: whole or decimal, not negative (-1 is how some servers say "unknown"), not beyond what a number holds. */
export function parseCount(text: string): number | undefined {
  if (!/^\d+(?:\.\d+)?$/.test(text)) return undefined;
  const count = Number(text);
  return Number.isFinite(count) ? count : undefined;
}

/** The amounts in a list; whatever is none is passed over. */
export function parseAmounts(text: string): Amount[] {
  const isPairs = /\d ?\/ ?\d/.test(text) && !/;\s*w=/.test(text);
  const amounts: Amount[] = [];
  for (const element of text.split(isPairs ? /[,;]/ : ',')) {
    const amount = parseAmount(element.trim());
    if (amount) amounts.push(amount);
  }
  return amounts;
}

function parseAmount(text: string): Amount | undefined {
  const match = AMOUNT.exec(text);
  if (!match) return undefined;
  const [, name, separator, digits, second, period, parameters] = match;
  const value = parseCount(digits ?? '');
  const of = second === undefined ? undefined : parseCount(second);
  // `limit=100` is a key with its value; only of a pair do we know what `name=` means.
  if (value === undefined || (separator === '=' && of === undefined)) return undefined;
  const seconds = /(?:^|;)\s*w=(\d{1,9})(?![\d.])/.exec(parameters ?? '')?.[1];
  const windowMs = seconds ? Number(seconds) * 1_000 : period ? parsePeriod(period) : undefined;
  return {
    value,
    ...(name !== undefined && { name }),
    ...(of !== undefined && { of }),
    ...(windowMs && { windowMs }),
  };
}

const KEYS: ReadonlyMap<string, keyof KeyedWindow> = new Map([
  ...['limit', 'total', 'max', 'quota', 'q'].map((key) => [key, 'limit'] as const),
  ...['remaining', 'left', 'r'].map((key) => [key, 'remaining'] as const),
  ...['used', 'usage'].map((key) => [key, 'used'] as const),
  ...['reset', 'resets', 't'].map((key) => [key, 'reset'] as const),
  ...['window', 'w'].map((key) => [key, 'windowMs'] as const),
  ...['name', 'bucket', 'b'].map((key) => [key, 'name'] as const),
]);

/**
 * Windows written as keys and values: `total=100; remaining=84; resets=47`, `b=per_hour;q=10;r=7;t=3540,b=per_day;q=50`.
 * Elements of the list that name no window are all of one: `limit=100, remaining=0, reset=5`. An element that is anything
 * more than keys and values is none.
 */
export function parseKeyedWindows(text: string): KeyedWindow[] {
  const windows: KeyedWindow[] = [];
  let nameless: KeyedWindow | undefined;
  for (const element of text.split(',')) {
    const window = parseKeyedWindow(element);
    if (!window) continue;
    if (window.name !== undefined) windows.push(window);
    else if (nameless) Object.assign(nameless, window);
    else windows.push((nameless = window));
  }
  return windows;
}

function parseKeyedWindow(text: string): KeyedWindow | undefined {
  const window: KeyedWindow = {};
  for (const pair of text.split(';')) {
    const match = /^\s*([A-Za-z_]+)\s*=\s*"?([\w.:+-]+)"?\s*$/.exec(pair);
    if (!match) return undefined;
    const [, name = '', value = ''] = match;
    const key = KEYS.get(name.toLowerCase());
    const count = parseCount(value);
    if (key === 'name' || key === 'reset') window[key] = value;
    else if (key && count !== undefined) window[key] = key === 'windowMs' ? count * 1_000 : count;
  }
  return window;
}
