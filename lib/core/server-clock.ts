/**
 * From the server's clock to ours: what a server says about time, as instants on our clock that are never in the past,
 * never NaN and always fit into a `Date`. Pure; imports only core.
 */
import { decimalToMs, parseDuration } from './durations.js';
import type { Fields } from './header-bag.js';
import { parseHttpDate, parseTimestamp } from './http-date.js';
import type { ReadingRules } from './types.js';

/** The latest instant that a `Date` can hold: what "longer than any number" becomes. Over every budget, but printable. */
export const LATEST_INSTANT = 8_640_000_000_000_000;

/** A reset further off than this is no reset but a misread number: no published quota is longer than a year. */
const LONGEST_WINDOW_MS = 366 * 24 * 3_600_000;

/** When a response came: by our clock, and by its sender's. */
export interface ServerClock {
  receivedAt: number;
  /** The response's own `Date` (RFC 9110, 6.6.1), else `receivedAt`. */
  serverNow: number;
}

export type TimeUnit = NonNullable<ReadingRules['resetUnit']>;

export function readServerClock(fields: Fields, receivedAt: number): ServerClock {
  const date = fields.get('date')?.[0];
  return { receivedAt, serverNow: (date && parseHttpDate(date, receivedAt)) || receivedAt };
}

/** The instant `ms` after the response; now for anything less than zero, never later than a `Date` can hold. */
export function instantAfter({ receivedAt }: ServerClock, ms: number): number {
  return Math.min(receivedAt + Math.max(0, ms), LATEST_INSTANT);
}

/**
 * When a window starts anew, from the value of a reset field: a number (its unit told by `unit`, else by its size: nobody
 * waits 30 years, so 10^9 and more is a date), a duration, or a timestamp. Zero, a past time and nonsense are no hint.
 */
export function readReset(text: string, clock: ServerClock, unit?: TimeUnit): number | undefined {
  if (/^\d+(?:\.\d+)?$/.test(text)) {
    const resolved = unit ?? unitBySize(Number(text));
    const ms = decimalToMs(text, UNIT_MS[resolved]) ?? 0;
    if (resolved.startsWith('delta')) return afterDelay(ms, clock);
    const granularityMs = resolved === 'epoch-s' && !text.includes('.') ? 1_000 : 1;
    return afterTime(ms, granularityMs, clock);
  }
  const duration = parseDuration(text);
  if (duration !== undefined) return afterDelay(duration, clock);
  const timestamp = parseTimestamp(text, clock.serverNow);
  return timestamp && afterTime(timestamp.at, timestamp.granularityMs, clock);
}

type NumberUnit = TimeUnit | 'epoch-us' | 'epoch-ns';

const UNIT_MS: Readonly<Record<NumberUnit, number>> = {
  'delta-s': 1_000,
  'delta-ms': 1,
  'epoch-s': 1_000,
  'epoch-ms': 1,
  'epoch-us': 1e-3,
  'epoch-ns': 1e-6,
};

function unitBySize(value: number): NumberUnit {
  if (value < 1e9) return 'delta-s';
  if (value < 1e11) return 'epoch-s';
  if (value < 1e14) return 'epoch-ms';
  return value < 1e17 ? 'epoch-us' : 'epoch-ns';
}

function afterDelay(ms: number, clock: ServerClock): number | undefined {
  return ms > 0 && ms <= LONGEST_WINDOW_MS ? instantAfter(clock, ms) : undefined;
}

/**
 * A time of the server's as an instant of ours. A time without fractions lies anywhere in its second: while that second (or
 * minute) lasts, the window starts anew after it, not at it, or the retry that was sent on time is refused again.
 */
function afterTime(at: number, granularityMs: number, clock: ServerClock): number | undefined {
  const wait = at - clock.serverNow;
  if (wait > 0) return afterDelay(wait, clock);
  return wait > -granularityMs ? instantAfter(clock, wait + granularityMs) : undefined;
}
