import { CEILING, CREDENTIALS, QUOTA } from '../../../examples/fleet/terms.js';
import { Traffic } from '../../../examples/fleet/traffic.js';

const request = (worker: string, credential = CREDENTIALS[0] ?? '') => ({
  method: 'GET',
  path: `/${worker}/orders/1`,
  credential,
  key: undefined,
  body: '',
});

test('notes which worker called when, with whose credential', () => {
  const traffic = new Traffic();
  traffic.handle(request('worker-2'), 5);
  expect(traffic.arrivals).toEqual([
    { at: 5, worker: 'worker-2', credential: CREDENTIALS[0], refused: false },
  ]);
});

test('refuses what is above the quota of one credential, and tells', () => {
  const traffic = new Traffic();
  for (let i = 0; i < QUOTA.limit; i++) traffic.handle(request('worker-1'), i);
  expect(traffic.refused).toBe(0);
  expect(traffic.handle(request('worker-2'), QUOTA.limit)).toMatchObject({ status: 429 });
  expect(traffic.handle(request('worker-2', CREDENTIALS[1]), QUOTA.limit)).toMatchObject({ status: 200 });
  expect(traffic.refused).toBe(1);
});

test('refuses what is above the ceiling of all', () => {
  const traffic = new Traffic();
  for (let i = 0; i < CEILING.limit; i++) traffic.handle(request('worker-1', CREDENTIALS[i % 3]), i);
  expect(traffic.handle(request('worker-1'), CEILING.limit)).toMatchObject({ status: 429 });
});

test('tells what came lately', () => {
  const traffic = new Traffic();
  for (const at of [0, 10, 20, 30]) traffic.handle(request('worker-1'), at);
  expect(traffic.since(30, 20).map(({ at }) => at)).toEqual([20, 30]);
  expect(traffic.since(100, 20)).toEqual([]);
});
