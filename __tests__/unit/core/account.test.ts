import {
  charge,
  close,
  holdOn,
  isIdle,
  observe,
  openAccount,
  pause,
  refund,
} from '../../../lib/core/account.js';
import type { Account, Charge, Hold } from '../../../lib/core/account.js';
import type { BucketSpec } from '../../../lib/core/bucket.js';
import type { RateWindow } from '../../../lib/core/types.js';

const NOON = Date.UTC(2026, 11, 1, 12);
const HOUR = 3_600_000;

/** Ten a second in bursts of 3, and one a second in bursts of 4. */
const specs: readonly BucketSpec[] = [
  { limit: 13, windowMs: 1_000, burst: 3, rate: 0.01 },
  { limit: 64, windowMs: 60_000, burst: 4, rate: 0.001 },
];

const cost = (units: number): Charge => ({ units, tokens: [units, units] });
const one = cost(1);

function takeOne(account: Account, now: number): void {
  expect(holdOn(account, specs, one, now)).toBeUndefined();
  charge(account, specs, one, now);
}

/** The instants, counted from noon, at which a caller with patience gets its tokens. */
function takeInTurn(account: Account, count: number, from = NOON): number[] {
  let now = from;
  return Array.from({ length: count }, () => {
    for (let hold = holdOn(account, specs, one, now); hold; hold = holdOn(account, specs, one, now))
      now = hold.until;
    charge(account, specs, one, now);
    return now - NOON;
  });
}

const held = (afterMs: number, by: Hold['by']): Hold => ({ until: NOON + afterMs, by });

describe('an account of several windows', () => {
  it('grants while each of them has the tokens, then waits for the slowest', () => {
    expect(takeInTurn(openAccount(specs, NOON), 6)).toEqual([0, 0, 0, 100, 1_000, 2_000]);
  });

  it('tells the longest hold', () => {
    const account = openAccount(specs, NOON);
    for (let i = 0; i < 3; i++) takeOne(account, NOON);
    expect(holdOn(account, specs, one, NOON)).toEqual(held(100, 'bucket'));
    expect(holdOn(account, specs, cost(2), NOON)).toEqual(held(1_000, 'bucket'));
  });

  it('counts what others take first', () => {
    const account = openAccount(specs, NOON);
    expect(holdOn(account, specs, one, NOON, cost(2))).toBeUndefined();
    expect(holdOn(account, specs, one, NOON, cost(5))).toEqual(held(2_000, 'bucket'));
  });

  it('takes from each window what the quota counts', () => {
    const account = openAccount(specs, NOON);
    charge(account, specs, { units: 1, tokens: [0, 4] }, NOON);
    expect(holdOn(account, specs, { units: 1, tokens: [3, 0] }, NOON)).toBeUndefined();
    expect(holdOn(account, specs, { units: 1, tokens: [0, 1] }, NOON)).toEqual(held(1_000, 'bucket'));
  });

  it('is as before once a charge has come back', () => {
    const account = openAccount(specs, NOON);
    const before = structuredClone(account);
    charge(account, specs, cost(3), NOON);
    refund(account, specs, cost(3), NOON, NOON);
    expect(account).toEqual(before);
  });

  it('refills although the clock was set back by an hour', () => {
    const account = openAccount(specs, NOON);
    expect(takeInTurn(account, 4).at(-1)).toBe(100);
    expect(takeInTurn(account, 2, NOON - HOUR)).toEqual([900 - HOUR, 1_900 - HOUR]);
  });
});

describe('a paused account', () => {
  it('grants nothing before the end of the pause, then one by one', () => {
    const account = openAccount(specs, NOON);
    pause(account, specs, NOON + 10_000);
    expect(holdOn(account, specs, one, NOON)).toEqual(held(10_000, 'cooldown'));
    expect(holdOn(account, specs, one, NOON + 9_999)).toEqual(held(10_000, 'cooldown'));
    expect(takeInTurn(account, 4)).toEqual([10_000, 11_000, 12_000, 13_000]);
  });

  it('is only ever paused for longer', () => {
    const account = openAccount(specs, NOON);
    pause(account, specs, NOON + 10_000);
    pause(account, specs, NOON + 5_000);
    expect(holdOn(account, specs, one, NOON)).toEqual(held(10_000, 'cooldown'));
    pause(account, specs, NOON + 20_000);
    expect(takeInTurn(account, 2)).toEqual([20_000, 21_000]);
  });

  it('tells how long those behind others have to wait after it', () => {
    const account = openAccount(specs, NOON);
    pause(account, specs, NOON + 10_000);
    expect(holdOn(account, specs, one, NOON, cost(3))).toEqual(held(13_000, 'bucket'));
  });

  it('has no more tokens than before when the pause is over already', () => {
    const account = openAccount(specs, NOON);
    const before = takeInTurn(account, 5).at(-1) as number;
    pause(account, specs, NOON - 10_000);
    expect(takeInTurn(account, 1, NOON + before)).toEqual([before + 1_000]);
  });
});

describe('a closed account', () => {
  it('says so, whatever its buckets hold, until it opens again', () => {
    const account = openAccount(specs, NOON);
    close(account, NOON + 10_000);
    pause(account, specs, NOON + 20_000);
    expect(holdOn(account, specs, one, NOON + 9_999)).toEqual(held(10_000, 'quota'));
    expect(holdOn(account, specs, one, NOON + 10_000)).toEqual(held(20_000, 'cooldown'));
  });

  it('is only ever closed for longer', () => {
    const account = openAccount(specs, NOON);
    close(account, NOON + 10_000);
    close(account, NOON + 5_000);
    expect(holdOn(account, specs, one, NOON)?.until).toBe(NOON + 10_000);
  });
});

describe('an account that hears how much is left', () => {
  const window = (remaining: number, resetInMs = 60_000, more: Partial<RateWindow> = {}): RateWindow => ({
    limit: 1_000,
    remaining,
    resetAt: NOON + resetInMs,
    ...more,
  });
  const hear = (account: Account, windows: RateWindow[], now = NOON, below = 0.1): void =>
    void observe(account, specs, windows, { now, below });

  it('goes on as before while enough is left', () => {
    const account = openAccount(specs, NOON);
    hear(account, [window(100)]);
    expect(takeInTurn(account, 5)).toEqual([0, 0, 0, 100, 1_000]);
  });

  it('spreads the rest over the time to the reset, without bursts', () => {
    const account = openAccount(specs, NOON);
    hear(account, [window(30)]);
    expect(takeInTurn(account, 3)).toEqual([0, 2_000, 4_000]);
    expect(takeInTurn(account, 2, NOON + 20_000)).toEqual([20_000, 22_000]);
    expect(holdOn(account, specs, one, NOON + 22_000)).toEqual(held(24_000, 'pace'));
  });

  it('takes its buckets and its pace as they are, whichever is slower', () => {
    const account = openAccount(specs, NOON);
    hear(account, [window(99, 9_900)]); // ten a second, the pace of the first bucket
    expect(takeInTurn(account, 6)).toEqual([0, 100, 200, 300, 1_000, 2_000]);
  });

  it('is back at its own rate from the reset on', () => {
    const account = openAccount(specs, NOON);
    hear(account, [window(1, 6_000)]);
    expect(takeInTurn(account, 4)).toEqual([0, 6_000, 6_000, 6_000]);
    expect(account.pace).toBeUndefined();
  });

  it('holds nobody beyond the reset, however slow it is', () => {
    const account = openAccount(specs, NOON);
    hear(account, [window(1, 6_000)]);
    expect(takeInTurn(account, 2, NOON + 3_000)).toEqual([3_000, 6_000]);
  });

  it('spends a dearer request against the pace by what the server counts', () => {
    const account = openAccount(specs, NOON);
    hear(account, [window(30)]);
    charge(account, specs, { units: 3, tokens: [1, 1] }, NOON);
    expect(holdOn(account, specs, one, NOON)).toEqual(held(6_000, 'pace'));
  });

  it('slows down further, and does not speed up when answers come out of order', () => {
    const account = openAccount(specs, NOON);
    hear(account, [window(30)]);
    hear(account, [window(15)]);
    hear(account, [window(29)]);
    expect(takeInTurn(account, 3)).toEqual([0, 4_000, 8_000]);
  });

  it('keeps what it has gathered when the pace changes: a new answer is no new token', () => {
    const account = openAccount(specs, NOON);
    hear(account, [window(30)]);
    takeOne(account, NOON);
    hear(account, [window(29)], NOON);
    expect(holdOn(account, specs, one, NOON)?.until).toBeGreaterThan(NOON + 2_000);
  });

  it('pauses until the reset when nothing is left, then goes one by one', () => {
    const account = openAccount(specs, NOON);
    hear(account, [window(0, 6_000)]);
    expect(takeInTurn(account, 3)).toEqual([6_000, 7_000, 8_000]);
  });

  it('lets the rest last after a refusal, however much it is', () => {
    const account = openAccount(specs, NOON);
    hear(account, [window(600, 1_200_000)], NOON, Infinity);
    expect(takeInTurn(account, 3)).toEqual([0, 2_000, 4_000]);
  });

  it('begins its pace after the pause that it is in', () => {
    const account = openAccount(specs, NOON);
    pause(account, specs, NOON + 30_000);
    hear(account, [window(15)]);
    expect(takeInTurn(account, 3)).toEqual([30_000, 32_000, 34_000]);
  });

  it('goes by the tightest of several windows', () => {
    const account = openAccount(specs, NOON);
    hear(account, [window(90, 60_000, { name: 'minute' }), window(50, HOUR, { name: 'hour' })]);
    expect(takeInTurn(account, 2)).toEqual([0, HOUR / 50]);
  });

  it('remembers a window that the next response does not tell of', () => {
    const account = openAccount(specs, NOON);
    hear(account, [window(30, 60_000, { name: 'a' })]);
    hear(account, [window(900, 60_000, { name: 'b' })]);
    hear(account, []);
    expect(takeInTurn(account, 2)).toEqual([0, 2_000]);
  });

  it('paces on although the clock was set back by an hour', () => {
    const account = openAccount(specs, NOON);
    hear(account, [window(30)]);
    takeOne(account, NOON);
    expect(holdOn(account, specs, one, NOON - HOUR)).toEqual(held(2_000 - HOUR, 'pace'));
  });

  it('gives a returned charge back to its pace too', () => {
    const account = openAccount(specs, NOON);
    hear(account, [window(30)]);
    takeOne(account, NOON);
    refund(account, specs, one, NOON, NOON);
    expect(holdOn(account, specs, one, NOON)).toBeUndefined();
  });
});

describe('an account that need not be kept', () => {
  it('is one that a new one would equal', () => {
    const account = openAccount(specs, NOON);
    expect(isIdle(account, specs, NOON)).toBe(true);
    takeOne(account, NOON);
    expect(isIdle(account, specs, NOON + 999)).toBe(false);
    expect(isIdle(account, specs, NOON + 1_000)).toBe(true);
  });

  it.each<[string, (account: Account) => void]>([
    ['paused', (account) => pause(account, specs, NOON + 10_000)],
    ['closed', (account) => close(account, NOON + 10_000)],
    [
      'told how much is left',
      (account) =>
        observe(account, specs, [{ limit: 10, remaining: 9, resetAt: NOON + 10_000 }], {
          now: NOON,
          below: 0.1,
        }),
    ],
    [
      'slowed down',
      (account) =>
        observe(account, specs, [{ limit: 100, remaining: 9, resetAt: NOON + 10_000 }], {
          now: NOON,
          below: 0.1,
        }),
    ],
  ])('is none that was %s, until that is over and it is full', (_, change) => {
    const account = openAccount(specs, NOON);
    change(account);
    expect(isIdle(account, specs, NOON + 9_999)).toBe(false);
    expect(isIdle(account, specs, NOON + 20_000)).toBe(true);
  });

  it('without a bucket is idle as soon as nothing holds it', () => {
    expect(isIdle(openAccount([], NOON), [], NOON)).toBe(true);
  });
});
