/**
 * The wait that a refusal's body tells of: in a field of its own, or, as the last resort, in a sentence. Pure; imports only core.
 */
import type { BodyFacts } from './body-codes.js';
import { decimalToMs, matchDuration, parseDuration } from './durations.js';
import { parseTimestamp } from './http-date.js';
import { instantAfter, readReset, type ServerClock } from './server-clock.js';

/** The instant that a field such as `retry_after` (seconds, unless its name says otherwise) or `retryDelay` tells. */
export function waitFromFields({ waits }: BodyFacts, clock: ServerClock): number | undefined {
  for (const { value, inMs } of waits) {
    const at = readWait(value, inMs, clock);
    if (at !== undefined) return at;
  }
  return undefined;
}

/**
 * The instant in "Please try again in 1m26.4s", "Retry after 2026-12-01T12:00:05Z" and the like. `undefined` where no
 * sentence names a time with its unit ("in a few minutes").
 */
export function waitFromMessages({ messages }: BodyFacts, clock: ServerClock): number | undefined {
  for (const message of messages) {
    for (const cue of message.matchAll(CUE)) {
      const at = readTimeAt(message.slice(cue.index + cue[0].length, cue.index + cue[0].length + 40), clock);
      if (at !== undefined) return at;
    }
  }
  return undefined;
}

const CUE = /\b(?:retry|again|wait|banned|blocked|available|resets?)(?: (?:after|in|until|for|at))? /gi;

function readWait(value: string, inMs: boolean, clock: ServerClock): number | undefined {
  const delay = decimalToMs(value, inMs ? 1 : 1_000);
  // As large as a date: some servers say when, where others say how long.
  if (delay !== undefined && Number(value) < (inMs ? 1e11 : 1e9)) return instantAfter(clock, delay);
  const duration = parseDuration(value);
  return duration === undefined ? readReset(value, clock) : instantAfter(clock, duration);
}

function readTimeAt(text: string, clock: ServerClock): number | undefined {
  const number = /^(\d+)(?=[.,;)]?$|[.,;)]\s)/.exec(text)?.[1];
  const duration = matchDuration(text);
  if (duration && duration.ms > 0) return instantAfter(clock, duration.ms);
  if (number !== undefined) return readReset(number, clock);
  const date = /^\d{4}-\d\d-\d\d[Tt][\d:.]+(?:[Zz]|[+-]\d\d:?\d\d)|^[A-Z][a-z]+,? [\w :-]+ GMT/.exec(
    text,
  )?.[0];
  return date !== undefined && parseTimestamp(date, clock.serverNow) ? readReset(date, clock) : undefined;
}
