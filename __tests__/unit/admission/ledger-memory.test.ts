import { MemoryLedger } from '../../../lib/admission/ledger-memory.js';
import type { AccountRef, Charges } from '../../../lib/core/ports.js';
import { bucketOf } from '../../support/gate-bench.js';

const NOON = Date.UTC(2026, 11, 1, 12);

/** A ledger at noon with bursts of 2 a credential under 5 in all, ten a second each, and the means to let time pass. */
function openLedger(): { ledger: MemoryLedger; pass: (ms: number) => void } {
  let now = NOON;
  const ledger = new MemoryLedger({
    quota: [bucketOf(2, 10)],
    ceiling: [bucketOf(5, 10)],
    throttleBelow: 0.1,
    clock: { now: () => now },
  });
  return { ledger, pass: (ms) => (now += ms) };
}

const cost = (units: number): Charges => ({
  credential: { units, tokens: [units] },
  provider: { units, tokens: [units] },
});
const one = cost(1);
const accountOf = (scope: string): AccountRef => ({ whose: 'credential', scope });
const provider: AccountRef = { whose: 'provider', scope: '' };

describe('the ledger of one process', () => {
  it('keeps an account for each credential', () => {
    const { ledger } = openLedger();
    expect(ledger.take('a', cost(2))).toBeUndefined();
    expect(ledger.take('a', one)).toEqual({ until: NOON + 100, by: 'bucket', whose: 'credential' });
    expect(ledger.take('b', cost(2))).toBeUndefined();
    expect(ledger.size).toBe(2);
  });

  it('keeps one for all of them together', () => {
    const { ledger } = openLedger();
    for (const scope of ['a', 'b']) ledger.take(scope, cost(2));
    expect(ledger.take('c', cost(2))).toEqual({ until: NOON + 100, by: 'bucket', whose: 'provider' });
  });

  it('takes all or none: what the ceiling refuses stays in the account', () => {
    const { ledger, pass } = openLedger();
    for (const scope of ['a', 'b', 'c']) ledger.take(scope, cost(scope === 'c' ? 1 : 2));
    expect(ledger.take('d', cost(2))).toMatchObject({ whose: 'provider' });
    expect(ledger.take('d', cost(2))).toMatchObject({ whose: 'provider' });
    pass(200);
    expect(ledger.take('d', cost(2))).toBeUndefined();
  });

  it('takes all or none: what the account refuses stays under the ceiling', () => {
    const { ledger } = openLedger();
    ledger.take('a', cost(2));
    for (let i = 0; i < 10; i++) expect(ledger.take('a', one)).toMatchObject({ whose: 'credential' });
    expect(ledger.take('b', cost(2))).toBeUndefined();
    expect(ledger.take('c', one)).toBeUndefined();
  });

  it('gives back to both', () => {
    const { ledger } = openLedger();
    ledger.take('a', cost(2));
    for (const scope of ['b', 'c']) ledger.take(scope, scope === 'b' ? cost(2) : one);
    ledger.giveBack('a', cost(2), NOON);
    expect(ledger.take('a', cost(2))).toBeUndefined();
  });

  it('foresees what a take would say, and takes nothing', () => {
    const { ledger } = openLedger();
    for (let i = 0; i < 10; i++) expect(ledger.foresee('a', cost(2))).toBeUndefined();
    ledger.take('a', cost(2));
    expect(ledger.foresee('a', one)).toEqual({ until: NOON + 100, by: 'bucket', whose: 'credential' });
    expect(ledger.foresee('a', one, cost(3))).toEqual({
      until: NOON + 400,
      by: 'bucket',
      whose: 'credential',
    });
    expect(ledger.foresee('b', one, cost(5))?.until).toBe(NOON + 400);
  });

  it('foresees by the later of both accounts', () => {
    const { ledger } = openLedger();
    ledger.pause(provider, NOON + 5_000);
    ledger.pause(accountOf('a'), NOON + 9_000);
    expect(ledger.foresee('a', one)).toEqual({ until: NOON + 9_000, by: 'cooldown', whose: 'credential' });
    expect(ledger.foresee('b', one)).toEqual({ until: NOON + 5_000, by: 'cooldown', whose: 'provider' });
  });

  it('foresees an allowance that is used up before a pause that is longer', () => {
    const { ledger } = openLedger();
    ledger.pause(accountOf('a'), NOON + 9_000);
    ledger.close(provider, NOON + 5_000);
    expect(ledger.foresee('a', one)).toMatchObject({ by: 'quota', whose: 'provider' });
  });

  it('pauses, closes and slows down the account that is meant', () => {
    const { ledger, pass } = openLedger();
    ledger.pause(accountOf('a'), NOON + 1_000);
    ledger.close(accountOf('b'), NOON + 1_000);
    ledger.observe(accountOf('c'), [{ limit: 100, remaining: 6, resetAt: NOON + 6_000 }], false);
    expect(ledger.take('a', one)).toMatchObject({ by: 'cooldown', until: NOON + 1_000 });
    expect(ledger.take('b', one)).toMatchObject({ by: 'quota', until: NOON + 1_000 });
    expect(ledger.take('c', one)).toBeUndefined();
    expect(ledger.take('c', one)).toEqual({ by: 'pace', until: NOON + 1_000, whose: 'credential' });
    expect(ledger.take('d', one)).toBeUndefined();
    pass(1_000);
    for (const scope of ['a', 'b', 'c']) expect(ledger.take(scope, one)).toBeUndefined();
  });

  it('slows down after a refusal, however much is left', () => {
    const { ledger } = openLedger();
    const windows = [{ limit: 100, remaining: 60, resetAt: NOON + 60_000 }];
    ledger.observe(accountOf('a'), windows, false);
    ledger.observe(accountOf('b'), windows, true);
    for (const scope of ['a', 'b']) ledger.take(scope, one);
    expect(ledger.foresee('a', one)).toBeUndefined();
    expect(ledger.foresee('b', one)).toMatchObject({ by: 'pace', until: NOON + 1_000 });
  });

  it('forgets the accounts of credentials that came and went, and no others', () => {
    const { ledger, pass } = openLedger();
    ledger.pause(accountOf('paused'), NOON + 3_600_000);
    for (let i = 0; i < 20_000; i++) {
      ledger.foresee(`token ${i}`, one);
      pass(1);
    }
    ledger.take('busy', cost(2));
    expect(ledger.size).toBeLessThan(2_000);
    expect(ledger.take('paused', one)).toMatchObject({ by: 'cooldown' });
    expect(ledger.take('busy', one)).toMatchObject({ by: 'bucket' });
  });

  it('keeps a thousand and more accounts that are all in use', () => {
    const { ledger } = openLedger();
    for (let i = 0; i < 5_000; i++) ledger.pause(accountOf(String(i)), NOON + 1_000);
    expect(ledger.size).toBe(5_000);
    expect(ledger.take('0', one)).toMatchObject({ by: 'cooldown' });
  });
});
