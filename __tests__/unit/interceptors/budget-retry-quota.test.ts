/**
 * The retry quota over the wire: retries spend a stock that successes refill, so that they don't keep an upstream in trouble.
 */
import { callReport } from '../../../lib/index.js';
import { until } from '../../support/fake-clock.js';
import type { Reply } from '../../support/http-server.js';
import { wiring } from '../../support/wired-client.js';
import type { Wired } from '../../support/wired-client.js';

const wire = wiring();

const random = (): number => 0;

/** How many attempts each of `count` calls made, one after the other, and why each of them ended. */
async function callInTurn(
  { client, drive }: Wired,
  count: number,
): Promise<{ attempts: number[]; ended: unknown[] }> {
  const attempts: number[] = [];
  const ended: unknown[] = [];
  for (let i = 0; i < count; i++) {
    const report = callReport(await drive(client.get('/').catch((error: unknown) => error)));
    attempts.push(report?.attempts.length ?? 0);
    ended.push(report?.ended);
  }
  return { attempts, ended };
}

test('500 units are 35 retries of trouble at 14; then first attempts alone go out', async () => {
  const wired = await wire({ status: 503 }, { random });
  const { attempts, ended } = await callInTurn(wired, 11);
  expect(attempts).toEqual([5, 5, 5, 5, 5, 5, 5, 5, 4, 1, 1]);
  expect(ended.slice(7)).toEqual([
    'attempts_spent',
    'retry_quota_spent',
    'retry_quota_spent',
    'retry_quota_spent',
  ]);
});

test('500 units are 100 retries of throttles at 5', async () => {
  const wired = await wire({ status: 429 }, { random });
  const { attempts } = await callInTurn(wired, 27);
  expect(attempts).toEqual([...Array<number>(25).fill(5), 1, 1]);
});

test('a success gives back a unit; enough of them pay for a retry again', async () => {
  let reply: Reply = { status: 503 };
  const wired = await wire(() => reply, { random });
  await callInTurn(wired, 9); // 10 units are left
  reply = {};
  await callInTurn(wired, 3);
  reply = { status: 503 };
  expect((await callInTurn(wired, 1)).attempts).toEqual([1]);
  reply = {};
  await callInTurn(wired, 1);
  reply = { status: 503 };
  expect((await callInTurn(wired, 1)).attempts).toEqual([2]);
});

test('a success after a retry gives back what the retry cost', async () => {
  const script = (_: unknown, index: number): Reply => (index % 2 === 0 ? { status: 503 } : {});
  const wired = await wire(script, { random, retry: { quota: { capacity: 14 } } });
  expect((await callInTurn(wired, 5)).attempts).toEqual([2, 2, 2, 2, 2]);
});

test('a retry that is never sent costs nothing', async () => {
  const refused = { status: 503, headers: { 'retry-after': '10' } };
  const script = (_: unknown, index: number): Reply => (index < 2 ? refused : {});
  const { client, clock, drive, sentAt } = await wire(script, { random, retry: { quota: { capacity: 14 } } });
  const controller = new AbortController();
  const cancelled = client.get('/', { signal: controller.signal }).catch(() => undefined);
  await until(() => clock.pending.includes(10_000));
  controller.abort();
  await cancelled;
  await drive(client.get('/'));
  expect(sentAt).toEqual([0, 10_000, 20_000]);
});

test('false: bounded by attempts and time alone', async () => {
  const wired = await wire({ status: 503 }, { random, retry: { quota: false } });
  expect((await callInTurn(wired, 12)).attempts).toEqual(Array<number>(12).fill(5));
});
