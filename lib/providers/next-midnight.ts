/**
 * When a day begins somewhere. Pure; imports its neighbours.
 */
import { HOUR } from './preset.js';

/** The first instant after `at` at which a day begins in the time zone, such as `America/Los_Angeles`. */
export function nextMidnight(at: number, timeZone: string): number {
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  });
  const sinceMidnight = (instant: number): number => {
    const [hour = 0, minute = 0, second = 0] = clock.format(instant).split(':').map(Number);
    return ((hour * 60 + minute) * 60 + second) * 1_000 + (instant % 1_000);
  };
  const guess = at + 24 * HOUR - sinceMidnight(at);
  // A day on which the clocks change is an hour longer or shorter.
  const off = sinceMidnight(guess);
  return off < 12 * HOUR ? guess - off : guess + 24 * HOUR - off;
}
