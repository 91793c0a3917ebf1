/**
 * A scope without a bucket reopens in a slow start after a pause: nobody knows its rate, so it is felt for.
 */
import { FakeClock } from '../../support/fake-clock.js';
import { Latency, wiring } from '../../support/wired-client.js';

const wire = wiring();

test.each([200, 404])('one, two, four, ... as the answers come (%i)', async (status) => {
  const clock = new FakeClock();
  const latency = new Latency(clock, 100);
  const refused = { status: 429, headers: { 'retry-after': '3' } };
  const script = [() => refused, ...Array.from({ length: 15 }, () => latency.delay(() => ({ status })))];
  const { client, drive, quiet, sentAt } = await wire(script, {
    clock,
    latency,
    axios: { validateStatus: (code) => code === 200 || code === 404 },
  });
  const first = client.get('/');
  await quiet();
  await drive(Promise.all([first, ...Array.from({ length: 14 }, () => client.get('/'))]));
  const inRounds = [1, 2, 4, 8].flatMap((count, round) => Array<number>(count).fill(3_000 + 100 * round));
  expect(sentAt).toEqual([0, ...inRounds]);
});

test('a refusal on the way begins it anew, whatever becomes of those that are on their way then', async () => {
  const clock = new FakeClock();
  const latency = new Latency(clock, 100);
  const refused = { status: 429, headers: { 'retry-after': '1' } };
  const replies = [refused, {}, refused, {}, {}, {}, {}];
  const script = replies.map((reply) => latency.delay(() => reply));
  const { client, drive, quiet, sentAt } = await wire(script, { clock, latency });
  const first = client.get('/');
  await quiet();
  await clock.advance(100);
  await drive(Promise.all([first, ...Array.from({ length: 4 }, () => client.get('/'))]));
  // One at 1,100 goes well, so two at 1,200: one of them is refused at 1,300, so one at 2,300, then the last two.
  expect(sentAt).toEqual([0, 1_100, 1_200, 1_200, 2_300, 2_400, 2_400]);
});

test('a call that was on its way before, and stays there, holds up nobody', async () => {
  const clock = new FakeClock();
  const latency = new Latency(clock, 600_000);
  const refused = { status: 429, headers: { 'retry-after': '1' } };
  const script = [latency.delay(() => ({})), refused, {}];
  const { client, drive, quiet, sentAt } = await wire(script, { clock, latency });
  client.get('/long').catch(() => undefined);
  await quiet();
  await drive(client.get('/'));
  expect(sentAt).toEqual([0, 0, 1_000]);
});
