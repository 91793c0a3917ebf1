/**
 * What the scopes and quotas of presets do to calls over a real wire: who waits for whom, and for how long.
 */
import { callReport } from '../../../lib/index.js';
import { airtable, discord, hubspot, slack, telegram } from '../../../lib/providers.js';
import type { Handler } from '../../support/http-server.js';
import { wiring } from '../../support/wired-client.js';

const wire = wiring();
const CHANNEL = '/channels/123456789012345678';

/** A server that refuses the first request, and remembers when each path was asked for. */
const refuseFirst =
  (headers: Record<string, string>, body: object = {}): Handler =>
  (_, index) =>
    index === 0 ? { status: 429, headers, body } : {};

test('a refused method of Slack stops that method alone, and then lets the calls out one by one', async () => {
  const { client, drive, quiet, sentAt } = await wire(refuseFirst({ 'retry-after': '30' }), {
    provider: slack(),
  });
  const refused = client.get('/api/users.info?user=U1');
  await quiet();
  const other = client.get('/api/auth.test');
  await quiet();
  expect(sentAt).toEqual([0, 0]);
  await drive(Promise.all([refused, other, client.get('/api/users.info?user=U2')]));
  // 80 of the 100 a minute.
  expect(sentAt).toEqual([0, 0, 30_000, 30_750]);
});

test('a global refusal of Discord stops every route', async () => {
  const { client, drive, quiet, sentAt } = await wire(
    refuseFirst({ 'retry-after': '5', 'x-ratelimit-scope': 'global' }, { retry_after: 4.8, global: true }),
    { provider: discord() },
  );
  const refused = client.get(CHANNEL);
  await quiet();
  await drive(Promise.all([refused, client.get('/users/@me')]));
  // 40 of the 50 a second.
  expect(sentAt).toEqual([0, 5_000, 5_025]);
});

test('a refusal of one route of Discord lets the others go on', async () => {
  const { client, drive, quiet, sentAt } = await wire(
    refuseFirst({ 'retry-after': '5', 'x-ratelimit-scope': 'user' }, { retry_after: 4.8, global: false }),
    { provider: discord() },
  );
  const refused = client.get(CHANNEL);
  await quiet();
  await drive(client.get('/users/@me'));
  await drive(refused);
  expect(sentAt).toEqual([0, 0, 5_000]);
});

test("HubSpot's limit of searches stops no other call", async () => {
  const { client, drive, quiet, sentAt } = await wire(refuseFirst({}, { policyName: 'SECONDLY' }), {
    provider: hubspot(),
  });
  const refused = client.get('/crm/v3/objects/contacts/search');
  await quiet();
  await drive(client.get('/crm/v3/objects/contacts'));
  await drive(refused);
  expect(sentAt).toEqual([0, 0, 1_000]);
});

test('each base of Airtable has its own pace, and all share that of the user', async () => {
  const { client, drive, sentAt, server } = await wire({}, { provider: airtable() });
  const bases = ['A', 'B'].map((letter) => `/v0/app${letter.repeat(14)}/Table`);
  await drive(Promise.all([1, 2, 3].flatMap(() => bases.map((base) => client.get(base)))));
  for (const base of bases) {
    const times = sentAt.filter((_, i) => server.requests[i]?.url === base);
    expect(times).toEqual([0, 250, 500]);
  }
});

test('a chat of Telegram gets a message a second, and no secret gets into a report', async () => {
  const { client, drive, sentAt } = await wire({}, { provider: telegram() });
  const say = (chat: number) => client.post('/bot1:SECRET/sendMessage', { chat_id: chat, text: 'hello' });
  const answers = await drive(Promise.all([say(1), say(2), say(1)]));
  expect([...sentAt].sort((a, b) => a - b)).toEqual([0, 0, 1_250]);
  const scopes = answers.map((answer) => callReport(answer)?.scope);
  expect(scopes[0]).toBe(scopes[2]);
  expect(scopes[0]).not.toBe(scopes[1]);
  for (const scope of scopes) expect(scope).toMatch(/^[0-9a-f]{16}$/);
});
