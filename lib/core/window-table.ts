/**
 * Gathers what single fields tell of quota windows until each window is as complete as the response makes it.
 * Pure; imports only core.
 */
import { periodInName } from './durations.js';
import type { RateWindow } from './types.js';

/** Which fields belong together, and whether they are about rate limits for certain. */
interface Origin {
  group: string;
  window: string;
  certain: boolean;
}

type Column = 'limit' | 'remaining' | 'used';

type Told = { [K in keyof RateWindow]: RateWindow[K] | undefined };

interface Draft {
  group: string;
  name: string;
  certain: boolean;
  window: Told;
  /** The values of the plain count fields: more than one where a field lists those of several windows. */
  columns: { [C in Column]?: readonly number[] };
  /** `resetAt` was told as a time from now, which needs no clock to be right. */
  resetIsRelative: boolean;
}

export class WindowTable {
  readonly #drafts = new Map<string, Draft>();
  readonly #policies = new Map<string, RateWindow[]>();
  readonly #possibleLimits: { origin: Origin; limit: number }[] = [];

  /** Adds what a field tells of one window. Told twice, the more careful reading stays. */
  put(origin: Origin, name: string, told: Told, relative = false): void {
    const draft = this.#draft(origin, name);
    const { window } = draft;
    window.limit ??= told.limit;
    window.windowMs ??= told.windowMs;
    window.remaining = least(window.remaining, told.remaining);
    window.used = most(window.used, told.used);
    if (told.resetAt === undefined || (draft.resetIsRelative && !relative)) return;
    window.resetAt = relative && !draft.resetIsRelative ? told.resetAt : most(window.resetAt, told.resetAt);
    draft.resetIsRelative = relative;
  }

  /** Adds the values of a plain count field; several are those of several windows if others tell as many. */
  putColumn(origin: Origin, column: Column, values: readonly number[]): void {
    this.#draft(origin, origin.window).columns[column] ??= values;
  }

  /** Adds a nameless policy: it describes the group's own window if that has the same limit, else it is one more. */
  putPolicy(origin: Origin, policy: RateWindow): void {
    const policies = this.#policies.get(origin.group);
    if (policies) policies.push(policy);
    else this.#policies.set(origin.group, [policy]);
  }

  /** Adds a number that is a limit if the window in the field's name turns out to be one. */
  putPossibleLimit(origin: Origin, limit: number): void {
    this.#possibleLimits.push({ origin, limit });
  }

  finish(): RateWindow[] {
    this.#applyPossibleLimits();
    this.#shareNameless();
    const windows: RateWindow[] = [];
    for (const draft of this.#drafts.values()) {
      const rows = toRows(draft).filter((row) => isWindow(row, draft.certain));
      if (draft.name === '' && rows[0]) rows.push(...this.#takePolicies(draft.group, rows[0]));
      windows.push(...rows);
    }
    for (const policies of this.#policies.values()) windows.push(...policies);
    return windows;
  }

  #draft({ group, certain }: Origin, name: string): Draft {
    const key = `${group}\n${name}`;
    let draft = this.#drafts.get(key);
    if (!draft) {
      draft = { group, name, certain, window: {}, columns: {}, resetIsRelative: false };
      this.#drafts.set(key, draft);
    }
    return draft;
  }

  #applyPossibleLimits(): void {
    for (const { origin, limit } of this.#possibleLimits) {
      const draft = this.#drafts.get(`${origin.group}\n${origin.window}`);
      if (draft && hasCount(draft)) draft.window.limit ??= limit;
    }
  }

  /** A reset or a length that stands by itself belongs to the only window there is: `x-rate-limit-requests-left` beside `-time-reset-ms`. */
  #shareNameless(): void {
    for (const [key, lone] of this.#drafts) {
      if (lone.name !== '' || hasCount(lone) || lone.columns.limit) continue;
      const others = [...this.#drafts.values()].filter(
        (draft) => draft.group === lone.group && draft !== lone,
      );
      const other = others[0]?.window;
      if (others.length !== 1 || !other) continue;
      other.resetAt ??= lone.window.resetAt;
      other.windowMs ??= lone.window.windowMs;
      this.#drafts.delete(key);
    }
  }

  #takePolicies(group: string, row: RateWindow): RateWindow[] {
    const policies = this.#policies.get(group) ?? [];
    this.#policies.delete(group);
    const own = policies.filter((policy) => row.limit === undefined || policy.limit === row.limit);
    if (own.length !== 1) return policies;
    Object.assign(row, { ...own[0], ...row });
    return policies.filter((policy) => policy !== own[0]);
  }
}

function hasCount({ window, columns }: Draft): boolean {
  return window.remaining !== undefined || window.used !== undefined || !!columns.remaining || !!columns.used;
}

function toRows({ name, window, columns }: Draft): RateWindow[] {
  const { limit, remaining, used } = columns;
  const count = remaining?.length ?? used?.length ?? 1;
  if (count > 1 && limit?.length === count) {
    return limit.map((_, row) =>
      complete(name, { limit: limit[row], remaining: remaining?.[row], used: used?.[row] }),
    );
  }
  const told = {
    ...window,
    limit: window.limit ?? limit?.[0],
    remaining: remaining?.reduce<number | undefined>(least, window.remaining) ?? window.remaining,
    used: used?.reduce<number | undefined>(most, window.used) ?? window.used,
  };
  return [complete(name, told)];
}

/** Adds what follows from the rest; leaves out what nobody told. */
function complete(name: string, { limit, remaining, used, resetAt, windowMs }: Told): RateWindow {
  const row: RateWindow = {};
  if (name !== '') row.name = name;
  if (limit === undefined && used !== undefined && remaining !== undefined) limit = used + remaining;
  if (remaining === undefined && used !== undefined && limit !== undefined)
    remaining = Math.max(0, limit - used);
  windowMs ??= periodInName(name);
  if (limit !== undefined) row.limit = limit;
  if (remaining !== undefined) row.remaining = remaining;
  if (used !== undefined) row.used = used;
  if (resetAt !== undefined) row.resetAt = resetAt;
  if (windowMs !== undefined) row.windowMs = windowMs;
  return row;
}

/** `x-page-limit: 50` limits something else; with a count of what is left or used beside it, a limit is one. */
function isWindow({ limit, remaining, used, resetAt }: RateWindow, certain: boolean): boolean {
  const counted = remaining !== undefined || used !== undefined;
  return counted || (certain && (limit !== undefined || resetAt !== undefined));
}

function least(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? (a ?? b) : Math.min(a, b);
}

function most(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? (a ?? b) : Math.max(a, b);
}
