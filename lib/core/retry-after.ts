/**
 * Retry-After and its relatives: the instant before which the server does not want to see us again.
 * Pure; imports only core.
 */
import { decimalToMs } from './durations.js';
import { joinLines, pickFields, type Fields } from './header-bag.js';
import { parseHttpDate } from './http-date.js';
import { instantAfter, readServerClock, type ServerClock } from './server-clock.js';
import type { HeaderBag } from './types.js';

const WANTED = /retry-after|^date$/i;

/** Fields that tell milliseconds are finer than Retry-After, which their servers send rounded (OpenAI, Azure). */
const IN_MS = ['retry-after-ms', 'x-ms-retry-after-ms'];

/**
 * The instant (ms since the epoch, on our clock) before which not to try again, or `undefined` where the response gives
 * no usable hint.
 *
 * Read, in this order: `retry-after-ms`, `x-ms-retry-after-ms`, `Retry-After` (RFC 9110, 10.2.3: seconds, here also with a
 * fraction, rounded up to the ms; or any of the three HTTP-dates), then `Retry-After` under a vendor's prefix, such as
 * `X-RateLimit-Retry-After`. Dates are measured against the response's own `Date`. Zero and past dates are now; of duplicates
 * the longest counts; whatever is malformed or negative is no hint. A number too long for any timer is an instant
 * too, at most the last one that a `Date` can hold: finite, and beyond every budget.
 */
export function parseRetryAfter(headers: HeaderBag, receivedAt: number): number | undefined {
  return readRetryAfter(pickFields(headers, WANTED), receivedAt);
}

/** The same, from fields that were picked already. */
export function readRetryAfter(fields: Fields, receivedAt: number): number | undefined {
  const stating = [...fields].filter(([name]) => name.includes('retry-after'));
  if (stating.length === 0) return undefined;

  const clock = readServerClock(fields, receivedAt);
  for (const name of IN_MS) {
    const at = longest(fields.get(name), clock, 1);
    if (at !== undefined) return at;
  }
  const at = longest(fields.get('retry-after'), clock, 1_000);
  if (at !== undefined) return at;

  for (const [name, lines] of stating) {
    const suffix = /.-retry-after(-ms)?$/.exec(name);
    const prefixed = suffix ? longest(lines, clock, suffix[1] ? 1 : 1_000) : undefined;
    if (prefixed !== undefined) return prefixed;
  }
  return undefined;
}

function longest(
  lines: readonly string[] | undefined,
  clock: ServerClock,
  unitMs: number,
): number | undefined {
  let latest: number | undefined;
  for (const element of splitList(joinLines(lines) ?? '')) {
    const at = readElement(element, clock, unitMs);
    if (at !== undefined && (latest === undefined || at > latest)) latest = at;
  }
  return latest;
}

function readElement(text: string, clock: ServerClock, unitMs: number): number | undefined {
  const delay = decimalToMs(text, unitMs);
  if (delay !== undefined) return instantAfter(clock, delay);
  const date = parseHttpDate(text, clock.serverNow);
  return date === undefined ? undefined : instantAfter(clock, date - clock.serverNow);
}

/** The elements of a list in which a comma may also be the one after the day's name in a date. */
function splitList(text: string): string[] {
  const elements: string[] = [];
  let dayName: string | undefined;
  for (const raw of text.split(',')) {
    const element = raw.trim();
    if (dayName !== undefined) {
      elements.push(`${dayName}, ${element}`);
      dayName = undefined;
    } else if (/^[A-Za-z]+day$|^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)$/.test(element)) {
      dayName = element;
    } else {
      elements.push(element);
    }
  }
  return elements;
}
