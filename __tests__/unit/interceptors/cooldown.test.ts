/**
 * A refusal with a known end pauses the whole scope: one call is refused, the others wait, and nobody stampedes when it is over.
 */
import { callReport } from '../../../lib/index.js';
import { FakeClock } from '../../support/fake-clock.js';
import type { Handler } from '../../support/http-server.js';
import { Latency, wiring } from '../../support/wired-client.js';
import type { Wired } from '../../support/wired-client.js';

const wire = wiring();

// Thirty calls take many turns of the event loop, and a busy machine takes its time for each.
jest.setTimeout(30_000);

const COOLDOWN_MS = 3_000;

/** Refuses for three seconds from its first request on, then never again. */
function coolingDown(clock: FakeClock): Handler {
  let until: number | undefined;
  return () => {
    until ??= clock.now() + COOLDOWN_MS;
    const left = until - clock.now();
    return left > 0 ? { status: 429, headers: { 'retry-after': left / 1_000 } } : {};
  };
}

/** One call every 100 ms. */
async function thirtyCalls({ client, clock, drive, quiet }: Wired): Promise<unknown[]> {
  const calls: Promise<unknown>[] = [];
  for (let i = 0; i < 30; i++) {
    calls.push(client.get(`/${i}`));
    await quiet();
    await clock.advance(100);
  }
  return drive(Promise.all(calls));
}

const refusalsIn = (responses: readonly unknown[]): number =>
  responses
    .flatMap((response) => callReport(response)?.attempts ?? [])
    .filter(({ class: outcome }) => outcome === 'rate_limited').length;

describe('30 calls, one every 100 ms, into a cooldown of 3 s', () => {
  test('with a quota: 31 requests and one refusal, then one by one', async () => {
    const clock = new FakeClock();
    const quota = { limit: 600, windowMs: 60_000 }; // 8 a second at the default headroom
    const wired = await wire(coolingDown(clock), { clock, quota });
    const responses = await thirtyCalls(wired);
    expect(refusalsIn(responses)).toBe(1);
    expect(wired.sentAt).toEqual([0, ...Array.from({ length: 30 }, (_, i) => COOLDOWN_MS + i * 125)]);
  });

  test('with a quota: who was refused first goes first, the others in the order in which they came', async () => {
    const clock = new FakeClock();
    const wired = await wire(coolingDown(clock), { clock, quota: { limit: 600, windowMs: 60_000 } });
    await thirtyCalls(wired);
    const urls = wired.server.requests.map(({ url }) => url);
    expect(urls).toEqual(['/0', ...Array.from({ length: 30 }, (_, i) => `/${i}`)]);
  });

  test('without any quota: 31 requests and one refusal', async () => {
    const clock = new FakeClock();
    const wired = await wire(coolingDown(clock), { clock });
    const responses = await thirtyCalls(wired);
    expect(refusalsIn(responses)).toBe(1);
    expect(wired.sentAt).toHaveLength(31);
    expect(wired.sentAt[1]).toBe(COOLDOWN_MS);
  });

  test('without any quota, answers that take 250 ms: no more than what was in flight is added', async () => {
    const clock = new FakeClock();
    const latency = new Latency(clock, 250);
    const wired = await wire(latency.delay(coolingDown(clock)), { clock, latency });
    const responses = await thirtyCalls(wired);
    // The second and the third were on their way when the first was refused.
    expect(refusalsIn(responses)).toBe(3);
    expect(wired.sentAt.slice(0, 3)).toEqual([0, 100, 200]);
    expect(wired.sentAt).toHaveLength(33);
    expect(wired.sentAt[3]).toBeGreaterThanOrEqual(COOLDOWN_MS);
  });
});

test.each([429, 503])('a %i pauses its own credential alone', async (status) => {
  const { client, drive, quiet, sentAt } = await wire([
    { status, headers: { 'retry-after': '5' } },
    {},
    {},
    {},
  ]);
  const as = (name: string) => ({ headers: { Authorization: `Bearer ${name}` } });
  const first = client.get('/', as('one'));
  await quiet();
  const others = [client.get('/', as('two')), client.get('/', as('one'))];
  await drive(Promise.all([first, ...others]));
  expect(sentAt).toEqual([0, 0, 5_000, 5_000]);
});

test('a refusal that concerns the provider pauses every credential', async () => {
  const { client, drive, quiet, sentAt } = await wire(
    [{ status: 429, headers: { 'retry-after': '5' } }, {}, {}],
    {
      rule: ({ status }) => (status === 429 ? { scope: 'provider' } : undefined),
    },
  );
  const first = client.get('/', { headers: { Authorization: 'Bearer one' } });
  await quiet();
  await drive(Promise.all([first, client.get('/', { headers: { Authorization: 'Bearer two' } })]));
  expect(sentAt).toEqual([0, 5_000, 5_000]);
});

test.each([
  ['a 429 that tells no end', { status: 429 }],
  ['a 503 that tells no end', { status: 503 }],
  ['a 502 with a Retry-After', { status: 502, headers: { 'retry-after': '5' } }],
])('%s pauses nobody else', async (_, reply) => {
  const { client, drive, quiet, sentAt } = await wire([reply, {}, {}], { random: () => 0.5 });
  const first = client.get('/');
  await quiet();
  const second = client.get('/');
  await quiet();
  expect(sentAt).toEqual([0, 0]);
  await drive(Promise.all([first, second]));
});

test('a pause is only ever lengthened', async () => {
  const clock = new FakeClock();
  const latency = new Latency(clock, 100);
  const refusedFor = (seconds: string) =>
    latency.delay(() => ({ status: 429, headers: { 'retry-after': seconds } }));
  const { client, drive, quiet, sentAt } = await wire([refusedFor('5'), refusedFor('1'), {}, {}], {
    clock,
    latency,
    quota: { limit: 600, windowMs: 60_000 },
  });
  const first = client.get('/');
  await quiet();
  await clock.advance(50);
  await drive(Promise.all([first, client.get('/')]));
  expect(sentAt).toEqual([0, 50, 5_100, 5_225]);
});

test('who was refused goes before those that waited already', async () => {
  const clock = new FakeClock();
  const latency = new Latency(clock, 100);
  const refused = latency.delay(() => ({ status: 429, headers: { 'retry-after': '5' } }));
  const quota = { limit: 1, windowMs: 800, burst: 1 }; // a token every second
  const { client, drive, quiet, server } = await wire([refused, {}, {}, {}], { clock, latency, quota });
  const first = client.get('/first');
  await quiet();
  await drive(Promise.all([first, client.get('/second'), client.get('/third')]));
  expect(server.requests.map(({ url }) => url)).toEqual(['/first', '/first', '/second', '/third']);
});

test('the report tells whom the server asked to wait, and who waited for the scope', async () => {
  const { client, drive, quiet } = await wire([{ status: 429, headers: { 'retry-after': '5' } }, {}, {}]);
  const first = client.get('/');
  await quiet();
  const responses = await drive(Promise.all([first, client.get('/')]));
  const waits = responses.map((response) => callReport(response)?.attempts.at(-1)?.waits);
  expect(waits).toEqual([[{ reason: 'retry_after', ms: 5_000 }], [{ reason: 'cooldown', ms: 5_000 }]]);
});
