import { resolveRequest } from '../../../lib/config/resolve-request.js';
import { resolveOptions } from '../../../lib/config/resolve.js';
import type { Clock } from '../../../lib/core/ports.js';
import { configErrorOf, requestProblemsOf } from '../../support/problems-of.js';

const KEYS = { idempotency: { header: 'Idempotency-Key', methods: ['POST'] } };

function clockAt(now: number): Clock {
  return { now: () => now, setTimeout: () => 0, clearTimeout: () => undefined };
}

describe('a request that says nothing', () => {
  it('has the defaults, the same object each time', () => {
    const options = resolveOptions();
    const settings = resolveRequest(undefined, options);
    expect(settings).toEqual({
      mode: 'wait',
      priority: 5,
      cost: 1,
      idempotencyKey: undefined,
      idempotent: undefined,
      deadlineAt: undefined,
      attemptTimeoutMs: undefined,
      credential: undefined,
      run: undefined,
    });
    expect(resolveRequest(undefined, options)).toBe(settings);
    expect(Object.isFrozen(settings)).toBe(true);
  });

  it("has the handler's mode", () => {
    const options = resolveOptions({ mode: 'best-effort' });
    expect(resolveRequest(undefined, options).mode).toBe('best-effort');
    expect(resolveRequest({ priority: 1 }, options).mode).toBe('best-effort');
    expect(resolveRequest({ mode: 'wait' }, options).mode).toBe('wait');
  });
});

describe('what a request says', () => {
  it('holds over the defaults', () => {
    const said = {
      mode: 'best-effort',
      priority: 0,
      cost: 0,
      idempotencyKey: 'order-7',
      idempotent: false,
      deadlineAt: 1_800_000_000_000.5,
      attemptTimeoutMs: 1500.25,
      credential: 'Bearer x',
      run: 'inbox-42',
    };
    expect(resolveRequest(said, resolveOptions(KEYS))).toEqual(said);
  });

  it('may come as the object without a prototype that axios makes of it', () => {
    const raw = Object.assign(Object.create(null) as object, { priority: 9 });
    expect(resolveRequest(raw, resolveOptions())).toMatchObject({ priority: 9, cost: 1 });
  });

  it('counts undefined as left out', () => {
    expect(resolveRequest({ priority: undefined, deadlineAt: undefined }, resolveOptions())).toMatchObject({
      priority: 5,
      deadlineAt: undefined,
    });
  });

  it.each<[string, unknown, string, RegExp, RegExp]>([
    ['true', true, 'rateLimit', /is true, not an object/, /or false/],
    ['null', null, 'rateLimit', /is null/, /or false/],
    [
      'a priority of 10',
      { priority: 10 },
      'rateLimit.priority',
      /is 10, not a whole number from 0 to 9/,
      /0 goes first/,
    ],
    ['a negative priority', { priority: -1 }, 'rateLimit.priority', /is -1/, /0 goes first/],
    ['half a priority', { priority: 0.5 }, 'rateLimit.priority', /is 0\.5/, /0 goes first/],
    ['a priority as a word', { priority: 'high' }, 'rateLimit.priority', /is a string/, /number/i],
    ['a negative cost', { cost: -1 }, 'rateLimit.cost', /is -1/, /tokens/],
    ['a broken cost', { cost: NaN }, 'rateLimit.cost', /is NaN/, /tokens/],
    ['half a token', { cost: 0.5 }, 'rateLimit.cost', /is 0\.5/, /tokens/],
    ['an unknown mode', { mode: 'fast' }, 'rateLimit.mode', /is a string/, /'best-effort'/],
    ['an empty key', { idempotencyKey: '' }, 'rateLimit.idempotencyKey', /is empty/, /1 to 255/],
    ['a number as key', { idempotencyKey: 7 }, 'rateLimit.idempotencyKey', /is 7, not a string/, /string/],
    [
      'a key with a line break',
      { idempotencyKey: 'a\nb' },
      'rateLimit.idempotencyKey',
      /characters/,
      /ASCII/,
    ],
    ['a key of 256', { idempotencyKey: 'k'.repeat(256) }, 'rateLimit.idempotencyKey', /too many/, /255/],
    ['idempotent as a word', { idempotent: 'yes' }, 'rateLimit.idempotent', /is a string/, /true or false/],
    [
      'a deadline that is a Date',
      { deadlineAt: new Date(0) },
      'rateLimit.deadlineAt',
      /is a Date/,
      /milliseconds/,
    ],
    ['a broken deadline', { deadlineAt: NaN }, 'rateLimit.deadlineAt', /is NaN/, /milliseconds/],
    ['an endless deadline', { deadlineAt: Infinity }, 'rateLimit.deadlineAt', /is Infinity/, /leave it out/],
    ['an attempt of no time', { attemptTimeoutMs: 0 }, 'rateLimit.attemptTimeoutMs', /is 0/, /leave it out/],
    ['a negative timeout', { attemptTimeoutMs: -1 }, 'rateLimit.attemptTimeoutMs', /is -1/, /leave it out/],
    ['an empty credential', { credential: '' }, 'rateLimit.credential', /is empty/, /leave it out/],
    [
      'a function as credential',
      { credential: () => 'x' },
      'rateLimit.credential',
      /is a function/,
      /string/,
    ],
    ['an empty run', { run: '' }, 'rateLimit.run', /is empty/, /inbox-42/],
    ['a misspelt name', { priorty: 1 }, 'rateLimit.priorty', /not an option/, /`priority`/],
    [
      "the handler's options",
      { maxAttempts: 1 },
      'rateLimit.maxAttempts',
      /not an option/,
      /`retry.maxAttempts`/,
    ],
  ])('is refused: %s', (_what, raw, at, problem, mend) => {
    const [first, ...others] = requestProblemsOf(raw, KEYS);
    expect(others).toEqual([]);
    expect(first).toEqual({
      option: at,
      problem: expect.stringMatching(problem),
      mend: expect.stringMatching(mend),
    });
  });

  it('is refused with every problem in it, and never shows a key or a credential', () => {
    const raw = {
      idempotencyKey: 'secret\n',
      credential: ['secret'],
      run: 'secret\u0000',
      priority: 'secret',
      cost: -1,
    };
    const error = configErrorOf(() => resolveRequest(raw, resolveOptions(KEYS)));
    expect(error.problems).toHaveLength(5);
    expect(error.message).not.toContain('secret');
  });
});

describe('a deadline', () => {
  it.each([1_796_100_000, 5000])('of %d is refused: it is in seconds, or a duration', (deadlineAt) => {
    const clock = clockAt(1_796_000_000_000);
    expect(requestProblemsOf({ deadlineAt }, { clock })).toEqual([
      {
        option: 'rateLimit.deadlineAt',
        problem: `is ${deadlineAt}, long ago: it looks like seconds, or like a duration`,
        mend: 'Write an instant in milliseconds since the epoch, such as Date.now() + 5_000.',
      },
    ]);
  });

  it('that has just passed is a deadline', () => {
    const options = resolveOptions({ clock: clockAt(1_796_000_000_000) });
    expect(resolveRequest({ deadlineAt: 1_795_999_999_999 }, options).deadlineAt).toBe(1_795_999_999_999);
  });

  it('may be small where the clock of a test is', () => {
    expect(resolveRequest({ deadlineAt: 5000 }, resolveOptions({ clock: clockAt(0) })).deadlineAt).toBe(5000);
  });
});

describe('a cost', () => {
  const quota = { limit: 10, windowMs: 1000 };

  it('above a whole window is refused: no wait would be long enough', () => {
    expect(resolveRequest({ cost: 10 }, resolveOptions({ quota })).cost).toBe(10);
    expect(requestProblemsOf({ cost: 11 }, { quota })[0]).toMatchObject({
      option: 'rateLimit.cost',
      problem: 'is 11, more than the 10 that a whole window holds',
    });
    expect(requestProblemsOf({ cost: 11 }, { ceiling: [{ limit: 50, windowMs: 1000 }, quota] })).toHaveLength(
      1,
    );
  });

  it('is not measured against a quota that counts by its own function', () => {
    const options = resolveOptions({ quota: { ...quota, cost: () => 1 } });
    expect(resolveRequest({ cost: 500 }, options).cost).toBe(500);
  });
});

describe('an idempotency key', () => {
  it('is refused where no header is known to carry it: it would be lost unseen', () => {
    const [problem] = requestProblemsOf({ idempotencyKey: 'order-7' });
    expect(problem).toMatchObject({
      option: 'rateLimit.idempotencyKey',
      problem: 'is given, but no header is known to carry it',
    });
    expect(problem!.mend).toContain("idempotency: { header: 'Idempotency-Key', methods: ['POST'] }");
  });
});
