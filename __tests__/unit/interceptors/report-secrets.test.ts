/**
 * Nothing secret gets out: secrets planted wherever a call can carry one, and looked for in everything that the handler itself tells.
 */
import { callReport, isAdmissionRejected } from '../../../lib/index.js';
import type { RateLimitHandler } from '../../../lib/index.js';
import type { Answer } from '../../support/http-server.js';
import { wiring } from '../../support/wired-client.js';
import type { WiredOptions } from '../../support/wired-client.js';

const wire = wiring();

const SECRETS = {
  bearer: 'bearer-5ecret',
  password: 'passw0rd-5ecret',
  apiKey: 'apikey-5ecret',
  query: 'query-5ecret',
  path: 'path-5ecret',
  requestBody: 'requestbody-5ecret',
  responseBody: 'responsebody-5ecret',
  responseHeader: 'responseheader-5ecret',
};

const leaks = (told: unknown): string[] => {
  const text = typeof told === 'string' ? told : JSON.stringify(told);
  return Object.values(SECRETS).filter((secret) => text.includes(secret));
};

const request = {
  method: 'POST',
  url: `/users/${SECRETS.path}`,
  params: { token: SECRETS.query },
  data: { card: SECRETS.requestBody },
  headers: { Authorization: `Bearer ${SECRETS.bearer}`, 'X-Api-Key': SECRETS.apiKey },
};

const secretly = (answer: Answer): Answer => ({
  ...answer,
  headers: {
    ...answer.headers,
    'x-session': SECRETS.responseHeader,
    'x-ratelimit-reason': SECRETS.responseHeader,
    'x-amzn-errortype': SECRETS.responseHeader,
  },
  body: {
    code: SECRETS.responseBody,
    error: { code: SECRETS.responseBody, type: SECRETS.responseBody, message: `Key ${SECRETS.responseBody}` },
  },
});

/** All that the handler says by itself. */
const tellings = (limits: RateLimitHandler, outcome: unknown): unknown[] => [
  callReport(outcome),
  String(limits.summary()),
  limits.summary(),
  ...(isAdmissionRejected(outcome) ? [outcome.message, String(outcome.stack), outcome] : []),
];

const OPTIONS: WiredOptions = {
  idempotency: { header: 'Idempotency-Key', methods: ['POST'] },
  random: () => 0,
  retry: { maxAttempts: 2 },
};

test.each<[string, Answer]>([
  ['a success', { status: 200 }],
  ['a rate limit', { status: 429 }],
  ['a quota that is used up', { status: 429, headers: { 'retry-after': '90000' } }],
  ['trouble', { status: 503 }],
  ['a permanent failure', { status: 422 }],
  ['a forbidden limit', { status: 403, headers: { 'retry-after': '5' } }],
])('%s', async (_, answer) => {
  const { client, drive, limits } = await wire(secretly(answer), OPTIONS);
  const outcome = await drive(client.request(request).catch((error: unknown) => error));
  expect(callReport(outcome)).toBeDefined();
  expect(tellings(limits, outcome).flatMap(leaks)).toEqual([]);
});

test.each<[string, WiredOptions]>([
  ['the budget', {}],
  ['best effort', { mode: 'best-effort' }],
  ['the queue', { maxQueued: 0, retry: { maxElapsedMs: 2_000_000 } }],
])('a refusal before the call is sent: %s', async (_, options) => {
  const quota = { limit: 1, windowMs: 1_000_000, burst: 1 };
  const { client, drive, failureOf, limits } = await wire({}, { ...OPTIONS, ...options, quota });
  await drive(client.request(request));
  const error = await failureOf(client.request(request));
  expect(isAdmissionRejected(error)).toBe(true);
  expect(tellings(limits, error).flatMap(leaks)).toEqual([]);
});

test('axios’s own basic auth', async () => {
  const { client, drive, limits } = await wire({});
  const response = await drive(client.get('/', { auth: { username: 'me', password: SECRETS.password } }));
  expect(tellings(limits, response).flatMap(leaks)).toEqual([]);
});

test('options of a request that are refused', async () => {
  const { client, failureOf } = await wire({}, OPTIONS);
  const rateLimit = {
    credential: 7,
    idempotencyKey: `${SECRETS.apiKey}\n`,
    [SECRETS.bearer]: SECRETS.password,
  };
  const error = await failureOf(client.get('/', { rateLimit: rateLimit as object }));
  expect(error.name).toBe('ConfigError');
  expect(leaks(error.message).filter((secret) => secret !== SECRETS.bearer)).toEqual([]);
});

test('the scope is a fingerprint of the credential: the same for the same one, and nothing of it can be read', async () => {
  const { client, drive } = await wire({}, OPTIONS);
  const scopeFor = async (token: string): Promise<string | undefined> =>
    callReport(await drive(client.get('/', { headers: { Authorization: token } })))?.scope;
  const [one, again, other] = [await scopeFor('one'), await scopeFor('one'), await scopeFor('other')];
  expect(one).toBe(again);
  expect(one).not.toBe(other);
  expect(one).not.toContain('one');
});
