/**
 * Every case of the providers' fact file: what each response means, told by the generic reader alone, or with the provider's
 * preset where only that can know.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { classify, type Reading } from '../../../lib/core/classify.js';
import { parseRateLimit } from '../../../lib/core/rate-limit-fields.js';
import type { OutcomeClass, RateWindow } from '../../../lib/core/types.js';
import { presetsByFactId } from '../../support/presets-by-fact-id.js';

interface Expectation {
  class?: OutcomeClass;
  retryAfterMs?: number;
  retryAfterMsMax?: number;
  resetAt?: string;
  remaining?: number;
  limit?: number;
  windows?: (Omit<RateWindow, 'resetAt'> & { resetAt?: string })[];
}

interface Case {
  name: string;
  now: string;
  status: number;
  headers: Record<string, string>;
  body: unknown;
  expect: Expectation;
  /** Either of the two limit classes is right. */
  conventional?: boolean;
  /** Only the provider's preset can know. */
  presetOnly?: boolean;
}

interface Provider {
  id: string;
  cases: Case[];
  headerCases?: Case[];
}

/** The presets by the id of the provider in the fact file. */
const PRESETS: ReadonlyMap<string, Reading> = presetsByFactId();

/** What a user would say of servers that nobody made a preset for, by the case of the fact file. */
const OWN_READINGS: ReadonlyMap<string, Reading> = new Map<string, Reading>([
  ['409 original outstanding: retry the same request', { reading: { statuses: { 409: 'transient' } } }],
  ['delta milliseconds: not distinguishable without a preset', { reading: { resetUnit: 'delta-ms' } }],
]);

const file = join(__dirname, '../../fixtures/providers.json');
const providers = JSON.parse(readFileSync(file, 'utf8')) as Provider[];

const testable = providers.flatMap(({ id, cases, headerCases = [] }) => {
  const all = [...cases, ...headerCases];
  return all.length === 0 ? [] : [[id, all] as const];
});

describe.each(testable)('%s', (id, cases) => {
  for (const one of cases) {
    if (!one.presetOnly) test(`${one.name}, without a preset`, () => expectRight(one, undefined));
    // With a preset, the generic cases must still come out right.
    const reading = PRESETS.get(id) ?? OWN_READINGS.get(one.name);
    if (reading) test(`${one.name}, with its preset`, () => expectRight(one, reading));
    else if (one.presetOnly) throw new Error(`${id} needs a preset for: ${one.name}`);
  }
});

function expectRight(
  { now, status, headers, body, expect: expected, conventional }: Case,
  reading: Reading | undefined,
): void {
  const receivedAt = Date.parse(now);
  for (const data of [body, body === null || typeof body === 'string' ? body : JSON.stringify(body)]) {
    const found = classify({ status, headers, data, receivedAt }, reading);

    const classes = conventional ? ['rate_limited', 'quota_exhausted'] : [expected.class ?? 'success'];
    expect(classes).toContain(found.class);

    if (expected.class !== undefined) {
      if (expected.retryAfterMs === undefined) expect(found.retryAt).toBeUndefined();
      else {
        expect(found.retryAt).toBeGreaterThanOrEqual(receivedAt + expected.retryAfterMs);
        expect(found.retryAt).toBeLessThanOrEqual(
          receivedAt + (expected.retryAfterMsMax ?? expected.retryAfterMs),
        );
      }
    }
    if (expected.resetAt !== undefined) expect(found.resetAt).toBe(Date.parse(expected.resetAt));
    if (!expected.windows) {
      expect(found.remaining).toBe(expected.remaining);
      expect(found.limit).toBe(expected.limit);
    } else {
      const windows = expected.windows.map(({ resetAt, ...window }) => ({
        ...window,
        ...(resetAt !== undefined && { resetAt: Date.parse(resetAt) }),
      }));
      expect(parseRateLimit(headers, receivedAt, reading?.reading)).toMatchObject(windows);
    }
  }
}
