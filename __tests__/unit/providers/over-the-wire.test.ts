/**
 * Every case of the fact file over a real wire: a server that refuses the first request just so and takes the next, and what the client with that
 * provider's preset sends, and when. What is right follows from the case alone, and from the rules of the design.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AxiosRequestConfig } from 'axios';

import { callReport } from '../../../lib/index.js';
import type { OutcomeClass, ProviderPreset } from '../../../lib/core/types.js';
import { presetNamed } from '../../../lib/providers/by-name.js';
import { NOW, REFUSALS } from '../../support/refusals-by-preset.js';
import { FakeClock } from '../../support/fake-clock.js';
import type { Answer } from '../../support/http-server.js';
import { presetsByFactId } from '../../support/presets-by-fact-id.js';
import { wiring } from '../../support/wired-client.js';

const wire = wiring();

interface Case {
  name: string;
  now: string;
  status: number;
  headers: Record<string, string>;
  body: string | object | null;
  expect: { class: OutcomeClass; retryAfterMs?: number; retryAfterMsMax?: number };
  /** Either of the two limit classes is right. */
  conventional?: boolean;
}

interface Facts {
  id: string;
  idempotency: { mechanism: string; methods: string[] };
  cases: Case[];
}

const file = join(__dirname, '../../fixtures/providers.json');
const facts = JSON.parse(readFileSync(file, 'utf8')) as Facts[];
const presets = presetsByFactId();

const factCases = facts.flatMap(({ id, cases }) => {
  const preset = presets.get(id);
  return preset ? cases.map((one) => [preset.id, one.name, preset, one] as const) : [];
});

const furtherCases = Object.entries(REFUSALS).flatMap(([name, refusals]) => {
  const preset = presetNamed(name) as ProviderPreset;
  return refusals.map(([what, status, headers, body, { class: outcome, waitMs }]) => {
    const expected = { class: outcome, ...(waitMs !== undefined && { retryAfterMs: waitMs }) };
    const one = { name: what, now: new Date(NOW).toISOString(), status, headers, body, expect: expected };
    return [preset.id, what, preset, one as Case] as const;
  });
});

/** The header in which a provider takes the key of a POST, by the fact file. */
const KEY_HEADERS: ReadonlyMap<string, string> = new Map(
  facts.flatMap(({ id, idempotency: { mechanism, methods } }) => {
    const header = /^header ([\w-]+)/.exec(mechanism)?.[1];
    const presetId = presets.get(id)?.id;
    return header && presetId && methods.join().includes('POST') ? [[presetId, header.toLowerCase()]] : [];
  }),
);

test('every preset has cases, and three providers take keys', () => {
  const tested = new Set([...factCases, ...furtherCases].map(([id]) => id));
  expect([...presets.values()].map(({ id }) => id).filter((id) => !tested.has(id))).toEqual([]);
  expect([...KEY_HEADERS]).toEqual([
    ['stripe', 'idempotency-key'],
    ['paypal', 'paypal-request-id'],
    ['adyen', 'idempotency-key'],
  ]);
});

/** Long enough for no bucket of any preset to be what a retry waits for, where the server names no instant. */
const BACKOFF_MS = 8_000;
/** What is asked for beyond this is not waited for. */
const BUDGET_MS = 20 * 60_000;
const RETRY = { baseDelayMs: 2 * BACKOFF_MS, maxElapsedMs: BUDGET_MS };

const RETRYABLE = [429, 502, 503, 504];

/** The 5xx that these providers say may be sent again, besides. */
const FURTHER: Readonly<Record<string, readonly number[]>> = {
  anthropic: [500, 529],
  'aws-api-gateway': [500],
  'azure-openai': [500],
  gmail: [500],
  google: [500],
  hubspot: [521, 522, 523, 524],
  'microsoft-graph': [509],
  notion: [529],
  openai: [500],
  paypal: [500],
  square: [500],
  stripe: [500],
};

test('no other preset adds to the statuses that are retried', () => {
  const further = [...presets.values()].flatMap(({ id, retryStatuses }) =>
    retryStatuses ? [[id, retryStatuses]] : [],
  );
  expect(Object.fromEntries(further)).toEqual(FURTHER);
});

/** Whether the design lets a request that may be sent twice be sent again after this refusal, and when. */
function retryOf(one: Case, found: OutcomeClass | undefined, presetId: string): number | undefined {
  const { status, expect: expected } = one;
  const outcome = one.conventional ? found : expected.class;
  if (outcome !== 'rate_limited' && outcome !== 'transient') return undefined;
  const isRetryable = status < 300 || [...RETRYABLE, ...(FURTHER[presetId] ?? [])].includes(status);
  const waitMs = expected.retryAfterMsMax ?? expected.retryAfterMs ?? BACKOFF_MS;
  return isRetryable && waitMs < BUDGET_MS ? waitMs : undefined;
}

describe.each([...factCases, ...furtherCases])('%s, %s', (_, __, preset, one) => {
  async function send(config: AxiosRequestConfig) {
    const now = Date.parse(one.now);
    const refusal: Answer = {
      status: one.status,
      headers: { ...one.headers, date: new Date(now).toUTCString() },
      ...(one.body !== null && { body: one.body }),
    };
    const wired = await wire([refusal, { body: { fine: true } }], {
      provider: preset,
      clock: new FakeClock(now),
      random: () => 0.5,
      retry: RETRY,
    });
    const { client, drive, server, sentAt } = wired;
    const outcome = await drive(
      client.request({ url: '/v1/thing', ...config }).then(
        (response) => response as unknown,
        (error: unknown) => error,
      ),
    );
    const report = callReport(outcome);
    return { outcome, sentAt, requests: server.requests, found: report?.attempts[0]?.class };
  }

  it('a GET', async () => {
    const { outcome, sentAt, requests, found } = await send({ method: 'get' });
    const retryMs = retryOf(one, found, preset.id);
    expect(sentAt).toEqual(retryMs === undefined ? [0] : [0, retryMs]);
    for (const { headers } of requests)
      for (const header of KEY_HEADERS.values()) expect(headers).not.toHaveProperty(header);
    expect(outcome).toMatchObject(
      retryMs !== undefined
        ? { data: { fine: true } }
        : one.status < 300
          ? { status: one.status }
          : { response: { status: one.status } },
    );
  });

  it('a POST', async () => {
    const { sentAt, requests, found } = await send({ method: 'post', data: { a: 1 } });
    const keyHeader = KEY_HEADERS.get(preset.id);
    const retryMs = keyHeader ? retryOf(one, found, preset.id) : undefined;
    expect(sentAt).toEqual(retryMs === undefined ? [0] : [0, retryMs]);

    const keys = requests.map(({ headers }) => headers[keyHeader ?? 'idempotency-key']);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toEqual(keyHeader ? expect.stringMatching(/^[0-9a-f-]{36}$/) : undefined);
    expect(new Set(requests.map(({ body }) => String(body))).size).toBe(1);
  });
});
