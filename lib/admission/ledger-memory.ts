/**
 * The ledger of one process: an account for each credential, and one for the provider. Imports only core.
 */
import {
  charge,
  close,
  correct,
  holdOn,
  isIdle,
  observe,
  openAccount,
  pause,
  refund,
} from '../core/account.js';
import type { Account } from '../core/account.js';
import { statusOf } from '../core/account-status.js';
import type { AccountStatus } from '../core/account-status.js';
import type { BucketSpec } from '../core/bucket.js';
import type { Pace } from '../core/pace.js';
import { learnQuota } from '../core/learn-quota.js';
import type { AccountRef, Charges, Clock, Corrections, LocalLedger, Refusal } from '../core/ports.js';
import type { RateWindow } from '../core/types.js';

export interface MemoryLedgerOptions {
  /** Windows of each credential. */
  quota: readonly BucketSpec[];
  /** Windows of all credentials together. */
  ceiling: readonly BucketSpec[];
  /** Share of a window below which the pace slows down. */
  throttleBelow: number;
  clock: Pick<Clock, 'now'>;
  /** The share to use of quotas that are learned from responses, where none is configured; absent: none are learned. */
  learnAt?: number;
  /**
   * The share of its burst that a bucket holds to begin with.
   * @default 1
   */
  fill?: number;
}

/** The least number of accounts at which idle ones are looked for. */
const SWEEP_FROM = 1_000;

export class MemoryLedger implements LocalLedger {
  readonly #options: MemoryLedgerOptions;
  readonly #accounts = new Map<string, Account>();
  readonly #provider: Account;
  #sweepAt = SWEEP_FROM;

  constructor(options: MemoryLedgerOptions) {
    this.#options = options;
    this.#provider = openAccount(options.ceiling, options.clock.now(), options.fill);
  }

  /** How many credentials have an account now. */
  get size(): number {
    return this.#accounts.size;
  }

  take(scope: string, charges: Charges): Refusal | undefined {
    const { ceiling } = this.#options;
    const now = this.#options.clock.now();
    const account = this.#account(scope, now);
    const quota = this.#quotaOf(account);
    const own = holdOn(account, quota, charges.credential, now);
    if (own) return { ...own, whose: 'credential' };
    const above = holdOn(this.#provider, ceiling, charges.provider, now);
    if (above) return { ...above, whose: 'provider' };
    charge(account, quota, charges.credential, now);
    charge(this.#provider, ceiling, charges.provider, now);
    return undefined;
  }

  giveBack(scope: string, charges: Charges, takenAt: number): void {
    const now = this.#options.clock.now();
    const account = this.#account(scope, now);
    refund(account, this.#quotaOf(account), charges.credential, takenAt, now);
    refund(this.#provider, this.#options.ceiling, charges.provider, takenAt, now);
  }

  correct(scope: string, more: Corrections, takenAt: number): void {
    const now = this.#options.clock.now();
    const account = this.#account(scope, now);
    correct(account, this.#quotaOf(account), more.credential, takenAt, now);
    correct(this.#provider, this.#options.ceiling, more.provider, takenAt, now);
  }

  foresee(scope: string, charges: Charges, ahead?: Charges): Refusal | undefined {
    const { ceiling } = this.#options;
    const now = this.#options.clock.now();
    const account = this.#account(scope, now);
    const own = holdOn(account, this.#quotaOf(account), charges.credential, now, ahead?.credential);
    const above = holdOn(this.#provider, ceiling, charges.provider, now, ahead?.provider);
    // An allowance that is gone is not waited for, however long a pause there is besides.
    if (own && (own.by === 'quota' || (above?.by !== 'quota' && own.until >= (above?.until ?? 0))))
      return { ...own, whose: 'credential' };
    return above && { ...above, whose: 'provider' };
  }

  pause(ref: AccountRef, until: number): void {
    const { account, specs } = this.#named(ref);
    pause(account, specs, until);
  }

  close(ref: AccountRef, until: number): void {
    close(this.#named(ref).account, until);
  }

  /** @returns the pace that the windows ask for, if any. */
  observe(ref: AccountRef, windows: readonly RateWindow[], refused: boolean): Pace | undefined {
    const { account } = this.#named(ref);
    const { quota, learnAt, clock } = this.#options;
    if (learnAt !== undefined && quota.length === 0 && ref.whose === 'credential')
      learnQuota(account, windows, learnAt, clock.now());
    const { specs } = this.#named(ref);
    const below = refused ? Infinity : this.#options.throttleBelow;
    return observe(account, specs, windows, { now: this.#options.clock.now(), below });
  }

  statusOf(ref: AccountRef): AccountStatus {
    const { account, specs } = this.#named(ref);
    return statusOf(account, specs, this.#options.clock.now());
  }

  get scopes(): Iterable<string> {
    return this.#accounts.keys();
  }

  #named({ whose, scope }: AccountRef): { account: Account; specs: readonly BucketSpec[] } {
    if (whose === 'provider') return { account: this.#provider, specs: this.#options.ceiling };
    const account = this.#account(scope, this.#options.clock.now());
    return { account, specs: this.#quotaOf(account) };
  }

  #quotaOf(account: Account): readonly BucketSpec[] {
    return account.learned ?? this.#options.quota;
  }

  #account(scope: string, now: number): Account {
    let account = this.#accounts.get(scope);
    if (!account) {
      if (this.#accounts.size >= this.#sweepAt) this.#sweep(now);
      account = openAccount(this.#options.quota, now, this.#options.fill);
      this.#accounts.set(scope, account);
    }
    return account;
  }

  /** Forgets accounts that a new one would equal, so that credentials that come and go leave nothing behind. */
  #sweep(now: number): void {
    for (const [scope, account] of this.#accounts)
      if (isIdle(account, this.#quotaOf(account), now)) this.#accounts.delete(scope);
    this.#sweepAt = Math.max(SWEEP_FROM, 2 * this.#accounts.size);
  }
}
