/**
 * Token-bucket arithmetic for several windows at once: how many tokens there are, when there will be enough, what is
 * left after a grant. Pure: `now` is an argument and states are plain values. Imports only types.
 *
 * A quota of Q per W at headroom h is served at the rate r = h * Q / W with bursts of b. No half-open window of length W
 * can then hold more than b + ceil(r * W) - 1 tokens, whatever its phase, because the first and the last grant in it lie
 * less than W apart.
 */
import type { Quota } from './types.js';

/** A quota turned into the figures of its bucket. */
export interface BucketSpec {
  /** Published tokens a window. */
  readonly limit: number;
  /** Published window in milliseconds. */
  readonly windowMs: number;
  /** Tokens that may be taken at once after a pause. */
  readonly burst: number;
  /** Tokens a millisecond. */
  readonly rate: number;
  /** Tokens of this quota that a request takes, if not the request's own cost. */
  readonly cost?: Quota['cost'];
  /** Tokens that a request turned out to take. */
  readonly usage?: Quota['usage'];
}

/** What a bucket holds: `tokens` at the instant `at`. May be negative after a grant that was larger than the burst. */
export interface BucketState {
  readonly tokens: number;
  readonly at: number;
}

/** The bucket of a published quota, used at the share `headroom` of it (0 to 1). */
export function bucketSpec(quota: Quota, headroom: number): BucketSpec {
  const spec = {
    limit: quota.limit,
    windowMs: quota.windowMs,
    burst: quota.burst ?? Math.max(1, Math.floor(exact(((1 - headroom) / 2) * quota.limit))),
    rate: (headroom * quota.limit) / quota.windowMs,
  };
  return { ...spec, ...(quota.cost && { cost: quota.cost }), ...(quota.usage && { usage: quota.usage }) };
}

/** The most tokens that any half-open window of the quota's length can hold. */
export function mostInWindow({ rate, windowMs, burst }: Omit<BucketSpec, 'cost' | 'limit'>): number {
  return burst + Math.ceil(exact(rate * windowMs)) - 1;
}

/** Without the dust of binary fractions: (1 - 0.8) / 2 * 100 must read as 10, not as 9.999999999999998. */
function exact(value: number): number {
  return Number(value.toPrecision(12));
}

export function fullBucket(spec: BucketSpec, now: number): BucketState {
  return { tokens: spec.burst, at: now };
}

/**
 * Tokens gathered by `now`, not yet cut to the burst: a grant larger than the burst has to find the bucket full and then wait on, for as
 * long as the rest takes to flow in. Before `at` nothing flows.
 */
export function tokensAt(spec: BucketSpec, state: BucketState, now: number): number {
  return state.tokens + spec.rate * Math.max(0, now - state.at);
}

/** Milliseconds from `now` until `cost` tokens can be taken, to the millisecond; 0: at once. `ahead` tokens go to others first. */
export function waitFor(spec: BucketSpec, state: BucketState, cost: number, now: number, ahead = 0): number {
  const enoughAt = (instant: number): boolean => tokensAt(spec, state, instant) >= cost + ahead;
  if (enoughAt(now)) return 0;
  const from = Math.max(now, state.at);
  const missing = cost + ahead - tokensAt(spec, state, from);
  const at = from + Math.max(0, Math.ceil(missing / spec.rate));
  // The quotient is rounded, and so is the sum that the taking goes by: they may differ by one.
  if (at - 1 > now && enoughAt(at - 1)) return at - 1 - now;
  return (enoughAt(at) ? at : at + 1) - now;
}

/**
 * The bucket after `cost` tokens were taken at `now`. What overflowed is lost; a cost above the burst leaves a debt, so that no window
 * holds more than the larger of the two.
 */
export function take(spec: BucketSpec, state: BucketState, cost: number, now: number): BucketState {
  return { tokens: Math.min(spec.burst, tokensAt(spec, state, now)) - cost, at: now };
}

/**
 * The bucket after `cost` tokens came back unused that were taken at `takenAt`. What has flowed in since may have filled their place, and been taken
 * by others: with that part as well, a window could hold more than the bucket allows.
 */
export function giveBack(
  spec: BucketSpec,
  state: BucketState,
  cost: number,
  takenAt: number,
  now: number,
): BucketState {
  const back = Math.max(0, cost - spec.rate * Math.max(0, now - takenAt));
  // A bucket that starts to fill only later, after a pause, still does, and holds one token at most.
  const most = state.at > now ? 1 : spec.burst;
  return { tokens: Math.min(most, tokensAt(spec, state, now) + back), at: Math.max(now, state.at) };
}

/** The bucket as it is when a pause until `until` ends: with one token at most, so that callers are let out one by one. */
export function drainUntil(spec: BucketSpec, state: BucketState, until: number): BucketState {
  // A pause that is over already must not count the time up to the last grant twice.
  const at = Math.max(until, state.at);
  return { tokens: Math.min(1, tokensAt(spec, state, at)), at };
}
