import type { RateLimitOptions } from '../../../lib/config/options.js';
import { resolveOptions } from '../../../lib/config/resolve.js';
import { summarize } from '../../../lib/config/summary.js';
import type { SummaryRow } from '../../../lib/config/summary-types.js';

function rowsOf(options: RateLimitOptions): readonly SummaryRow[] {
  return summarize(resolveOptions(options)).rows;
}

/** The one row of that name. */
function row(label: string, options: RateLimitOptions = {}): SummaryRow {
  const found = rowsOf(options).filter((candidate) => candidate.label === label);
  expect(found).toHaveLength(1);
  return found[0]!;
}

describe('the summary as text', () => {
  it('is a table to paste into a review', () => {
    const summary = summarize(
      resolveOptions({
        provider: {
          id: 'acme',
          name: 'Acme',
          ceiling: { limit: 1000, windowMs: 10_000 },
          retryStatuses: [529],
        },
        quota: [
          { limit: 60, windowMs: 60_000 },
          { limit: 10_000, windowMs: 86_400_000, burst: 500, cost: () => 2 },
        ],
        retry: { baseDelayMs: 500, maxElapsedMs: 90_000 },
        maxConcurrent: 4,
        idempotency: { header: 'Idempotency-Key', methods: ['post', 'patch'] },
      }),
    );
    expect(String(summary)).toBe(
      `
Rate limit handling of Acme (acme)

Retries                                                                option                from
  retried          429, 502, 503, 504, 529;                            retry.statuses        preset
                   connection errors and timeouts
  base delay       500 ms                                              retry.baseDelayMs     option
  cap              30 s                                                retry.maxDelayMs      default
  jitter           full: uniform in [0, min(cap, base * 2^n)]                                fixed
  Retry-After      in place of the above; neither capped nor jittered                        fixed
  attempt budget   5 a call, the first one counted                     retry.maxAttempts     default
  retry quota      500 units; throttle 5, other retry 14, success +1   retry.quota           default
  elapsed budget   1.5 min a call, waiting for tokens included         retry.maxElapsedMs    option
  axios's timeout  where set: 95% of it bounds waits and retries                             fixed
  403 as a limit   pauses its scope, and is not sent again             retryForbidden        default

Limits                                                                 option                from
  headroom         80% of each published quota is used                 headroom              default
  each credential  48/min = 80% of 60/min, burst 6;                    quota                 option
                   at most 53 in any window = 88.3%
  each credential  8,000/day = 80% of 10,000/day, burst 500;           quota                 option
                   at most 8,499 in any window = 85%;
                   cost by its own function
  whole provider   800 per 10 s = 80% of 1,000 per 10 s, burst 100;    ceiling               preset
                   at most 899 in any window = 89.9%
  reach            per process: N processes send N times this                                fixed
  credential       Authorization, axios's auth, or an API-key header   credential            default
  slow-down        when less than 10% of a window is left              throttleBelow         default
  concurrency      4 at once in a scope                                maxConcurrent         option

Queue                                                                  option                from
  mode             wait for tokens                                     mode                  default
  queue            10,000 a scope, then rejected at once               maxQueued             default
  longest wait     the elapsed budget                                  maxWaitMs             default

Idempotency                                                            option                from
  keys             Idempotency-Key on POST, PATCH;                     idempotency           option
                   with it these are retried too
`.trim(),
    );
  });

  it('is at most 100 columns wide, without blanks at the ends', () => {
    const table = String(
      summarize(
        resolveOptions({
          provider: 'slack',
          quota: { limit: 123_456_789, windowMs: 86_399_999, cost: () => 1 },
          retry: { statuses: Array.from({ length: 100 }, (_, i) => 500 + i) },
          idempotency: { header: 'X-'.padEnd(90, 'y'), methods: ['POST'] },
        }),
      ),
    );
    for (const line of table.split('\n').filter((each) => !each.includes('yyy'))) {
      expect(line.length).toBeLessThanOrEqual(100);
      expect(line).toBe(line.trimEnd());
    }
  });
});

describe('the summary as data', () => {
  it('goes through JSON without a loss', () => {
    const summary = summarize(resolveOptions({ provider: 'slack', quota: { limit: 50, windowMs: 60_000 } }));
    const parsed = JSON.parse(JSON.stringify(summary)) as unknown;
    expect(parsed).toEqual({ provider: { id: 'slack', name: 'Slack' }, rows: summary.rows });
  });

  it('tells of each bucket what it is relative to the published quota', () => {
    expect(row('each credential', { quota: { limit: 60, windowMs: 60_000 } }).value).toEqual({
      scope: 'credential',
      limit: 60,
      windowMs: 60_000,
      headroom: 0.8,
      ratePerWindow: 48,
      burst: 6,
      mostInWindow: 53,
      shared: false,
    });
    expect(
      row('whole provider', { headroom: 0.5, ceiling: { limit: 10, windowMs: 1000, burst: 1 } }),
    ).toMatchObject({
      value: { scope: 'provider', headroom: 0.5, ratePerWindow: 5, burst: 1, mostInWindow: 5 },
      text: '5/s = 50% of 10/s, burst 1; at most 5 in any window = 50%',
    });
  });

  it('tells rates without the dust of binary fractions', () => {
    const { value } = row('each credential', { quota: { limit: 10, windowMs: 3_600_000 } });
    expect(value).toMatchObject({ ratePerWindow: 8 });
  });

  it.each<[string, RateLimitOptions, Partial<SummaryRow>]>([
    [
      'retries',
      { retry: false },
      { value: false, text: 'off: every call has one attempt', origin: 'option' },
    ],
    ['retried', { retry: { statuses: [503, 429] } }, { value: [429, 503], origin: 'option' }],
    [
      'retried',
      { retry: { statuses: [] } },
      { text: 'no status; connection errors and timeouts', value: [] },
    ],
    ['jitter', {}, { value: 'full', origin: 'fixed' }],
    ["axios's timeout", {}, { value: 0.95, origin: 'fixed' }],
    [
      'attempt budget',
      { retry: { maxAttempts: 3 } },
      { value: 3, origin: 'option', option: 'retry.maxAttempts' },
    ],
    [
      'retry quota',
      { retry: { quota: false } },
      { value: false, text: 'none: bounded by attempts and time alone' },
    ],
    [
      '403 as a limit',
      { retryForbidden: true },
      { value: true, text: 'pauses its scope, and is sent again' },
    ],
    ['each credential', {}, { value: null, text: 'no quota: only what the server says counts' }],
    ['credential', { credential: () => 'k' }, { value: 'function', text: 'found by a function of yours' }],
    ['scope', { scope: () => 'a' }, { value: 'function', option: 'scope', origin: 'option' }],
    ['slow-down', { throttleBelow: 0 }, { value: 0, text: 'off' }],
    ['concurrency', {}, { value: null, text: 'no limit', origin: 'default' }],
    ['mode', { mode: 'best-effort' }, { value: 'best-effort', origin: 'option' }],
    ['queue', { maxQueued: 5 }, { value: 5, text: '5 a scope, then rejected at once' }],
    ['longest wait', { maxWaitMs: 7_200_000 }, { value: 7_200_000, text: '2 h for the first tokens' }],
    ['elapsed budget', { maxWaitMs: 7_200_000 }, { text: '45 s a call, from the first dispatch' }],
    ['keys', {}, { value: null, text: 'none: POST and PATCH are not sent twice', origin: 'default' }],
    [
      'keys',
      { provider: { id: 'a', name: 'A', idempotency: { header: 'K', methods: ['POST'] } } },
      { origin: 'preset' },
    ],
  ])('says of %s with %j what holds', (label, options, expected) => {
    expect(row(label, options)).toMatchObject(expected);
  });

  it('says nothing of back-off where retries are off, yet how long a call may take', () => {
    const labels = rowsOf({ retry: false }).map(({ label }) => label);
    expect(labels).not.toContain('base delay');
    expect(labels).not.toContain('jitter');
    expect(labels).toContain('elapsed budget');
  });

  it('says that buckets are per process wherever there are any', () => {
    expect(row('reach', { ceiling: { limit: 10, windowMs: 1000 } }).text).toContain(
      'N processes send N times this',
    );
    expect(rowsOf({}).map(({ label }) => label)).not.toContain('reach');
  });

  it('names the option that changes it in every row that is not fixed', () => {
    for (const { option, origin } of rowsOf({ quota: { limit: 10, windowMs: 1000 } })) {
      expect(option === undefined).toBe(origin === 'fixed');
    }
  });

  it('holds nothing secret', () => {
    const summary = summarize(
      resolveOptions({ credential: () => 'sk_secret', beforeAttempt: () => undefined }),
    );
    expect(JSON.stringify(summary) + String(summary)).not.toContain('secret');
  });
});
