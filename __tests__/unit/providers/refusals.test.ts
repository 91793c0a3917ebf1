/**
 * What the presets make of refusals that the fact file does not hold: the providers' other codes, statuses and windows.
 */
import { classify } from '../../../lib/core/classify.js';
import type { Classification } from '../../../lib/core/types.js';
import { presetNamed } from '../../../lib/providers/by-name.js';
import { NOW, REFUSALS, googleRpc, quotaFailure, retryInfo } from '../../support/refusals-by-preset.js';

describe.each(Object.entries(REFUSALS))('%s', (id, refusals) => {
  test.each(refusals)('%s', (_, status, headers, body, { waitMs, ...expected }) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    for (const data of [body, text]) {
      const said = classify({ status, headers, data, receivedAt: NOW }, presetNamed(id));
      expect(said).toMatchObject(expected);
      expect(said.retryAt).toBe(waitMs === undefined ? undefined : NOW + waitMs);
      if (!expected.scope) expect(said.scope).toBe('credential');
      expect(said.localised ?? false).toBe(expected.localised ?? false);
    }
  });
});

test('a quota of which nothing was granted is used up, without a preset too', () => {
  const [, status, headers, data] =
    REFUSALS.google?.find(([what]) => what.includes('nothing was granted')) ?? [];
  const said = classify({ status: status ?? 0, headers: headers ?? {}, data, receivedAt: NOW });
  expect(said.class).toBe('quota_exhausted');
  expect(said.retryAt).toBeUndefined();
});

describe('an allowance for a day', () => {
  const resetOf = (body: object, receivedAt: number): Classification['resetAt'] =>
    classify({ status: 429, headers: {}, data: body, receivedAt }, presetNamed('google')).resetAt;
  const daily = googleRpc(
    quotaFailure('GenerateRequestsPerDayPerProjectPerModel-FreeTier'),
    retryInfo('18s'),
  );

  test.each([
    ['in winter', '2026-12-01T12:00:00.000Z', '2026-12-02T08:00:00.000Z'],
    ['in summer', '2026-07-01T06:59:59.999Z', '2026-07-01T07:00:00.000Z'],
    ['when the clocks go forward', '2026-03-08T09:00:00.000Z', '2026-03-09T07:00:00.000Z'],
    ['when they go back', '2026-11-01T08:00:00.000Z', '2026-11-02T08:00:00.000Z'],
    ['at midnight itself', '2026-12-01T08:00:00.000Z', '2026-12-02T08:00:00.000Z'],
  ])('of Google starts anew at midnight Pacific time, %s', (_, now, reset) => {
    expect(resetOf(daily, Date.parse(now))).toBe(Date.parse(reset));
  });

  it('of Anthropic starts anew on the day that its message names', () => {
    const message =
      'You have reached your specified API usage limits. You will regain access on 2026-12-05 at 00:00 UTC.';
    const said = classify(
      {
        status: 400,
        headers: {},
        data: { error: { type: 'invalid_request_error', message } },
        receivedAt: NOW,
      },
      presetNamed('anthropic'),
    );
    expect(said).toMatchObject({ class: 'quota_exhausted', resetAt: Date.parse('2026-12-05T00:00:00Z') });
  });
});
