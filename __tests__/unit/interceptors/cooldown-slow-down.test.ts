/**
 * Slowing down before being refused: what each response tells of the quota, over the wire.
 */
import { callReport } from '../../../lib/index.js';
import { FakeClock } from '../../support/fake-clock.js';
import type { Answer } from '../../support/http-server.js';
import { Latency, wiring } from '../../support/wired-client.js';
import type { Wired } from '../../support/wired-client.js';

const wire = wiring();

/** As the draft standard writes it: what is left, and the seconds until the window starts anew. */
const left = (remaining: number, seconds: number, limit = 100): Answer => ({
  headers: { 'ratelimit-limit': limit, 'ratelimit-remaining': remaining, 'ratelimit-reset': seconds },
});

async function callThenBurst({ client, drive }: Wired, count: number): Promise<unknown[]> {
  await drive(client.get('/').catch(() => undefined));
  return drive(Promise.all(Array.from({ length: count }, () => client.get('/'))));
}

test('nothing left: nothing is sent before the reset', async () => {
  const wired = await wire([left(0, 5), {}, {}]);
  const responses = await callThenBurst(wired, 2);
  expect(wired.sentAt).toEqual([0, 5_000, 5_000]);
  expect(responses.map((response) => callReport(response)?.attempts[0]?.waits)).toEqual([
    [{ reason: 'cooldown', ms: 5_000 }],
    [{ reason: 'cooldown', ms: 5_000 }],
  ]);
});

test('little left: it is made to last until the reset', async () => {
  const wired = await wire([left(5, 10), {}, {}, {}, {}, {}]);
  await callThenBurst(wired, 5);
  expect(wired.sentAt).toEqual([0, 0, 2_000, 4_000, 6_000, 8_000]);
});

test('enough left: nobody is slowed', async () => {
  const wired = await wire([left(10, 10), {}, {}, {}]);
  await callThenBurst(wired, 3);
  expect(wired.sentAt).toEqual([0, 0, 0, 0]);
});

test('throttleBelow: 0 slows nobody before the end', async () => {
  const wired = await wire([left(1, 10), {}, {}, {}], { throttleBelow: 0 });
  await callThenBurst(wired, 3);
  expect(wired.sentAt).toEqual([0, 0, 0, 0]);
});

test('answers that overtake each other: within a window what is left only goes down', async () => {
  const clock = new FakeClock();
  const soon = new Latency(clock, 100);
  const { client, drive, quiet, sentAt } = await wire(
    [soon.delay(() => left(2, 10)), soon.delay(() => left(3, 10)), {}, {}],
    {
      clock,
      latency: soon,
    },
  );
  const first = client.get('/');
  await quiet();
  await drive(Promise.all([first, client.get('/')]));
  await drive(Promise.all([client.get('/'), client.get('/')]));
  expect(sentAt).toEqual([0, 0, 100, 5_100]); // two for ten seconds, not three
});

test('a refusal while something is left: the wait that it asks for, then the rest spread over the rest', async () => {
  const refused = { status: 429, headers: { 'retry-after': '20', ratelimit: '"d";r=15;t=50' } };
  const { client, drive, quiet, sentAt } = await wire([refused, {}, {}, {}]);
  const first = client.get('/');
  await quiet();
  await drive(Promise.all([first, client.get('/'), client.get('/')]));
  expect(sentAt).toEqual([0, 20_000, 22_000, 24_000]); // 15 for 30 s
});

test('on a refusal Retry-After comes before what the window says', async () => {
  const headers = { 'retry-after': '30', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset-after': '2' };
  const { client, drive, sentAt } = await wire([{ status: 429, headers }, {}]);
  await drive(client.get('/'));
  expect(sentAt).toEqual([0, 30_000]);
});

test('each credential has its own window; those without one share theirs', async () => {
  const { client, drive, sentAt } = await wire([left(0, 5), {}, {}, {}]);
  await drive(client.get('/', { headers: { Authorization: 'Bearer one' } }));
  await drive(client.get('/', { headers: { Authorization: 'Bearer two' } }));
  await drive(client.get('/'));
  await drive(client.get('/', { headers: { Authorization: 'Bearer one' } }));
  expect(sentAt).toEqual([0, 0, 0, 5_000]);
});
