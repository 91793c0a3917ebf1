import { passed } from '../../../examples/demo/report.js';
import type { PhaseFigures } from '../../../examples/fleet/figures.js';
import { table, verdicts } from '../../../examples/fleet/report.js';
import { CEILING, CEILING_BURST, CEILING_RATE } from '../../../examples/fleet/terms.js';

const phase = (title: string, more: Partial<PhaseFigures> = {}): PhaseFigures => ({
  title,
  requests: 10 * CEILING_RATE + CEILING_BURST,
  seconds: 10,
  refused: 0,
  fullestOfAll: CEILING.limit,
  fullestOfOne: 100,
  shares: [0.55, 0.45],
  ...more,
});
const counts = { made: 3_000, answered: 3_000, lost: 0, loss: undefined };
const worker = { name: 'worker-1', counts, outages: 1, recoveries: 1 };
const workers = [worker, { ...worker, name: 'worker-2' }];
const whole = phase('whole run', { requests: 6_000 });
const good = [
  phase('before'),
  phase('outage', { fullestOfAll: CEILING.limit + CEILING_BURST }),
  phase('after'),
  whole,
];

type Changes = { before?: object; outage?: object; after?: object; all?: object; crew?: typeof workers };

/** What a run with these changes does not keep. */
function notKept({ before, outage, after, all, crew = workers }: Changes): string[] {
  const changes = [before, outage, after, all];
  const phases = good.map((figures, nth) => ({ ...figures, ...changes[nth] }));
  return verdicts(phases, crew)
    .filter(({ ok }) => !ok)
    .map(({ text }) => text);
}

test('a run that kept everything passes', () => {
  expect(notKept({})).toEqual([]);
});

test('a lost call fails the run', () => {
  const lossy = { ...worker, counts: { ...counts, answered: 2_999, lost: 1 } };
  expect(notKept({ crew: [lossy, worker] })).toEqual(['no call lost (1 of 6000)']);
});

test('a call sent twice fails the run', () => {
  expect(notKept({ all: { requests: 6_001 } })).toEqual(['each call sent once (6001 requests)']);
});

test('a 429 fails the run', () => {
  expect(notKept({ all: { refused: 1 } })).toEqual(['no 429 (1)']);
});

test.each(['before', 'after'] as const)('a window above the limit %s the outage fails the run', (when) => {
  expect(notKept({ [when]: { fullestOfAll: CEILING.limit + 1 } })).toEqual([
    'no window above the limit while Redis was there (401 of 400)',
  ]);
});

test('more than one bucket above the limit during the outage fails the run', () => {
  expect(notKept({ outage: { fullestOfAll: CEILING.limit + CEILING_BURST + 1 } })).toEqual([
    'nor above it by more than one bucket while it was not (441 of 400 + 40)',
  ]);
});

test.each([
  ['never lost Redis', { outages: 0, recoveries: 0 }],
  ['never found it again', { outages: 1, recoveries: 0 }],
])('a worker that %s fails the run', (_, events) => {
  expect(notKept({ crew: [worker, { ...worker, ...events }] })).toEqual([
    'every worker lost Redis and found it again (1 of 2)',
  ]);
});

test('speed and fairness depend on the machine: they are told, and fail nothing', () => {
  const failed = notKept({ before: { requests: 700 }, all: { shares: [0.61, 0.39] } });
  expect(failed).toEqual([
    'at least 97% of what the bucket gives used before the outage (83.3%)',
    "every worker's share within 20% of the mean (22.0%)",
  ]);
  expect(passed(verdicts([phase('before', { requests: 700 }), ...good.slice(1)], workers))).toBe(true);
});

test('the table has a column for each phase and a row for each worker', () => {
  const lines = table(good, workers).split('\n');
  expect(lines[0]).toMatch(/before +outage +after +whole run$/);
  expect(lines).toContainEqual(
    expect.stringMatching(/^most in any 4 s, all together +400 of 400 +440 of 400/),
  );
  expect(lines).toContainEqual(expect.stringMatching(/^share of worker-2 +45\.0%/));
});
