import { board, boardLine, type Moment } from '../../../examples/fleet/board.js';
import { CEILING } from '../../../examples/fleet/terms.js';

const counts = { made: 50, answered: 20, lost: 1, loss: undefined };
const moment: Moment = {
  elapsedMs: 9_960,
  redis: 'down',
  workers: [
    { name: 'worker-1', counts, state: { kind: 'shared' } },
    { name: 'worker-2', counts, state: { kind: 'degraded', processes: 4 } },
    { name: 'worker-3', counts, state: { kind: 'restored', outageMs: 6_040 } },
  ],
  lately: new Map([
    ['worker-1', CEILING.limit / 2],
    ['worker-2', CEILING.limit / 4],
  ]),
  refused: 3,
};

test('a line for each worker tells its rate, who waits, and whether it shares', () => {
  const [head, first, second, third] = board(moment);
  expect(head).toBe('10.0 s   Redis is DOWN');
  expect(first).toBe(`worker-1 [${'#'.repeat(12)}${'.'.repeat(12)}]  50.0/s   29 waiting  shared`);
  expect(second).toMatch(/25\.0\/s .* degraded to 1\/4$/);
  expect(third).toMatch(/ 0\.0\/s .* restored after 6\.0 s$/);
});

test('the last line holds their sum against the limit', () => {
  expect(board(moment).at(-1)).toBe(
    `sum      [${'#'.repeat(18)}${'.'.repeat(6)}]  75.0/s  300 of 400 in 4 s, 429s: 3`,
  );
});

test('a sum above the limit does not break the bar', () => {
  const lately = new Map([['worker-1', 2 * CEILING.limit]]);
  expect(board({ ...moment, lately })[1]).toContain(`[${'#'.repeat(24)}] 200.0/s`);
});

test('fits into eighty columns', () => {
  expect(Math.max(...board(moment).map((line) => line.length))).toBeLessThan(80);
});

test('in one line: rates, sum, queue and each state once', () => {
  expect(boardLine({ ...moment, workers: [...moment.workers, moment.workers[0]!] })).toBe(
    '10.0 s  Redis down  50.0 + 25.0 + 0.0 + 50.0 = 75.0/s, 300 of 400 in 4 s, 429s: 3, 116 waiting, ' +
      'shared, degraded to 1/4, restored',
  );
});
