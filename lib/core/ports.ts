/**
 * The seams: what the pure core and the loop need from the outside world, as interfaces.
 * Imports types only.
 */

/** Time. Replaced in tests. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  setTimeout(callback: () => void, ms: number): unknown;
  clearTimeout(handle: unknown): void;
}

/** A uniform sample in [0, 1). Replaced in tests. */
export type Random = () => number;
