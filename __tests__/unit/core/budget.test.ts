import { attemptTimeout, callBudget } from '../../../lib/core/budget.js';
import type { AttemptTerms } from '../../../lib/core/budget.js';

const NOON = Date.UTC(2026, 11, 1, 12);

describe('the budget of a call', () => {
  it.each([
    { terms: {}, endsIn: 45_000, cutIn: Infinity, by: 'the elapsed time alone, which cuts no attempt' },
    {
      terms: { timeoutMs: 0 },
      endsIn: 45_000,
      cutIn: Infinity,
      by: "the elapsed time: 0 is axios's word for none",
    },
    { terms: { timeoutMs: 10_000 }, endsIn: 9_500, cutIn: 9_500, by: "95% of axios's timeout" },
    {
      terms: { timeoutMs: 60_000 },
      endsIn: 45_000,
      cutIn: 57_000,
      by: 'the elapsed time, the timeout cuts later',
    },
    { terms: { deadlineAt: NOON + 5_000 }, endsIn: 5_000, cutIn: 5_000, by: "the caller's deadline" },
    {
      terms: { deadlineAt: NOON + 5_000, timeoutMs: 4_000 },
      endsIn: 3_800,
      cutIn: 3_800,
      by: 'the timeout, the sooner of both',
    },
    {
      terms: { deadlineAt: NOON + 3_000, timeoutMs: 4_000 },
      endsIn: 3_000,
      cutIn: 3_000,
      by: 'the deadline, the sooner of both',
    },
    {
      terms: { deadlineAt: NOON + 60_000 },
      endsIn: 45_000,
      cutIn: 60_000,
      by: 'the elapsed time, the deadline cuts later',
    },
  ])('is bound by $by', ({ terms, endsIn, cutIn }) => {
    expect(callBudget({ startedAt: NOON, maxElapsedMs: 45_000, ...terms })).toEqual({
      endsAt: NOON + endsIn,
      cutAt: NOON + cutIn,
    });
  });

  it('lies below the timeout of the caller, so that the last failure still reaches it', () => {
    const { endsAt, cutAt } = callBudget({ startedAt: NOON, maxElapsedMs: Infinity, timeoutMs: 1_000 });
    expect(endsAt).toBeLessThan(NOON + 1_000);
    expect(cutAt).toBeLessThan(NOON + 1_000);
  });
});

describe("an attempt's own timeout", () => {
  const unbound = { endsAt: NOON + 45_000, cutAt: Infinity };
  const bound = { endsAt: NOON + 9_500, cutAt: NOON + 9_500 };
  const cases: { terms: Partial<AttemptTerms>; ms: number | undefined; is: string }[] = [
    { terms: { fresh: true }, ms: undefined, is: 'none where nothing bounds it' },
    { terms: { fresh: false, now: NOON + 40_000 }, ms: undefined, is: 'none by the elapsed time alone' },
    {
      terms: { fresh: true, budget: bound, timeoutMs: 10_000 },
      ms: 10_000,
      is: "the caller's own to the millisecond while nothing was waited for",
    },
    {
      terms: { fresh: true, budget: bound, timeoutMs: 10_000, now: NOON + 3 },
      ms: 10_000,
      is: "the caller's own even a few ms into the call",
    },
    {
      terms: { fresh: false, budget: bound, timeoutMs: 10_000, now: NOON + 2_000 },
      ms: 7_500,
      is: 'what is left after a wait',
    },
    {
      terms: { fresh: true, budget: bound, timeoutMs: 10_000, attemptTimeoutMs: 700 },
      ms: 700,
      is: "the attempt's, where that is smaller",
    },
    {
      terms: { fresh: false, budget: bound, timeoutMs: 10_000, now: NOON + 9_000, attemptTimeoutMs: 700 },
      ms: 500,
      is: "what is left, where that is smaller than the attempt's",
    },
    {
      terms: { fresh: true, timeoutMs: 10_000, deadlineAt: NOON + 4_000 },
      ms: 4_000,
      is: 'the time to the deadline',
    },
    {
      terms: { fresh: true, timeoutMs: 0, deadlineAt: NOON + 4_000 },
      ms: 4_000,
      is: "the deadline's where axios's is 0",
    },
    {
      terms: { fresh: true, timeoutMs: 0, attemptTimeoutMs: 300 },
      ms: 300,
      is: "the attempt's where axios's is 0",
    },
    {
      terms: { fresh: false, budget: bound, now: NOON + 9_500 },
      ms: 1,
      is: 'never 0, which axios would read as none',
    },
    { terms: { fresh: false, budget: bound, now: NOON + 20_000 }, ms: 1, is: 'never negative' },
    {
      terms: { fresh: false, budget: { endsAt: 0, cutAt: NOON + 0.95 * 1_001 } },
      ms: 950,
      is: 'whole milliseconds',
    },
  ];
  it.each(cases)('is $is', ({ terms, ms }) => {
    expect(attemptTimeout({ budget: unbound, now: NOON, fresh: true, ...terms })).toBe(ms);
  });
});
