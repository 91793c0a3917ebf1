/**
 * The books of one provider in Redis: keys, figures and answers, between the ledger's words and the scripts' arguments. Follows redis-scripts.ts.
 */
import { mostInWindow } from '../core/bucket.js';
import type { BucketSpec } from '../core/bucket.js';
import type { Charge } from '../core/account.js';
import type { AccountRef, Charges, LedgerTerms } from '../core/ports.js';
import type { LimitScope } from '../core/types.js';
import type { RedisLink } from './redis-link.js';
import { BOOK, GIVE_BACK, PAUSE, REGISTER, SLOW_DOWN } from './redis-scripts.js';

/** The most slots that one answer may hold. */
const PORTION = 100;

/** Further slots of one answer come at most this much later: what one process holds, others can't use. */
const HORIZON_MS = 5;

/** How the room between what a ceiling's bucket issues and what was published is shared: see `Booking`. */
const EARLY_SHARE = 0.5;

/** A window as a process has it, by a name that is the same in all processes. */
interface Window {
  readonly id: string;
  readonly rate: number;
  readonly burst: number;
}

/** A process's figures, as it makes them known. */
export interface Figures {
  readonly quota: readonly Window[];
  readonly ceiling: readonly Window[];
}

export type Booking =
  /** Slots, in milliseconds from now, in order. */
  | { readonly kind: 'granted'; readonly waits: readonly number[] }
  /** The credential's part is booked; ask for the provider's part after the wait. */
  | { readonly kind: 'partial'; readonly wait: number }
  | {
      readonly kind: 'refused';
      readonly by: 'bucket' | 'cooldown' | 'quota';
      readonly whose: LimitScope;
      readonly wait: number;
    };

export class RedisBooks {
  readonly #link: RedisLink;
  readonly #prefix: string;
  readonly #mine: Figures;
  #figures: Figures;
  /** How long tokens of the ceiling may be held unused, and how far ahead of its slot a call may go, without filling any window above its limit. */
  #holdMs = 0;
  #earlyMs = 0;

  constructor(link: RedisLink, prefix: string, { provider, quota, ceiling }: LedgerTerms) {
    this.#link = link;
    // One hash tag for each provider: on a cluster, all keys of one script must be on one node.
    this.#prefix = `${prefix}:{${provider}}`;
    this.#mine = this.#figures = { quota: windowsOf(quota), ceiling: windowsOf(ceiling) };
    const room = ceiling.map((spec) => (spec.limit - mostInWindow(spec)) / spec.rate);
    const least = Math.min(...room, Number.MAX_SAFE_INTEGER);
    if (ceiling.length > 0) this.#earlyMs = EARLY_SHARE * least;
    this.#holdMs = least - this.#earlyMs;
  }

  get channel(): string {
    return `${this.#prefix}:news`;
  }

  async book(
    scope: string,
    charges: Charges,
    { most, longestMs, booked }: { most: number; longestMs: number; booked: boolean },
  ): Promise<Booking> {
    const [kind, ...rest] = (await this.#link.run(
      BOOK,
      [this.#credentialKey(scope), this.#providerKey],
      [
        Math.min(most, PORTION),
        HORIZON_MS,
        Math.min(longestMs, Number.MAX_SAFE_INTEGER),
        charges.credential.units,
        booked ? 1 : 0,
        this.#holdMs,
        this.#earlyMs,
        ...this.#both(charges),
      ],
    )) as [string, ...(string | number)[]];
    const waits = rest.map((micros) => Number(micros) / 1_000);
    if (kind === 'granted') return { kind, waits };
    if (kind === 'partial') return { kind, wait: waits[0] as number };
    return { kind: 'refused', by: kind as 'bucket', whose: rest[0] as LimitScope, wait: waits[1] as number };
  }

  /** @param ageMs how long ago it was booked. */
  async giveBack(scope: string, charges: Charges, times: number, ageMs: number): Promise<void> {
    await this.#link.run(
      GIVE_BACK,
      [this.#credentialKey(scope), this.#providerKey],
      [times, ageMs, ...this.#both(charges)],
    );
  }

  async pause({ whose, scope }: AccountRef, field: 'cd' | 'cl', ms: number, message: string): Promise<void> {
    const windows = whose === 'provider' ? this.#figures.ceiling : this.#figures.quota;
    const key = whose === 'provider' ? this.#providerKey : this.#credentialKey(scope);
    await this.#link.run(PAUSE, [key], [field, ms, this.channel, message, ...encode(windows)]);
  }

  async slowDown({ whose, scope }: AccountRef, rate: number, ms: number): Promise<void> {
    const windows = whose === 'provider' ? this.#figures.ceiling : this.#figures.quota;
    const key = whose === 'provider' ? this.#providerKey : this.#credentialKey(scope);
    await this.#link.run(SLOW_DOWN, [key], [rate, ms, ...encode(windows)]);
  }

  /**
   * Makes this process and its figures known. Returns how many processes live, and the windows in which others have other figures: the stricter ones hold
   * for all from then on.
   */
  async register(process: string): Promise<{ processes: number; disagreements: string[] }> {
    const [processes, ...all] = (await this.#link.run(
      REGISTER,
      [`${this.#prefix}:processes`, `${this.#prefix}:figures`],
      [process, JSON.stringify(this.#mine)],
    )) as [number, ...string[]];
    const others = all.map((json) => JSON.parse(json) as Figures);
    this.#figures = {
      quota: strictest([this.#mine.quota, ...others.map(({ quota }) => quota)]),
      ceiling: strictest([this.#mine.ceiling, ...others.map(({ ceiling }) => ceiling)]),
    };
    return {
      processes,
      disagreements: [
        ...differences('quota', this.#mine.quota, this.#figures.quota),
        ...differences('ceiling', this.#mine.ceiling, this.#figures.ceiling),
      ],
    };
  }

  get #providerKey(): string {
    return `${this.#prefix}:provider`;
  }

  #credentialKey(scope: string): string {
    return `${this.#prefix}:credential:${scope}`;
  }

  #both(charges: Charges): (string | number)[] {
    return [
      ...encode(this.#figures.quota, charges.credential),
      ...encode(this.#figures.ceiling, charges.provider),
    ];
  }
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

/** A window that only others have counts a request's own units. */
function encode(windows: readonly Window[], charge?: Charge): (string | number)[] {
  const costs = windows.map((_, i) => charge?.tokens[i] ?? charge?.units ?? 0);
  return [
    windows.length,
    ...windows.flatMap(({ id, rate, burst }, i) => [id, rate, burst, costs[i] as number]),
  ];
}

/** This process's windows first, in their order, each with the lowest figures that anybody has for it. */
function strictest(all: readonly (readonly Window[])[]): Window[] {
  const byId = new Map<string, Window>();
  for (const window of all.flat()) {
    const known = byId.get(window.id) ?? window;
    byId.set(window.id, {
      id: window.id,
      rate: Math.min(window.rate, known.rate),
      burst: Math.min(window.burst, known.burst),
    });
  }
  return [...byId.values()];
}

function differences(kind: string, mine: readonly Window[], held: readonly Window[]): string[] {
  return held
    .filter(
      ({ id, rate, burst }) => !mine.some((own) => own.id === id && own.rate === rate && own.burst === burst),
    )
    .map(({ id }) => `${kind} per ${id} ms`);
}
