/**
 * The RateLimit and RateLimit-Policy fields of draft-ietf-httpapi-ratelimit-headers, 04 to 12, out of structured fields.
 * (The three separate fields of 00 to 06 are read like everybody else's.) Pure; imports only core.
 */
import { parseDictionary, parseList, type Member, type Parameters } from './structured-fields.js';

/** What one item says of its window. */
export interface StructuredWindow {
  name?: string;
  limit?: number;
  remaining?: number;
  resetMs?: number;
  windowMs?: number;
}

/**
 * Reads, by what is there,
 * - a list of named items (08 and later): `"burst";q=100;w=60` (policies), `"default";r=50;t=30` (what is left);
 * - a list of numbers (policies of 04 to 07): `10;w=1, 50;w=60`;
 * - a dictionary (07): `limit=100, remaining=50, reset=5`.
 *
 * `t`, the time to the reset, is since 11 the "effective window": the time over which to spread what is left. It comes to
 * the same for us. Anything else gives no windows.
 */
export function parseStructuredWindows(text: string): StructuredWindow[] {
  const windows = parseList(text)?.map(readListMember);
  if (windows?.some((window) => window !== undefined))
    return windows.filter((window) => window !== undefined);

  const members = parseDictionary(text);
  if (!members) return [];
  const window = describe({
    limit: countIn(members.get('limit')),
    remaining: countIn(members.get('remaining')),
    resetMs: toMs(countIn(members.get('reset'))),
  });
  return window ? [window] : [];
}

function readListMember(member: Member): StructuredWindow | undefined {
  if (!('item' in member)) return undefined;
  const { item, parameters } = member;
  const windowMs = toMs(parameter(parameters, 'w'));
  if (item.type === 'integer') {
    return windowMs === undefined || item.value < 0 ? undefined : describe({ limit: item.value, windowMs });
  }
  if (item.type !== 'string' && item.type !== 'token') return undefined;
  const window = describe({
    limit: parameter(parameters, 'q'),
    remaining: parameter(parameters, 'r'),
    resetMs: toMs(parameter(parameters, 't')),
    windowMs,
  });
  return window && { name: item.value, ...window };
}

function parameter(parameters: Parameters, key: string): number | undefined {
  const item = parameters.get(key);
  return typeof item?.value === 'number' && item.value >= 0 ? item.value : undefined;
}

function countIn(member: Member | undefined): number | undefined {
  if (member === undefined || !('item' in member)) return undefined;
  return parameter(new Map([['', member.item]]), '');
}

function toMs(seconds: number | undefined): number | undefined {
  return seconds === undefined ? undefined : Math.ceil(seconds * 1_000);
}

/** The properties that are there; `undefined` where none is. */
function describe(window: { [K in keyof StructuredWindow]: StructuredWindow[K] | undefined }):
  StructuredWindow | undefined {
  const known = Object.entries(window).filter(([, value]) => value !== undefined);
  return known.length === 0 ? undefined : Object.fromEntries(known);
}
