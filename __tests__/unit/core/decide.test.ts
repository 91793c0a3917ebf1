import { decide } from '../../../lib/core/decide.js';
import type { Decision, RetryPolicy, SettleReason, Situation } from '../../../lib/core/decide.js';
import type { Classification, OutcomeClass } from '../../../lib/core/types.js';

const NOON = Date.UTC(2026, 11, 1, 12);

const policy: RetryPolicy = {
  statuses: new Set([429, 502, 503, 504]),
  baseDelayMs: 250,
  maxDelayMs: 30_000,
  maxAttempts: 5,
  maxElapsedMs: 45_000,
};

function classified(outcome: OutcomeClass, more: Partial<Classification> = {}): Classification {
  return { class: outcome, reason: 'as the test says', windows: [], scope: 'credential', ...more };
}

/** The decision in a situation in which a retry is fine: a 503 to a GET, half a sample of jitter. */
function decideOn(situation: Partial<Situation>): Decision {
  return decide({
    classification: classified('transient'),
    status: 503,
    now: NOON,
    attempts: 1,
    endsAt: NOON + 45_000,
    policy,
    idempotent: true,
    replayable: true,
    storedAnswer: false,
    retryForbidden: false,
    quotaLeft: true,
    random: () => 0.5,
    ...situation,
  });
}

const settled = (reason: SettleReason): Decision => ({ action: 'settle', reason });
const retriedIn = (ms: number, wait: 'retry_after' | 'backoff' = 'backoff'): Decision => ({
  action: 'retry',
  at: NOON + ms,
  wait,
});

describe('what is retried', () => {
  it.each([
    [429, 'rate_limited'],
    [502, 'transient'],
    [503, 'transient'],
    [504, 'transient'],
    [undefined, 'network'],
    [undefined, 'timeout'],
  ] as const)('status %s, %s', (status, outcome) => {
    expect(decideOn({ status, classification: classified(outcome) })).toEqual(retriedIn(125));
  });

  it.each([400, 401, 402, 403, 404, 405, 408, 409, 410, 418, 422, 423, 425, 451])(
    'never a %d, however it is classified',
    (status) => {
      for (const outcome of ['transient', 'rate_limited', 'network', 'timeout'] as const)
        expect(decideOn({ status, classification: classified(outcome) })).toEqual(
          settled('status_not_retryable'),
        );
      expect(decideOn({ status, classification: classified('permanent') })).toEqual(settled('permanent'));
    },
  );

  it.each([500, 501, 507, 529])('a %d only when it is named', (status) => {
    expect(decideOn({ status })).toEqual(settled('status_not_retryable'));
    const statuses = new Set([...policy.statuses, status]);
    expect(decideOn({ status, policy: { ...policy, statuses } })).toEqual(retriedIn(125));
  });

  it.each([
    ['success', 'succeeded'],
    ['permanent', 'permanent'],
    ['cancelled', 'cancelled'],
    ['quota_exhausted', 'quota_exhausted'],
  ] as const)('never a call that ended as %s, even with a retryable status', (outcome, reason) => {
    expect(decideOn({ status: 429, classification: classified(outcome) })).toEqual(settled(reason));
  });

  it('a 403 that is really a limit, only by explicit choice', () => {
    const limit = { status: 403, classification: classified('rate_limited', { retryAt: NOON + 2_000 }) };
    expect(decideOn(limit)).toEqual(settled('status_not_retryable'));
    expect(decideOn({ ...limit, retryForbidden: true })).toEqual(retriedIn(2_000, 'retry_after'));
    expect(decideOn({ status: 403, retryForbidden: true })).toEqual(settled('status_not_retryable'));
  });

  it('a refusal inside a success, as GraphQL servers send it', () => {
    expect(decideOn({ status: 200, classification: classified('rate_limited') })).toEqual(retriedIn(125));
  });
});

describe('what forbids a retry', () => {
  it.each<[string, Partial<Situation>, SettleReason]>([
    ['retries are off', { policy: false }, 'retries_off'],
    ['the method is not idempotent and has no key', { idempotent: false }, 'not_idempotent'],
    ['the body is spent', { replayable: false }, 'body_not_replayable'],
    ['the server answered from its store of results', { storedAnswer: true }, 'stored_answer'],
    ['all attempts are spent', { attempts: 5 }, 'attempts_spent'],
    ['the retry quota is spent', { quotaLeft: false }, 'retry_quota_spent'],
    ['the wait would end with the budget', { now: NOON, endsAt: NOON + 125 }, 'time_spent'],
    ['the budget is over', { now: NOON, endsAt: NOON }, 'time_spent'],
  ])('%s', (_, situation, reason) => {
    expect(decideOn(situation)).toEqual(settled(reason));
    expect(decideOn({ ...situation, status: undefined, classification: classified('network') })).toEqual(
      settled(reason),
    );
  });

  it('attempts are counted with the first one', () => {
    expect(decideOn({ attempts: 4 })).toEqual(retriedIn(1_000));
    expect(decideOn({ attempts: 1, policy: { ...policy, maxAttempts: 1 } })).toEqual(
      settled('attempts_spent'),
    );
  });
});

describe('the wait before a retry', () => {
  it('is full jitter over a cap that doubles with each retry', () => {
    expect([1, 2, 3, 4].map((attempts) => decideOn({ attempts }))).toEqual(
      [125, 250, 500, 1_000].map((ms) => retriedIn(ms)),
    );
    expect(decideOn({ random: () => 0 })).toEqual(retriedIn(0));
  });

  it('ends just within the budget', () => {
    expect(decideOn({ endsAt: NOON + 126 })).toEqual(retriedIn(125));
  });

  it.each([0, 0.5, 0.999])(
    'is what the server says, to the millisecond, whatever the sample (%d)',
    (sample) => {
      const classification = classified('rate_limited', { retryAt: NOON + 40_001 });
      expect(decideOn({ status: 429, classification, random: () => sample })).toEqual(
        retriedIn(40_001, 'retry_after'),
      );
    },
  );

  it('is not begun when the server wants longer than the budget', () => {
    const classification = classified('rate_limited', { retryAt: NOON + 2_000 });
    expect(decideOn({ classification, endsAt: NOON + 2_000 })).toEqual(settled('retry_after_beyond_budget'));
    expect(decideOn({ classification, endsAt: NOON + 2_001 })).toEqual(retriedIn(2_000, 'retry_after'));
  });

  it.each([NOON, NOON - 5_000])(
    'is nothing when the server says now, or a moment that is past',
    (retryAt) => {
      const classification = classified('rate_limited', { retryAt });
      expect(decideOn({ classification, random: () => 0.9 })).toEqual(retriedIn(0, 'retry_after'));
      expect(decideOn({ classification, endsAt: NOON })).toEqual(settled('time_spent'));
    },
  );
});
