/**
 * The books of one provider in Redis: keys and answers, between the ledger's words and the scripts' arguments. Follows the scripts.
 */
import { mostInWindow } from '../core/bucket.js';
import type { Charge } from '../core/account.js';
import type { AccountRef, Charges, Corrections, LedgerTerms } from '../core/ports.js';
import type { LimitScope } from '../core/types.js';
import { disagreements, figuresOf, strictest } from './figures.js';
import type { Figures, Window } from './figures.js';
import type { RedisLink } from './redis-link.js';
import { BOOK, GIVE_BACK } from './script-book.js';
import { PAUSE, SLOW_DOWN } from './script-hold.js';
import { REGISTER } from './script-register.js';

/** The most slots that one answer may hold. */
const PORTION = 100;

/** Further slots of one answer come at most this much later: what one process holds, others can't use. */
const HORIZON_MS = 5;

/** How the room between what a ceiling's bucket issues and what was published is shared: see `RedisBooks`. */
const EARLY_SHARE = 0.5;

export interface BookTerms {
  /** How many slots would be of use. */
  most: number;
  /** How far away the first may be. */
  longestMs: number;
  /** The credential's part is booked already. */
  booked: boolean;
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

/** What was booked, and is not used. */
export interface Unused {
  times: number;
  /** How long ago. */
  ageMs: number;
  /** Both parts, or only the credential's. */
  part: 'both' | 'credential';
}

export class RedisBooks {
  readonly #link: Pick<RedisLink, 'run'>;
  readonly #prefix: string;
  readonly #mine: Figures;
  #figures: Figures;
  /** How long tokens of the ceiling may be held unused, and how far ahead of its slot a call may go, without filling any window above its limit. */
  #holdMs = 0;
  #earlyMs = 0;

  constructor(link: Pick<RedisLink, 'run'>, prefix: string, { provider, quota, ceiling }: LedgerTerms) {
    this.#link = link;
    // One hash tag for each provider: on a cluster, all keys of one script must be on one node.
    this.#prefix = `${prefix}:{${provider}}`;
    this.#mine = this.#figures = figuresOf({ quota, ceiling });
    const room = ceiling.map((spec) => (spec.limit - mostInWindow(spec)) / spec.rate);
    const least = Math.min(...room, Number.MAX_SAFE_INTEGER);
    if (ceiling.length > 0) this.#earlyMs = EARLY_SHARE * least;
    this.#holdMs = least - this.#earlyMs;
  }

  get channel(): string {
    return `${this.#prefix}:news`;
  }

  /** This process's figures, as the others see them. */
  get mine(): string {
    return JSON.stringify(this.#mine);
  }

  async book(scope: string, charges: Charges, { most, longestMs, booked }: BookTerms): Promise<Booking> {
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

  async giveBack(scope: string, charges: Charges, { times, ageMs, part }: Unused): Promise<void> {
    await this.#link.run(
      GIVE_BACK,
      [this.#credentialKey(scope), this.#providerKey],
      [times, ageMs, charges.credential.units, part === 'both' ? 1 : 0, ...this.#both(charges)],
    );
  }

  /** @param ageMs how long ago the request was charged. */
  correct(scope: string, { credential, provider }: Corrections, ageMs: number): Promise<void> {
    const less = (more: readonly number[]): Charge => ({ units: 0, tokens: more.map((tokens) => -tokens) });
    const back = { credential: less(credential), provider: less(provider) };
    return this.giveBack(scope, back, { times: 1, ageMs, part: 'both' });
  }

  async pause(account: AccountRef, field: 'cd' | 'cl', ms: number, message: string): Promise<void> {
    await this.#link.run(
      PAUSE,
      [this.#key(account)],
      [field, ms, this.channel, message, ...this.#windows(account)],
    );
  }

  async slowDown(account: AccountRef, rate: number, ms: number): Promise<void> {
    await this.#link.run(SLOW_DOWN, [this.#key(account)], [rate, ms, ...this.#windows(account)]);
  }

  /**
   * Makes this process and its figures known. Returns how many processes live, and the windows in which others have other figures: the stricter ones hold
   * for all from then on.
   */
  async register(process: string): Promise<{ processes: number; disagreements: string[] }> {
    const [processes, ...all] = (await this.#link.run(
      REGISTER,
      [`${this.#prefix}:processes`, `${this.#prefix}:figures`],
      [process, this.mine, this.channel],
    )) as [number, ...string[]];
    this.#figures = strictest([this.#mine, ...all.map((json) => JSON.parse(json) as Figures)]);
    return { processes, disagreements: disagreements(this.#mine, this.#figures) };
  }

  #key({ whose, scope }: AccountRef): string {
    return whose === 'provider' ? this.#providerKey : this.#credentialKey(scope);
  }

  get #providerKey(): string {
    return `${this.#prefix}:provider`;
  }

  #credentialKey(scope: string): string {
    return `${this.#prefix}:credential:${scope}`;
  }

  #windows({ whose }: AccountRef): (string | number)[] {
    return encode(whose === 'provider' ? this.#figures.ceiling : this.#figures.quota);
  }

  #both(charges: Charges): (string | number)[] {
    return [
      ...encode(this.#figures.quota, charges.credential),
      ...encode(this.#figures.ceiling, charges.provider),
    ];
  }
}

/** A window that only others have counts a request's own units. */
function encode(windows: readonly Window[], charge?: Charge): (string | number)[] {
  const costs = windows.map((_, i) => charge?.tokens[i] ?? charge?.units ?? 0);
  return [
    windows.length,
    ...windows.flatMap(({ id, rate, burst }, i) => [id, rate, burst, costs[i] as number]),
  ];
}
