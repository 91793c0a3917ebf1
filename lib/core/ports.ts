/**
 * The seams: what the loop and the gate need from the outside world, as interfaces. Imports only core's types.
 */
import type { Charge, Hold } from './account.js';
import type { LimitScope, RateWindow } from './types.js';

/** Time. Replaced in tests. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  setTimeout(callback: () => void, ms: number): unknown;
  clearTimeout(handle: unknown): void;
}

/** A uniform sample in [0, 1). Replaced in tests. */
export type Random = () => number;

/** What a request takes: from its credential's account, and from the provider's. */
export interface Charges {
  readonly credential: Charge;
  readonly provider: Charge;
}

/** Why tokens were refused, until when, and by whose account. */
export interface Refusal extends Hold {
  readonly whose: LimitScope;
}

/** Whose account is meant: that of one scope, or that of the whole provider. */
export interface AccountRef {
  readonly whose: LimitScope;
  /** The credential's fingerprint. */
  readonly scope: string;
}

/**
 * The books that tokens are taken from, in this process's memory or shared by a fleet. All instants are on the caller's clock.
 */
export interface Ledger {
  /** Takes a request's tokens from every window of its credential and of the provider, all or none. Nothing returned: taken. */
  take(scope: string, charges: Charges): Refusal | undefined | Promise<Refusal | undefined>;
  /** Puts back what was taken at `takenAt` for a request that was never sent. */
  giveBack(scope: string, charges: Charges, takenAt: number): void;
  /** The earliest that `take` could succeed, as far as is known here, once `ahead` has been taken by others. */
  foresee(scope: string, charges: Charges, ahead?: Charges): Refusal | undefined;
  /** Grants nothing before `until`; then lets callers out one by one. Only ever lengthened. */
  pause(account: AccountRef, until: number): void;
  /** Tells everybody, until `until`, that the allowance is gone. */
  close(account: AccountRef, until: number): void;
  /** Learns from the windows that a response told of. `refused`: the response was a refusal, so what is left has to last. */
  observe(account: AccountRef, windows: readonly RateWindow[], refused: boolean): void;
}
