/**
 * The books of one party, a credential or a whole provider: its buckets, its pauses and its pace, and the arithmetic on them. Accounts are changed
 * in place; time is an argument. Imports only core.
 */
import { drainUntil, giveBack, take, waitFor } from './bucket.js';
import type { BucketSpec, BucketState } from './bucket.js';
import { paceOf, seeWindow } from './pace.js';
import type { Pace, SeenWindow } from './pace.js';
import type { RateWindow } from './types.js';

export interface Account {
  /** The buckets, in the order of the specs that go with them. */
  buckets: BucketState[];
  /** Nothing is granted before this instant: the server asked for a pause. */
  cooldownUntil: number;
  /** The allowance is gone until this instant: nobody should wait for it. */
  closedUntil: number;
  /** The windows that responses told of, by the server's name for them. */
  seen: Map<string, SeenWindow> | undefined;
  /** Specs of the buckets where none were configured: from limits and windows that responses told of. */
  learned: BucketSpec[] | undefined;
  /** A slower rate than the buckets', until its window's reset. Without bursts. */
  pace: (Pace & { bucket: BucketState }) | undefined;
}

/** What holds a request back. */
export type HeldBy = 'bucket' | 'cooldown' | 'pace' | 'quota' | 'store';

export interface Hold {
  /** The earliest instant at which the tokens can be there. */
  readonly until: number;
  readonly by: HeldBy;
}

/** What a request takes from an account. */
export interface Charge {
  /** The request's cost by the server's own count, which the pace goes by. */
  readonly units: number;
  /** Its cost in each bucket, in the order of the specs; a bucket beyond the list is charged the units. */
  readonly tokens: readonly number[];
}

/** @param fill the share of its burst that each bucket holds to begin with. */
export function openAccount(specs: readonly BucketSpec[], now: number, fill = 1): Account {
  return {
    buckets: specs.map((spec) => ({ tokens: fill * spec.burst, at: now })),
    cooldownUntil: 0,
    closedUntil: 0,
    seen: undefined,
    learned: undefined,
    pace: undefined,
  };
}

/** What holds the charge back at `now`, the longest hold of all, or `undefined`: it can be taken. `ahead` is taken by others first. */
export function holdOn(
  account: Account,
  specs: readonly BucketSpec[],
  charge: Charge,
  now: number,
  ahead?: Charge,
): Hold | undefined {
  if (account.closedUntil > now) return { until: account.closedUntil, by: 'quota' };
  const from = Math.max(now, account.cooldownUntil);
  anchor(account, from);
  let hold: Hold | undefined = from > now ? { until: from, by: 'cooldown' } : undefined;
  for (let i = 0; i < specs.length; i++) {
    const spec = specs[i] as BucketSpec;
    const wait = waitFor(
      spec,
      account.buckets[i] as BucketState,
      charge.tokens[i] ?? charge.units,
      from,
      ahead && (ahead.tokens[i] ?? ahead.units),
    );
    if (wait > 0 && from + wait > (hold?.until ?? now)) hold = { until: from + wait, by: 'bucket' };
  }
  const { pace } = account;
  if (pace && pace.until > from) {
    const wait = waitFor(paceSpec(pace), pace.bucket, charge.units, from, ahead?.units);
    const until = Math.min(from + wait, pace.until);
    if (wait > 0 && until > (hold?.until ?? now)) hold = { until, by: 'pace' };
  }
  return hold;
}

/** Takes the charge. To be called only where `holdOn` finds no hold. */
export function charge(
  account: Account,
  specs: readonly BucketSpec[],
  { units, tokens }: Charge,
  now: number,
): void {
  specs.forEach((spec, i) => {
    account.buckets[i] = take(spec, account.buckets[i] as BucketState, tokens[i] ?? units, now);
  });
  const { pace } = account;
  if (!pace) return;
  if (pace.until <= now) account.pace = undefined;
  else pace.bucket = take(paceSpec(pace), pace.bucket, units, now);
}

/** Puts back a charge, taken at `takenAt`, that was not used: the request was never sent. */
export function refund(
  account: Account,
  specs: readonly BucketSpec[],
  { units, tokens }: Charge,
  takenAt: number,
  now: number,
): void {
  specs.forEach((spec, i) => {
    account.buckets[i] = giveBack(spec, account.buckets[i] as BucketState, tokens[i] ?? units, takenAt, now);
  });
  const { pace } = account;
  if (pace) pace.bucket = giveBack(paceSpec(pace), pace.bucket, units, takenAt, now);
}

/** Takes what a request turned out to cost more than it was charged at `takenAt`, or puts back what it cost less. */
export function correct(
  account: Account,
  specs: readonly BucketSpec[],
  more: readonly number[],
  takenAt: number,
  now: number,
): void {
  specs.forEach((spec, i) => {
    const bucket = account.buckets[i] as BucketState;
    const tokens = more[i] ?? 0;
    if (tokens > 0) account.buckets[i] = take(spec, bucket, tokens, now);
    if (tokens < 0) account.buckets[i] = giveBack(spec, bucket, -tokens, takenAt, now);
  });
}

/** Pauses the account until `until`, if it isn't already for longer; then it lets callers out one by one. */
export function pause(account: Account, specs: readonly BucketSpec[], until: number): void {
  if (until <= account.cooldownUntil) return;
  account.cooldownUntil = until;
  account.buckets = specs.map((spec, i) => drainUntil(spec, account.buckets[i] as BucketState, until));
}

/** Closes the account until `until`, if it isn't already for longer. */
export function close(account: Account, until: number): void {
  account.closedUntil = Math.max(account.closedUntil, until);
}

/**
 * Learns from the windows that a response told of: slows down when one is nearly spent, pauses when one is spent. Returns the pace that they ask
 * for, if any.
 */
export function observe(
  account: Account,
  specs: readonly BucketSpec[],
  windows: readonly RateWindow[],
  { now, below }: { now: number; below: number },
): Pace | undefined {
  if (windows.length === 0) return undefined;
  const seen = (account.seen ??= new Map<string, SeenWindow>());
  windows.forEach((window) => {
    const name = window.name ?? '';
    const merged = seeWindow(seen.get(name), window, now);
    if (merged) seen.set(name, merged);
  });
  const from = Math.max(now, account.cooldownUntil);
  const pace = paceOf(seen.values(), below, from);
  if (!pace) return undefined;
  if (pace.rate === 0) pause(account, specs, pace.until);
  // The first token of a pace is there at once; what was gathered at the pace before is kept.
  else account.pace = { ...pace, bucket: account.pace?.bucket ?? { tokens: 1, at: from } };
  return pace;
}

/** Whether the account is as a fresh one would be, and need not be kept. */
export function isIdle(account: Account, specs: readonly BucketSpec[], now: number): boolean {
  if (Math.max(account.cooldownUntil, account.closedUntil, account.pace?.until ?? 0) > now) return false;
  for (const window of account.seen?.values() ?? []) if (window.resetAt > now) return false;
  return specs.every((spec, i) => waitFor(spec, account.buckets[i] as BucketState, spec.burst, now) === 0);
}

/** A clock that was set back must not stop the refill until it has caught up. */
function anchor(account: Account, from: number): void {
  account.buckets.forEach((bucket, i) => {
    if (bucket.at > from) account.buckets[i] = { ...bucket, at: from };
  });
  const { pace } = account;
  if (pace && pace.bucket.at > from) pace.bucket = { ...pace.bucket, at: from };
}

/** A pace as a bucket without bursts. */
function paceSpec({ rate }: Pace): BucketSpec {
  return { limit: 1, windowMs: 1, burst: 1, rate };
}
