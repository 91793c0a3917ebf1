/**
 * What the processes of a fleet tell each other of their limits: the windows of one provider, by names that are the same everywhere. Imports only core.
 */
import type { BucketSpec } from '../core/bucket.js';

/** A window as a process has it. */
export interface Window {
  readonly id: string;
  readonly rate: number;
  readonly burst: number;
}

/** A process's figures, as it makes them known. */
export interface Figures {
  readonly quota: readonly Window[];
  readonly ceiling: readonly Window[];
}

export function figuresOf({
  quota,
  ceiling,
}: {
  quota: readonly BucketSpec[];
  ceiling: readonly BucketSpec[];
}): Figures {
  return { quota: windowsOf(quota), ceiling: windowsOf(ceiling) };
}

/** Several quotas may have windows of the same length, such as requests and tokens a minute: the second of them is another window. */
function windowsOf(specs: readonly BucketSpec[]): Window[] {
  const seen = new Map<number, number>();
  return specs.map(({ windowMs, rate, burst }) => {
    const nth = seen.get(windowMs) ?? 0;
    seen.set(windowMs, nth + 1);
    return { id: nth === 0 ? `${windowMs}` : `${windowMs}.${nth}`, rate, burst };
  });
}

/** The windows of the first in their order, then what only others have; each with the lowest figures that anybody has for it. */
export function strictest(all: readonly Figures[]): Figures {
  return {
    quota: lowest(all.flatMap(({ quota }) => quota)),
    ceiling: lowest(all.flatMap(({ ceiling }) => ceiling)),
  };
}

function lowest(windows: readonly Window[]): Window[] {
  const byId = new Map<string, Window>();
  for (const window of windows) {
    const known = byId.get(window.id) ?? window;
    byId.set(window.id, {
      id: window.id,
      rate: Math.min(window.rate, known.rate),
      burst: Math.min(window.burst, known.burst),
    });
  }
  return [...byId.values()];
}

/** The windows in which other figures hold than one's own, in words. */
export function disagreements(mine: Figures, held: Figures): string[] {
  return [
    ...differences('quota', mine.quota, held.quota),
    ...differences('ceiling', mine.ceiling, held.ceiling),
  ];
}

function differences(kind: string, mine: readonly Window[], held: readonly Window[]): string[] {
  return held
    .filter(
      ({ id, rate, burst }) => !mine.some((own) => own.id === id && own.rate === rate && own.burst === burst),
    )
    .map(({ id }) => `${kind} per ${id} ms`);
}
