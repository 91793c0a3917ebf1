/**
 * Lengths of time as servers write them: decimal numbers, Go and protobuf durations, a few words of English, the
 * names of periods. Pure; imports nothing.
 */

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Units in durations: those of Go's `time.ParseDuration`, days, and the words that people write. */
const UNITS: ReadonlyMap<string, number> = new Map([
  ...['ns', 'nanosecond', 'nanoseconds'].map((unit) => [unit, 1e-6] as const),
  ...['us', 'µs', 'μs', 'microsecond', 'microseconds'].map((unit) => [unit, 1e-3] as const),
  ...['ms', 'msec', 'millis', 'millisecond', 'milliseconds'].map((unit) => [unit, 1] as const),
  ...['s', 'sec', 'secs', 'second', 'seconds'].map((unit) => [unit, SECOND] as const),
  ...['m', 'min', 'mins', 'minute', 'minutes'].map((unit) => [unit, MINUTE] as const),
  ...['h', 'hr', 'hrs', 'hour', 'hours'].map((unit) => [unit, HOUR] as const),
  ...['d', 'day', 'days'].map((unit) => [unit, DAY] as const),
]);

/** Further words that name the length of a quota's window. A month is the longest one. */
const PERIODS: ReadonlyMap<string, number> = new Map([
  ['secondly', SECOND],
  ['minutely', MINUTE],
  ['hourly', HOUR],
  ['daily', DAY],
  ['week', 7 * DAY],
  ['weekly', 7 * DAY],
  ['month', 31 * DAY],
  ['monthly', 31 * DAY],
]);

const DECIMAL = /^(\d+)(?:\.(\d+))?$/;

/**
 * A count of units as milliseconds, rounded up. Digits and at most one point: no sign, no exponent, nothing else.
 * Works on the digits, so that `1.1` seconds are 1100 ms and not the 1101 of floating point. `Infinity` where the digits
 * exceed what a number holds.
 */
export function decimalToMs(text: string, unitMs: number): number | undefined {
  const match = DECIMAL.exec(text);
  if (!match) return undefined;
  const whole = Number(match[1]) * unitMs;
  const part = Number(`0.${match[2] ?? '0'}`) * unitMs;
  return Number.isInteger(whole) ? whole + ceil(part) : ceil(whole + part);
}

/** Up to the next integer, but not for the sake of the last digit that floating point gets wrong. */
function ceil(ms: number): number {
  return Math.ceil(Number(ms.toPrecision(15)));
}

/** A duration at the start of a text, and where it ends. */
export interface DurationMatch {
  ms: number;
  end: number;
}

/** Finds a duration (`6m0s`, `1h2m3.5s`, `34.07s`, `500ms`, `38 seconds`, `1 minute 5 seconds`) at the start of `text`. */
export function matchDuration(text: string): DurationMatch | undefined {
  const part = /\s*(\d+(?:\.\d+)?)\s?([a-zµμ]+)/iy;
  let ms = 0;
  let end = 0;
  for (let match = part.exec(text); match; match = part.exec(text)) {
    const unit = UNITS.get((match[2] ?? '').toLowerCase());
    const length = unit === undefined ? undefined : decimalToMs(match[1] ?? '', unit);
    if (length === undefined) break;
    ms += length;
    end = part.lastIndex;
  }
  return end === 0 ? undefined : { ms, end };
}

/** The whole of `text` as a duration, in milliseconds. */
export function parseDuration(text: string): number | undefined {
  const match = matchDuration(text);
  return match?.end === text.length ? match.ms : undefined;
}

/** A period such as `m`, `15m`, `minute`, `24hour` or `daily`, in milliseconds. */
export function parsePeriod(text: string): number | undefined {
  const match = /^(\d{0,6})([a-z]+)$/i.exec(text);
  if (!match) return undefined;
  const word = (match[2] ?? '').toLowerCase();
  const unit = UNITS.get(word) ?? PERIODS.get(word);
  const count = match[1] === '' ? 1 : Number(match[1]);
  return unit === undefined || count === 0 ? undefined : unit * count;
}

/** The period in a window's name: `per_day`, `24hour`, `weight-1m`. A lone letter is no period: it may mean anything. */
export function periodInName(name: string): number | undefined {
  for (const word of name.split(/[-_ ]/)) {
    const period = word.length > 1 ? parsePeriod(word) : undefined;
    if (period !== undefined && period >= SECOND) return period;
  }
  return undefined;
}
