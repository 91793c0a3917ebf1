/**
 * What holds for every preset, and how its fields are replaced.
 */
import { resolveOptions } from '../../../lib/config/resolve.js';
import type { ProviderPreset } from '../../../lib/core/types.js';
import * as providers from '../../../lib/providers.js';
import { PRESET_NAMES, presetNamed } from '../../../lib/providers/by-name.js';

const { stripe, github } = providers;

test('the entry exports the presets that go by a name, and nothing else', () => {
  expect(Object.keys(providers).sort()).toEqual([...PRESET_NAMES].sort());
});

describe.each(PRESET_NAMES)('%s', (name) => {
  const preset = presetNamed(name) as ProviderPreset;

  it('is dated, names its page and says what its limits are keyed on', () => {
    expect(preset.asOf).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(preset.source).toMatch(/^https:\/\//);
    expect(preset.keyedOn).toMatch(/\w/);
    expect(preset.headers?.length).not.toBe(0);
  });

  it('goes by its id too', () => {
    expect(presetNamed(preset.id)?.id).toBe(preset.id);
  });

  it.each([0.1, 0.8, 1])('is valid at a headroom of %d', (headroom) => {
    expect(() => resolveOptions({ provider: preset, headroom })).not.toThrow();
  });

  it('looks into requests of any shape', () => {
    const shapes = [
      {},
      { url: '', data: null, params: 7 },
      { url: '/a?b=%', headers: null, method: 'patch', data: '{' },
    ];
    for (const config of shapes as Parameters<NonNullable<ProviderPreset['scope']>>[0][]) {
      expect(['string', 'undefined']).toContain(typeof preset.scope?.(config));
      for (const quota of [preset.quota ?? [], preset.ceiling ?? []].flat())
        expect(quota.cost?.(config) ?? 1).toBeGreaterThanOrEqual(0);
    }
  });

  it('is made anew each time, so that nobody changes it for others', () => {
    expect(presetNamed(name)).not.toBe(preset);
  });
});

describe('overrides', () => {
  it('take the place of single fields', () => {
    const quota = { limit: 100, windowMs: 1_000 };
    expect(stripe({ quota, name: 'Our Stripe' })).toEqual({
      ...stripe(),
      quota,
      name: 'Our Stripe',
      rule: expect.any(Function),
    });
  });

  it('of reading rules are laid over them, entry by entry', () => {
    const { reading } = github({ reading: { codes: { teapot: 'transient' }, defaultRetryAfterMs: 90_000 } });
    expect(reading).toEqual({
      codes: { ...github().reading?.codes, teapot: 'transient' },
      defaultRetryAfterMs: 90_000,
    });
  });

  it('bring reading rules to a preset without any', () => {
    expect(providers.paypal({ reading: { statuses: { 409: 'transient' } } }).reading).toEqual({
      statuses: { 409: 'transient' },
    });
  });

  it('that are undefined count as left out', () => {
    expect(stripe({ quota: undefined } as object).quota).toEqual(stripe().quota);
  });
});
