import { resolveOptions } from '../../../lib/config/resolve.js';
import type { RateLimitOptions } from '../../../lib/config/options.js';
import { configErrorOf, problemsOf } from '../../support/problems-of.js';

const MINUTE = 60_000;
const slack = { id: 'slack', name: 'Slack' };

describe('an option that can not be meant', () => {
  it.each<[string, unknown, string, RegExp, RegExp]>([
    // what it is, the options, where, what is wrong, how to mend it
    ['options that are no object', 'sk_live_1', 'options', /is a string, not an object/, /Write an object/],
    ['options that are an array', [], 'options', /is an array/, /Write an object/],
    ['null for an option', { quota: null }, 'quota', /is null/, /limit, windowMs/],

    ['headroom in percent', { headroom: 80 }, 'headroom', /is 80/, /For 80%, write 0\.8/],
    ['headroom 0', { headroom: 0 }, 'headroom', /is 0, not a share above 0/, /0\.8/],
    ['headroom above 1', { headroom: 1.01 }, 'headroom', /is 1\.01/, /write 0\.0101/],
    ['headroom below 0', { headroom: -0.5 }, 'headroom', /is -0\.5/, /0\.8/],
    ['headroom NaN', { headroom: NaN }, 'headroom', /is NaN/, /0\.8/],
    ['headroom as a string', { headroom: '0.8' }, 'headroom', /is a string, not a number/, /without quotes/],
    ['throttleBelow below 0', { throttleBelow: -0.1 }, 'throttleBelow', /from 0 to 1/, /0\.8 for 80%/],
    ['throttleBelow in percent', { throttleBelow: 10 }, 'throttleBelow', /is 10/, /write 0\.1/],

    ['a window of 0', { quota: { limit: 5, windowMs: 0 } }, 'quota.windowMs', /is 0/, /60_000/],
    ['a window of NaN', { quota: { limit: 5, windowMs: NaN } }, 'quota.windowMs', /is NaN/, /60_000/],
    [
      'an endless window',
      { quota: { limit: 5, windowMs: Infinity } },
      'quota.windowMs',
      /is Infinity/,
      /60_000/,
    ],
    ['no window', { quota: { limit: 5 } }, 'quota.windowMs', /is missing/, /no default/],
    ['no limit', { ceiling: { windowMs: 5 } }, 'ceiling.limit', /is missing/, /no default/],
    ['a limit of 0', { quota: { limit: 0, windowMs: 1 } }, 'quota.limit', /is 0/, /publishes/],
    [
      'half a token',
      { quota: { limit: 1.5, windowMs: 1 } },
      'quota.limit',
      /is 1\.5, not a whole/,
      /publishes/,
    ],
    ['a burst of 0', { quota: { limit: 9, windowMs: 1, burst: 0 } }, 'quota.burst', /is 0/, /leave it out/],
    [
      'a cost that is no function',
      { quota: { limit: 9, windowMs: 1, cost: 2 } },
      'quota.cost',
      /is 2/,
      /\(config\)/,
    ],
    ['the second of two quotas', { quota: [{ limit: 9, windowMs: 1 }, 7] }, 'quota[1]', /is 7/, /limit/],
    ['a quota as a number', { quota: 50 }, 'quota', /is 50, not an object/, /limit, windowMs/],

    ['an empty provider', { provider: '' }, 'provider', /is empty/, /'slack'/],
    ['a provider with a blank', { provider: 'my api' }, 'provider', /characters/, /letters, digits/],
    ['a provider with a brace', { provider: 'a{b}' }, 'provider', /characters/, /letters, digits/],
    ['a provider of 65 letters', { provider: 'a'.repeat(65) }, 'provider', /too many/, /64/],
    ['a number as provider', { provider: 7 }, 'provider', /is 7/, /preset/],
    ['a preset without id', { provider: { name: 'S' } }, 'provider.id', /is missing/, /give it/],
    [
      'a preset with capitals',
      { provider: { ...slack, id: 'Slack' } },
      'provider.id',
      /characters/,
      /lower case/,
    ],
    ['a preset without name', { provider: { id: 's' } }, 'provider.name', /is missing/, /give it/],

    ['a base delay of 0: no jitter', { retry: { baseDelayMs: 0 } }, 'retry.baseDelayMs', /is 0/, /250/],
    ['a base delay in seconds', { retry: { baseDelayMs: 0.25 } }, 'retry.baseDelayMs', /is 0\.25/, /250/],
    ['a cap of 0: no jitter', { retry: { maxDelayMs: 0 } }, 'retry.maxDelayMs', /is 0/, /30_000/],
    ['a cap beyond any timer', { retry: { maxDelayMs: 2 ** 31 } }, 'retry.maxDelayMs', /timer/, /2147483647/],
    ['no elapsed bound', { retry: { maxElapsedMs: Infinity } }, 'retry.maxElapsedMs', /timer/, /bound/],
    ['a broken elapsed bound', { retry: { maxElapsedMs: NaN } }, 'retry.maxElapsedMs', /is NaN/, /./],
    [
      'a negative elapsed bound',
      { retry: { maxElapsedMs: -1 } },
      'retry.maxElapsedMs',
      /is -1/,
      /retry: false/,
    ],
    ['no attempt', { retry: { maxAttempts: 0 } }, 'retry.maxAttempts', /is 0/, /1 means no retry/],
    ['endless attempts', { retry: { maxAttempts: Infinity } }, 'retry.maxAttempts', /is Infinity/, /counts/],
    ['half an attempt', { retry: { maxAttempts: 2.5 } }, 'retry.maxAttempts', /is 2\.5/, /counts/],
    ['retry: true', { retry: true }, 'retry', /is true/, /or false/],
    [
      'a retry quota of 0',
      { retry: { quota: { capacity: 0 } } },
      'retry.quota.capacity',
      /is 0/,
      /quota: false/,
    ],
    ['a negative price', { retry: { quota: { otherCost: -1 } } }, 'retry.quota.otherCost', /is -1/, /units/],

    ['endless maxWaitMs', { maxWaitMs: Infinity }, 'maxWaitMs', /timer/, /bound/],
    ['negative maxWaitMs', { maxWaitMs: -1 }, 'maxWaitMs', /is -1/, /600_000/],
    ['endless maxQueued', { maxQueued: Infinity }, 'maxQueued', /is Infinity/, /how many/],
    ['negative maxQueued', { maxQueued: -1 }, 'maxQueued', /is -1/, /how many/],
    ['maxConcurrent 0', { maxConcurrent: 0 }, 'maxConcurrent', /is 0/, /leave it out/],
    ['an unknown mode', { mode: 'besteffort' }, 'mode', /is a string/, /'wait' or 'best-effort'/],
    [
      'a flag as a word',
      { retryForbidden: 'yes' },
      'retryForbidden',
      /is a string, not a boolean/,
      /true or false/,
    ],

    [
      'keys on no method',
      { idempotency: { header: 'K', methods: [] } },
      'idempotency.methods',
      /is empty/,
      /POST/,
    ],
    ['keys, method unsaid', { idempotency: { header: 'K' } }, 'idempotency.methods', /is missing/, /give it/],
    [
      'a method as a string',
      { idempotency: { header: 'K', methods: 'POST' } },
      'idempotency.methods',
      /array/,
      /\[|brackets/,
    ],
    [
      'a broken header name',
      { idempotency: { header: 'K: 1', methods: ['POST'] } },
      'idempotency.header',
      /characters/,
      /name/,
    ],
    ['idempotency: true', { idempotency: true }, 'idempotency', /is true/, /header, methods/],

    [
      'a credential in place of its finder',
      { credential: 'Bearer x' },
      'credential',
      /is a string/,
      /\(config\)/,
    ],
    ['beforeAttempt that is no function', { beforeAttempt: {} }, 'beforeAttempt', /is an object/, /async/],
    ['random that is a number', { random: 0.5 }, 'random', /is 0\.5/, /0 to below 1/],
    [
      'half a clock',
      { clock: { now: () => 0, setTimeout: () => 0 } },
      'clock.clearTimeout',
      /undefined/,
      /handle/,
    ],
    ['a clock that is a date', { clock: new Date(0) }, 'clock', /is a Date/, /now, setTimeout/],
    [
      'a code without a class',
      { reading: { codes: { slow: 'later' } } },
      'reading.codes.slow',
      /none of/,
      /'rate_limited'/,
    ],
    [
      'a status that is none',
      { reading: { statuses: { 42: 'transient' } } },
      'reading.statuses.42',
      /occur/,
      /100 to 599/,
    ],
    [
      'a field without a role',
      { reading: { fields: { 'x-left': { window: 'day' } } } },
      'reading.fields.x-left.role',
      /is missing/,
      /give it/,
    ],
    [
      'a field of an unknown role',
      { reading: { fields: { 'x-left': { role: 'rest' } } } },
      'reading.fields.x-left.role',
      /none of/,
      /'remaining'/,
    ],
    [
      'a field in capitals',
      { reading: { fields: { 'X-Left': false } } },
      'reading.fields.X-Left',
      /occur/,
      /lower case/,
    ],
    [
      'a code header in capitals',
      { reading: { codeHeaders: ['X-Code'] } },
      'reading.codeHeaders[0]',
      /characters/,
      /lower case/,
    ],
    ['a reset unit', { reading: { resetUnit: 's' } }, 'reading.resetUnit', /none of/, /'epoch-s'/],
  ])('is refused: %s', (_what, options, at, problem, mend) => {
    const [first, ...others] = problemsOf(options);
    expect(others).toEqual([]);
    expect(first).toEqual({
      option: at,
      problem: expect.stringMatching(problem),
      mend: expect.stringMatching(mend),
    });
  });

  it('is refused together with all the others, in one error', () => {
    const error = configErrorOf(() =>
      resolveOptions({
        headroom: 8,
        quota: [
          { limit: 10, windowMs: MINUTE },
          { limit: -1, windowMs: 0 },
        ],
        retry: { maxAttempts: 0, statuses: [404, 429] },
        typo: 1,
      } as RateLimitOptions),
    );
    expect(error.problems.map(({ option }) => option)).toEqual([
      'headroom',
      'quota[1].limit',
      'quota[1].windowMs',
      'retry.maxAttempts',
      'retry.statuses[0]',
      'typo',
    ]);
    for (const { option, problem, mend } of error.problems) {
      expect(error.message).toContain(`${option} ${problem}. ${mend}`);
    }
  });

  it('never shows a string that was written in the wrong place', () => {
    const secret = 'sk_live_51H-secret';
    const error = configErrorOf(() =>
      resolveOptions({
        provider: `${secret}!`,
        credential: secret,
        headroom: secret,
        quota: secret,
        ceiling: { limit: secret, windowMs: secret, burst: secret, cost: secret },
        retry: { statuses: [secret], quota: secret },
        mode: secret,
        retryForbidden: secret,
        idempotency: { header: `${secret}:`, methods: [`${secret}:`] },
        reading: { codes: { slow: secret }, resetUnit: secret },
        clock: secret,
        random: secret,
        beforeAttempt: secret,
      } as unknown as RateLimitOptions),
    );
    expect(error.problems.length).toBeGreaterThan(15);
    expect(error.message).not.toContain('secret');
  });

  it('shows no more than 40 characters of a name that it does not know', () => {
    const [problem] = problemsOf({ ['x'.repeat(1000)]: 1 });
    expect(problem!.option).toBe('x'.repeat(40));
  });
});

describe('statuses to retry', () => {
  it.each([400, 401, 403, 404, 408, 409, 418, 422, 423, 425, 451, 499])('never hold %d', (status) => {
    const [problem] = problemsOf({ retry: { statuses: [429, status] } });
    expect(problem).toMatchObject({ option: 'retry.statuses[1]' });
    expect(problem!.problem).toContain('no 4xx but 429 is ever retried');
    expect(problem!.mend).toContain('Take it out');
  });

  it('point to the switch for a 403 that is really a rate limit', () => {
    expect(problemsOf({ retry: { statuses: [403] } })[0]!.mend).toContain('`retryForbidden: true`');
  });

  it.each([0, 100, 200, 304, 399, 600, 503.5, NaN, Infinity, -503])('do not hold %d', (status) => {
    expect(problemsOf({ retry: { statuses: [status] } })[0]!.mend).toContain('Only 429 and 5xx');
  });

  it('are numbers', () => {
    expect(problemsOf({ retry: { statuses: ['503'] } })[0]!.problem).toContain('is a string, not a status');
    expect(problemsOf({ retry: { statuses: 503 } })[0]!.problem).toContain('not an array');
  });

  it('hold to this in a preset too', () => {
    const provider = { ...slack, retryStatuses: [529, 404] };
    expect(problemsOf({ provider })[0]!.option).toBe('provider.retryStatuses[1]');
  });

  it.each([500, 501, 505, 520, 529, 599])('may hold %d when it is named', (status) => {
    const { retry } = resolveOptions({ retry: { statuses: [status] } });
    expect(retry && [...retry.statuses]).toEqual([status]);
  });
});

describe('an unknown option', () => {
  it.each<[unknown, string, string]>([
    [{ headrom: 0.5 }, 'headrom', 'Did you mean `headroom`?'],
    [{ HEADROOM: 0.5 }, 'HEADROOM', 'Did you mean `headroom`?'],
    [{ maxQueue: 5 }, 'maxQueue', 'Did you mean `maxQueued`?'],
    [{ retry: { maxAtempts: 5 } }, 'retry.maxAtempts', 'Did you mean `maxAttempts`?'],
    [{ retry: { status: [503] } }, 'retry.status', 'Did you mean `statuses`?'],
    [{ quota: { limit: 5, windowMs: 1, windowM: 60 } }, 'quota.windowM', 'Did you mean `windowMs`?'],
    [{ maxAttempts: 3 }, 'maxAttempts', 'It is `retry.maxAttempts`.'],
    [
      { idempotencyKey: 'k' },
      'idempotencyKey',
      'It belongs to a request: `config.rateLimit.idempotencyKey`.',
    ],
    [{ jitter: 'equal' }, 'jitter', 'Leave it out: every computed wait is full jitter.'],
    [{ retry: { jitter: false } }, 'retry.jitter', 'Leave it out: every computed wait is full jitter.'],
    [{ retry: { maxRetries: 3 } }, 'retry.maxRetries', 'which counts the first attempt'],
    [{ maxRetry: 3 }, 'maxRetry', 'which counts the first attempt'],
    [{ maxRequests: 3 }, 'maxRequests', '`quota: { limit, windowMs }`'],
    [{ constructor: 1 }, 'constructor', 'Leave it out. There are: provider, quota,'],
    [
      { retry: { wobble: 1 } },
      'retry.wobble',
      'There are: statuses, baseDelayMs, maxDelayMs, maxAttempts, maxElapsedMs, quota.',
    ],
  ])('%j is refused, and what was meant is told', (options, at, mend) => {
    const [first, ...others] = problemsOf(options);
    expect(others).toEqual([]);
    expect(first!.option).toBe(at);
    expect(first!.mend).toContain(mend);
  });

  it('is refused in a preset as well', () => {
    expect(problemsOf({ provider: { ...slack, qouta: {} } })[0]).toMatchObject({
      option: 'provider.qouta',
      mend: 'Did you mean `quota`?',
    });
  });
});

describe('a burst', () => {
  const refusal = (quota: unknown, rest: object = {}) => problemsOf({ quota, ...rest })[0]!;

  it('is refused when a window could hold more than is published, and the largest is told', () => {
    expect(refusal({ limit: 50, windowMs: MINUTE, burst: 12 })).toEqual({
      option: 'quota.burst',
      problem: 'is 12: at a headroom of 0.8, a window could hold 51 of the 50 published',
      mend: 'Write 11 at most, or lower `headroom` to 0.78.',
    });
  });

  it.each([
    [50, 0.8, 11],
    [60, 0.8, 13],
    [1, 0.8, 1],
    [2, 0.8, 1],
    [3, 0.5, 2],
    [100, 1, 1],
    [1000, 0.333, 668],
  ])('of a quota of %d at headroom %d is %d at most', (limit, headroom, largest) => {
    const quota = { limit, windowMs: 1000 };
    expect(() => resolveOptions({ headroom, quota: { ...quota, burst: largest } })).not.toThrow();
    expect(refusal({ ...quota, burst: largest + 1 }, { headroom }).mend).toContain(
      `Write ${largest} at most`,
    );
  });

  it('fits at the headroom that the refusal names', () => {
    const quota = { limit: 50, windowMs: MINUTE, burst: 20 };
    const told = /lower `headroom` to (\d\.\d+)/.exec(refusal(quota).mend);
    expect(() => resolveOptions({ quota, headroom: Number(told![1]) })).not.toThrow();
  });

  it('above the whole quota is told no headroom: none would do', () => {
    expect(refusal({ limit: 5, windowMs: 1000, burst: 6 }).mend).toBe('Write 2 at most.');
  });

  it('is checked in each window, in the ceiling and in the preset', () => {
    const broken = { limit: 10, windowMs: 1000, burst: 10 };
    const fine = { limit: 10, windowMs: 1000 };
    expect(refusal([fine, broken]).option).toBe('quota[1].burst');
    expect(problemsOf({ ceiling: broken })[0]!.option).toBe('ceiling.burst');
    expect(problemsOf({ provider: { ...slack, quota: broken } })[0]!.option).toBe('provider.quota.burst');
  });

  it('of a preset may break by the headroom of the options', () => {
    const provider = { ...slack, quota: { limit: 100, windowMs: 1000, burst: 10 } };
    expect(() => resolveOptions({ provider })).not.toThrow();
    expect(problemsOf({ provider, headroom: 0.95 })[0]!.option).toBe('provider.quota.burst');
  });

  it('of a preset is not looked at where the options replace the quota', () => {
    const provider = { ...slack, quota: { limit: 10, windowMs: 1000, burst: 10 } };
    expect(() => resolveOptions({ provider, quota: { limit: 10, windowMs: 1000 } })).not.toThrow();
  });

  it('is not judged by a headroom that is wrong itself', () => {
    expect(problemsOf({ headroom: 80, quota: { limit: 50, windowMs: 1, burst: 20 } })).toHaveLength(1);
  });

  it('is not told under a wrong index: beside a quota that is wrong itself it is left for later', () => {
    const quota = [7, { limit: 10, windowMs: 1000, burst: 10 }];
    expect(problemsOf({ quota }).map(({ option }) => option)).toEqual(['quota[0]']);
  });

  it('that is the default always fits', () => {
    for (const headroom of [0.01, 0.1, 0.333, 0.5, 0.8, 0.9, 0.99, 1]) {
      for (let limit = 1; limit <= 300; limit++) {
        expect(() => resolveOptions({ headroom, quota: { limit, windowMs: 977 } })).not.toThrow();
      }
    }
  });
});

describe('bounds that contradict each other', () => {
  it('are refused: a cap below the base', () => {
    expect(problemsOf({ retry: { baseDelayMs: 500, maxDelayMs: 100 } })[0]).toMatchObject({
      option: 'retry.maxDelayMs',
      problem: 'is 100, below the baseDelayMs of 500',
    });
  });

  it('are refused: an elapsed budget below the base', () => {
    expect(problemsOf({ retry: { baseDelayMs: 5000, maxElapsedMs: 1000 } })[0]!.option).toBe(
      'retry.maxElapsedMs',
    );
  });

  it('are fine next to a default, where the smaller one holds', () => {
    expect(() => resolveOptions({ retry: { maxDelayMs: 10 } })).not.toThrow();
    expect(() => resolveOptions({ retry: { maxElapsedMs: 100 } })).not.toThrow();
    expect(() =>
      resolveOptions({ retry: { baseDelayMs: 100, maxDelayMs: 100, maxElapsedMs: 100 } }),
    ).not.toThrow();
  });

  it('are refused: a price that the whole retry quota can not pay', () => {
    expect(problemsOf({ retry: { quota: { capacity: 10 } } })).toEqual([
      {
        option: 'retry.quota.otherCost',
        problem: 'is 14, above the capacity of 10: such a retry could never be paid',
        mend: 'Raise `retry.quota.capacity`, or lower the price.',
      },
    ]);
  });
});
