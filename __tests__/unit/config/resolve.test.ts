import type { InternalAxiosRequestConfig } from 'axios';
import { AxiosHeaders } from 'axios';
import { DEFAULTS } from '../../../lib/config/defaults.js';
import { resolveOptions } from '../../../lib/config/resolve.js';
import { stripe } from '../../../lib/providers.js';
import type { ProviderPreset } from '../../../lib/core/types.js';
import { configErrorOf } from '../../support/problems-of.js';

const MINUTE = 60_000;

const preset: ProviderPreset = {
  id: 'acme',
  name: 'Acme',
  asOf: '2026-12-01',
  source: 'https://acme.example/limits',
  quota: { limit: 100, windowMs: MINUTE },
  ceiling: [
    { limit: 20, windowMs: 1000 },
    { limit: 1000, windowMs: MINUTE },
  ],
  idempotency: { header: 'Acme-Key', methods: ['post'] },
  retryStatuses: [529],
  retryForbidden: true,
  reading: { codes: { slow_down: 'rate_limited', spent: 'quota_exhausted' }, resetUnit: 'epoch-s' },
  rule: () => undefined,
};

function requestConfig(headers: Record<string, string> = {}): InternalAxiosRequestConfig {
  return { headers: new AxiosHeaders(headers) };
}

describe('without options', () => {
  const resolved = resolveOptions();

  it('the defaults hold', () => {
    expect(resolved).toMatchObject({
      provider: { id: 'upstream', name: 'the upstream' },
      headroom: 0.8,
      quota: [],
      ceiling: [],
      maxElapsedMs: 45_000,
      maxQueued: 10_000,
      maxWaitMs: undefined,
      throttleBelow: 0.1,
      maxConcurrent: undefined,
      idempotency: undefined,
      retryForbidden: false,
      beforeAttempt: undefined,
      preset: { id: 'upstream' },
    });
    expect(resolved.retry).toEqual({
      statuses: new Set([429, 502, 503, 504]),
      baseDelayMs: 250,
      maxDelayMs: 30_000,
      maxAttempts: 5,
      maxElapsedMs: 45_000,
      quota: { capacity: 500, throttleCost: 5, otherCost: 14, refund: 1 },
    });
  });

  it('every setting comes from the defaults', () => {
    expect(new Set(Object.values(resolved.origins))).toEqual(new Set(['default']));
    expect(Object.keys(resolved.origins).sort()).toEqual(
      [
        'fleet',
        'provider',
        'mode',
        'headroom',
        'quota',
        'ceiling',
        'credential',
        'retry',
        'retry.statuses',
        'retry.baseDelayMs',
        'retry.maxDelayMs',
        'retry.maxAttempts',
        'retry.maxElapsedMs',
        'retry.quota',
        'retryForbidden',
        'reading',
        'rule',
        'scope',
        'maxQueued',
        'maxWaitMs',
        'throttleBelow',
        'maxConcurrent',
        'idempotency',
        'beforeAttempt',
      ].sort(),
    );
  });

  it('nothing of it can be changed later', () => {
    expect(Object.isFrozen(resolved)).toBe(true);
    expect(Object.isFrozen(resolved.retry)).toBe(true);
    expect(Object.isFrozen(resolved.origins)).toBe(true);
    expect(Object.isFrozen(DEFAULTS.retry.statuses)).toBe(true);
  });
});

describe('precedence', () => {
  it('puts the preset over the defaults', () => {
    const resolved = resolveOptions({ provider: preset });
    expect(resolved).toMatchObject({
      provider: { id: 'acme', name: 'Acme' },
      quota: [{ limit: 100, windowMs: MINUTE, burst: 10, rate: 80 / MINUTE }],
      ceiling: [{ limit: 20 }, { limit: 1000 }],
      idempotency: { header: 'Acme-Key', methods: new Set(['POST']) },
      retryForbidden: true,
      preset: { id: 'acme', reading: preset.reading, rule: preset.rule },
      origins: {
        provider: 'preset',
        quota: 'preset',
        idempotency: 'preset',
        retryForbidden: 'preset',
        headroom: 'default',
      },
    });
    expect(resolved.retry).toMatchObject({ statuses: new Set([429, 502, 503, 504, 529]) });
    expect(resolved.origins['retry.statuses']).toBe('preset');
  });

  it('puts the options over the preset, field by field', () => {
    const rule = () => ({ class: 'permanent' as const });
    const resolved = resolveOptions({
      provider: preset,
      quota: { limit: 10, windowMs: 1000 },
      idempotency: { header: 'Other-Key', methods: ['PATCH'] },
      retryForbidden: false,
      retry: { statuses: [503] },
      rule,
    });
    expect(resolved.quota).toMatchObject([{ limit: 10, windowMs: 1000 }]);
    expect(resolved.ceiling).toMatchObject([{ limit: 20 }, { limit: 1000 }]);
    expect(resolved.idempotency).toEqual({ header: 'Other-Key', methods: new Set(['PATCH']) });
    expect(resolved.retryForbidden).toBe(false);
    expect(resolved.retry).toMatchObject({ statuses: new Set([503]), maxAttempts: 5 });
    expect(resolved.preset.rule).toBe(rule);
    expect(resolved.origins).toMatchObject({
      quota: 'option',
      ceiling: 'preset',
      idempotency: 'option',
      retryForbidden: 'option',
      'retry.statuses': 'option',
      'retry.maxAttempts': 'default',
      rule: 'option',
    });
  });

  it('lets the options switch off what the preset has', () => {
    const resolved = resolveOptions({ provider: preset, quota: [], idempotency: false });
    expect(resolved.quota).toEqual([]);
    expect(resolved.idempotency).toBeUndefined();
    expect(resolved.origins).toMatchObject({ quota: 'option', idempotency: 'option' });
  });

  it('lays the reading over the preset, entry by entry', () => {
    const { preset: told } = resolveOptions({
      provider: preset,
      reading: { codes: { spent: 'permanent', nap: 'transient' }, statuses: { 418: 'rate_limited' } },
    });
    expect(told.reading).toEqual({
      codes: { slow_down: 'rate_limited', spent: 'permanent', nap: 'transient' },
      statuses: { 418: 'rate_limited' },
      resetUnit: 'epoch-s',
    });
    expect(preset.reading?.codes).toEqual({ slow_down: 'rate_limited', spent: 'quota_exhausted' });
  });

  it('counts undefined as left out', () => {
    const options = { provider: preset, quota: undefined, headroom: undefined, retry: undefined };
    const resolved = resolveOptions(options as object);
    expect(resolved.quota).toMatchObject([{ limit: 100 }]);
    expect(resolved.origins).toMatchObject({ quota: 'preset', headroom: 'default', retry: 'default' });
  });

  it('takes a value that equals the default for an option all the same', () => {
    expect(resolveOptions({ headroom: 0.8 }).origins.headroom).toBe('option');
  });
});

describe('a provider that is only named', () => {
  it.each([
    ['acme', 'acme', 'Acme'],
    ['Acme', 'acme', 'Acme'],
    ['AcmeAI', 'acmeai', 'AcmeAI'],
    ['my-api.eu_1', 'my-api.eu_1', 'My-api.eu_1'],
    ['7digital', '7digital', '7digital'],
  ])('%s has the id %s and the name %s', (provider, id, name) => {
    const resolved = resolveOptions({ provider });
    expect(resolved.provider).toEqual({ id, name });
    expect(resolved.preset).toEqual({ id });
    expect(resolved.origins.provider).toBe('option');
  });
});

describe('a provider named as a preset is', () => {
  it.each([
    ['stripe', 'stripe', 'Stripe'],
    ['OpenAI', 'openai', 'OpenAI'],
    ['azureOpenai', 'azure-openai', 'Azure OpenAI'],
    ['azure-openai', 'azure-openai', 'Azure OpenAI'],
    ['microsoft_graph', 'microsoft-graph', 'Microsoft Graph'],
  ])('%s is %s, %s', (provider, id, name) => {
    const resolved = resolveOptions({ provider });
    expect(resolved.provider).toEqual({ id, name });
    expect(resolved.origins.provider).toBe('preset');
  });

  it('is that preset, with the options over it', () => {
    const { retry, ...byName } = resolveOptions({ provider: 'stripe' });
    const { retry: retryOfPreset, ...byPreset } = resolveOptions({ provider: stripe() });
    const plain = (settings: object): unknown => JSON.parse(JSON.stringify(settings));
    expect(plain(byName)).toEqual(plain(byPreset));
    expect(byName.idempotency).toEqual(byPreset.idempotency);
    expect(retry).toEqual(retryOfPreset);
    expect(resolveOptions({ provider: 'stripe', quota: [] }).quota).toEqual([]);
  });
});

describe('what a request counts against besides its credential', () => {
  const config = { url: '/a' } as Parameters<NonNullable<ReturnType<typeof resolveOptions>['scope']>>[0];

  it('is nothing by default', () => {
    expect(resolveOptions().scope).toBeUndefined();
  });

  it("is the option's word, else the preset's", () => {
    const provider = { id: 'x1', name: 'X1', scope: () => 'of the preset' };
    expect(resolveOptions({ provider }).scope?.(config)).toBe('of the preset');
    const byOption = resolveOptions({ provider, scope: ({ url }) => url });
    expect(byOption.scope?.(config)).toBe('/a');
    expect(byOption.origins.scope).toBe('option');
  });
});

describe('quotas', () => {
  it('become buckets at the headroom, with their own cost', () => {
    const cost = () => 3;
    const [bucket] = resolveOptions({
      headroom: 0.5,
      quota: { limit: 40, windowMs: 1000, burst: 4, cost },
    }).quota;
    expect(bucket).toEqual({ limit: 40, windowMs: 1000, burst: 4, rate: 0.02, cost });
  });

  it('keep their order', () => {
    const quota = [1000, 60_000, 86_400_000].map((windowMs) => ({ limit: 10, windowMs }));
    expect(resolveOptions({ quota }).quota.map(({ windowMs }) => windowMs)).toEqual([
      1000, 60_000, 86_400_000,
    ]);
  });
});

describe('retries that are switched off', () => {
  it('leave a bound on waiting', () => {
    const resolved = resolveOptions({ retry: false });
    expect(resolved.retry).toBe(false);
    expect(resolved.maxElapsedMs).toBe(45_000);
    expect(resolved.origins.retry).toBe('option');
  });

  it('may be so for the retry quota alone', () => {
    const resolved = resolveOptions({ retry: { quota: false, maxElapsedMs: 9000 } });
    expect(resolved.retry).toMatchObject({ quota: false, maxAttempts: 5 });
    expect(resolved.maxElapsedMs).toBe(9000);
    expect(resolved.origins['retry.quota']).toBe('option');
  });

  it('are not so when a part of the retry quota is given', () => {
    const { retry } = resolveOptions({ retry: { quota: { capacity: 100, refund: 0 } } });
    expect(retry).toMatchObject({ quota: { capacity: 100, throttleCost: 5, otherCost: 14, refund: 0 } });
  });
});

describe('the values at the edges', () => {
  it('are taken', () => {
    const options = {
      headroom: 1,
      throttleBelow: 0,
      maxQueued: 0,
      maxWaitMs: 0,
      maxConcurrent: 1,
      retry: {
        statuses: [],
        maxAttempts: 1,
        baseDelayMs: 1,
        maxDelayMs: 2 ** 31 - 1,
        maxElapsedMs: 2 ** 31 - 1,
      },
    };
    expect(resolveOptions(options)).toMatchObject({
      headroom: 1,
      throttleBelow: 0,
      maxQueued: 0,
      maxWaitMs: 0,
      maxConcurrent: 1,
      retry: { statuses: new Set(), maxAttempts: 1 },
    });
    expect(resolveOptions({ throttleBelow: 1 }).throttleBelow).toBe(1);
  });
});

describe('the credential', () => {
  it('is the Authorization header by default', () => {
    const { credential } = resolveOptions();
    expect(credential(requestConfig({ Authorization: 'Bearer a' }))).toBe('Bearer a');
    expect(credential(requestConfig())).toBeUndefined();
  });

  it.each([
    ['key', 'key'],
    [42, '42'],
    [7n, '7'],
    ['', undefined],
    [undefined, undefined],
    [null, undefined],
    [false, undefined],
  ])('found by a function as %p is %p', (found, expected) => {
    expect(resolveOptions({ credential: () => found }).credential(requestConfig())).toBe(expected);
  });

  it('can be read from a header, as axios gives it', () => {
    const { credential } = resolveOptions({ credential: (config) => config.headers.get('X-Tenant') });
    expect(credential(requestConfig({ 'x-tenant': 't1' }))).toBe('t1');
  });

  it.each([
    ['a promise', Promise.resolve('secret-key')],
    ['an array', ['secret-key']],
    ['an object', { key: 'secret-key' }],
    ['true', true],
  ])('is not %s: strangers would share one scope', (what, found) => {
    const { credential } = resolveOptions({ credential: () => found });
    const error = configErrorOf(() => credential(requestConfig()));
    expect(error.problems).toMatchObject([
      { option: 'credential', problem: `returned ${what}, not a string` },
    ]);
    expect(error.message).not.toContain('secret');
  });
});

describe('time and chance', () => {
  it('are looked up at each use, so that fakes put in later are seen', () => {
    const { clock, random } = resolveOptions();
    jest.useFakeTimers({ now: 1_000_000 });
    jest.spyOn(Math, 'random').mockReturnValue(0.25);
    try {
      const ran = jest.fn();
      const cleared = jest.fn();
      clock.setTimeout(ran, 500);
      clock.clearTimeout(clock.setTimeout(cleared, 500));
      expect(clock.now()).toBe(1_000_000);
      jest.advanceTimersByTime(500);
      expect(clock.now()).toBe(1_000_500);
      expect(ran).toHaveBeenCalledTimes(1);
      expect(cleared).not.toHaveBeenCalled();
      expect(random()).toBe(0.25);
    } finally {
      jest.restoreAllMocks();
      jest.useRealTimers();
    }
  });

  it('keep the process alive while a call waits', () => {
    const { clock } = resolveOptions();
    const handle = clock.setTimeout(() => undefined, 1000) as NodeJS.Timeout;
    expect(handle.hasRef()).toBe(true);
    clock.clearTimeout(handle);
  });

  it('can be given, as an instance of a class too', () => {
    class TestClock {
      now(): number {
        return 5;
      }
      setTimeout(): number {
        return 0;
      }
      clearTimeout(): void {}
    }
    const clock = new TestClock();
    const random = () => 0;
    expect(resolveOptions({ clock, random })).toMatchObject({ clock, random });
    expect(resolveOptions({ clock }).clock).toBe(clock);
  });
});
