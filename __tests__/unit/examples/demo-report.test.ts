import { figuresOf, type Figures } from '../../../examples/demo/figures.js';
import { bucketFor, idealMs, lastLeavesAtMs } from '../../../examples/demo/ideal.js';
import { PaymentService } from '../../../examples/demo/payment-service.js';
import { Progress } from '../../../examples/demo/progress.js';
import { passed, table, verdicts } from '../../../examples/demo/report.js';

const TWENTY = { limit: 20, windowMs: 1_000 };

const GOOD: Figures = {
  calls: 10,
  succeeded: 10,
  lost: 0,
  attempts: 12,
  reported: 12,
  overQuota: 0,
  injected429: 1,
  otherFaults: 1,
  earlyRetries: 0,
  duplicates: 0,
  bookedButLost: 0,
  missing: 0,
  fullestOfOne: 5,
  fullestOfAll: 9,
  elapsedMs: 1_000,
  idealMs: 990,
};

test('the ideal spends the burst at once and the rest at the rate', () => {
  const bucket = bucketFor(TWENTY, 0.8);
  expect(bucket).toEqual({ rate: 16, burst: 2 });
  expect(lastLeavesAtMs(2, bucket)).toBe(0);
  expect(lastLeavesAtMs(18, bucket)).toBe(1_000);
});

test('the slowest of all buckets decides the ideal', () => {
  const each = { rate: 10, burst: 1 };
  expect(idealMs([11, 11, 11], each, { rate: 8, burst: 1 })).toBe(4_000);
  expect(idealMs([61, 1, 1], each, { rate: 20, burst: 1 })).toBe(6_000);
});

test.each<Partial<Figures>>([
  { lost: 1 },
  { overQuota: 1 },
  { duplicates: 1 },
  { missing: 1 },
  { earlyRetries: 1 },
  { reported: 11 },
])('%j fails the demo', (fault) => {
  expect(passed(verdicts(GOOD))).toBe(true);
  expect(passed(verdicts({ ...GOOD, ...fault }))).toBe(false);
});

test('a slow machine is told and fails nothing', () => {
  const checks = verdicts({ ...GOOD, elapsedMs: 2_000 });
  expect(checks.filter(({ ok }) => !ok).map(({ text }) => text)).toEqual([
    'at least 97% of the ideal throughput (49.5%)',
  ]);
  expect(passed(checks)).toBe(true);
});

test('the table has a column for each run and is as wide in each line', () => {
  const lines = table([
    { title: 'bare', figures: GOOD, paced: false },
    { title: 'a much longer title', figures: GOOD, paced: true },
  ]).split('\n');
  expect(new Set(lines.map((line) => line.length)).size).toBe(1);
  expect(lines.find((line) => line.startsWith('share of'))).toMatch(/ - +99\.0%$/);
});

test('the figures tell charges that were booked, lost or doubled, and the fullest window before refusals', () => {
  const service = new PaymentService({ quota: TWENTY, ceiling: TWENTY, faults: [] });
  const charge = (order: string, key?: string): void => {
    const body = JSON.stringify({ order });
    service.handle({ method: 'POST', path: '/charges', credential: 'a', key, body }, 0);
  };
  charge('doubled');
  charge('doubled');
  charge('told failed', 'k1');
  for (let n = 0; n < 20; n += 1)
    service.handle({ method: 'GET', path: '/', credential: 'a', key: undefined, body: '' }, 0);

  const outcome = (order: string, ok: boolean) => ({
    call: { method: 'POST', path: '/charges', credential: 'a', body: { order, amount: 1 } } as const,
    ok,
    answer: undefined,
  });
  const outcomes = [
    outcome('doubled', true),
    outcome('told failed', false),
    outcome('never came', true),
    outcome('lost', false),
  ];
  expect(figuresOf({ title: '', outcomes, elapsedMs: 1_000, service })).toMatchObject({
    calls: 4,
    succeeded: 2,
    lost: 2,
    attempts: 23,
    overQuota: 3,
    duplicates: 1,
    bookedButLost: 1,
    missing: 1,
    fullestOfOne: 23,
    fullestOfAll: 23,
  });
});

test('progress in a pipe is whole lines without control codes', () => {
  const written: string[] = [];
  const progress = new Progress({ write: (text: string) => written.push(text) > 0 });
  progress.start('a run', 2, () => 'a remark');
  progress.settled(true);
  progress.settled(false);
  progress.end();
  expect(written.join('')).toMatch(/^a run +\[#+\] 2\/2 done, 1 lost, a remark, \d+\.\d s\n$/);
});

test('progress on a terminal never reaches the last column', () => {
  const written: string[] = [];
  const output = { isTTY: true, columns: 30, write: (text: string) => written.push(text) > 0 };
  const progress = new Progress(output);
  progress.start('a run', 2, () => 'a remark that is longer than the terminal is wide');
  progress.end();
  const lines = written.filter((text) => text.startsWith('a run'));
  expect(lines.map((line) => line.length)).toEqual([29, 29]);
  expect(written.at(-1)).toBe('\n');
});
