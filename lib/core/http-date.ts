/**
 * Points in time as servers write them: the three HTTP-dates, RFC 3339, and JavaScript's own. All strict: `Date.parse`
 * takes "1, 2" for a day in 2001. Pure; imports only core.
 */
import { decimalToMs } from './durations.js';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const MONTH = `(${MONTHS.join('|')})`;
const DAY = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)';
const LONG_DAY = '(?:Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)';
const TIME = '(\\d\\d):(\\d\\d):(\\d\\d)';

const IMF_FIXDATE = new RegExp(`^${DAY}, (\\d\\d) ${MONTH} (\\d{4}) ${TIME} GMT$`);
const RFC_850 = new RegExp(`^${LONG_DAY}, (\\d\\d)-${MONTH}-(\\d\\d) ${TIME} GMT$`);
const ASCTIME = new RegExp(`^${DAY} ${MONTH} ((?: |\\d)\\d) ${TIME} (\\d{4})$`);
const JS_DATE = new RegExp(`^${DAY} ${MONTH} (\\d\\d) (\\d{4}) ${TIME} GMT([+-]\\d{4})(?: \\(.*\\))?$`);
const RFC_3339 =
  /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,12}))?)?(?: ?(?:UTC|GMT)|[Zz]|([+-]\d\d):?(\d\d))?$/;

/** An instant in ms since the epoch, and how fine the notation is: 1000 where only seconds were told. */
export interface Timestamp {
  at: number;
  granularityMs: number;
}

/**
 * An HTTP-date (RFC 9110, 5.6.7) in ms since the epoch: IMF-fixdate, the RFC 850 form, or asctime's.
 * A two-digit year is the one within 50 years of `now`, as the RFC has it.
 */
export function parseHttpDate(text: string, now: number): number | undefined {
  let match = IMF_FIXDATE.exec(text);
  if (match) {
    const [, day, month, year, hour, minute, second] = match;
    return toInstant(Number(year), month, day, hour, minute, second);
  }
  match = ASCTIME.exec(text);
  if (match) {
    const [, month, day, hour, minute, second, year] = match;
    return toInstant(Number(year), month, day, hour, minute, second);
  }
  match = RFC_850.exec(text);
  if (match) {
    const [, day, month, shortYear, hour, minute, second] = match;
    const thisYear = new Date(now).getUTCFullYear();
    let year = thisYear - (thisYear % 100) + Number(shortYear);
    if (year > thisYear + 50) year -= 100;
    return toInstant(year, month, day, hour, minute, second);
  }
  return undefined;
}

/**
 * Any notation of a point in time: an HTTP-date, RFC 3339 (its form without seconds too), `Date.prototype.toString`. A time that names no zone is in
 * UTC, as servers mean it; one that means its local time and doesn't say so can't be told from those.
 */
export function parseTimestamp(text: string, now: number): Timestamp | undefined {
  const iso = RFC_3339.exec(text);
  if (iso) {
    const [, year, month, day, hour, minute, second, fraction, zoneHours, zoneMinutes] = iso;
    const at = toInstant(Number(year), MONTHS[Number(month) - 1], day, hour, minute, second ?? '00');
    const granularityMs = fraction ? 1 : second ? 1_000 : 60_000;
    const part = fraction ? (decimalToMs(`0.${fraction}`, 1_000) ?? 0) : 0;
    return shift(at, part, zoneHours ? `${zoneHours}${zoneMinutes}` : '+0000', granularityMs);
  }
  const js = JS_DATE.exec(text);
  if (js) {
    const [, month, day, year, hour, minute, second, zone] = js;
    return shift(toInstant(Number(year), month, day, hour, minute, second), 0, zone ?? '+0000', 1_000);
  }
  const at = parseHttpDate(text, now);
  return at === undefined ? undefined : { at, granularityMs: 1_000 };
}

function shift(
  at: number | undefined,
  partMs: number,
  zone: string,
  granularityMs: number,
): Timestamp | undefined {
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(3));
  if (at === undefined || hours > 23 || minutes > 59) return undefined;
  const offset = (hours * 60 + minutes) * 60_000;
  return { at: at + partMs + (zone.startsWith('-') ? offset : -offset), granularityMs };
}

/** UTC instant of a day and time that exist; `undefined` for 30 February or 24:61. A leap second is let through. */
function toInstant(
  year: number,
  monthName: string | undefined,
  day: string | undefined,
  hour: string | undefined,
  minute: string | undefined,
  second: string | undefined,
): number | undefined {
  const month = MONTHS.indexOf(monthName ?? '');
  if (month < 0 || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 60) return undefined;
  const date = new Date(0);
  date.setUTCFullYear(year, month, Number(day)); // Date.UTC would take the years 0 to 99 for 1900 to 1999
  if (date.getUTCDate() !== Number(day)) return undefined; // 30 February became 2 March
  return date.setUTCHours(Number(hour), Number(minute), Number(second));
}
