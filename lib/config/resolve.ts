/**
 * From what the user said to what the code reads: checks everything, then lays the options over the preset over the defaults.
 * May import core/, errors and its neighbours.
 */
import { ConfigError } from '../errors.js';
import { checkBounds, checkPrices } from './check-together.js';
import { Problems } from './check.js';
import { DEFAULTS } from './defaults.js';
import { checkOptions } from './fields.js';
import { Layers } from './layers.js';
import type { RateLimitOptions } from './options.js';
import {
  declareIdempotency,
  describeReading,
  fillBuckets,
  findCredentialBy,
  findPreset,
  identifyProvider,
} from './resolve-provider.js';
import { requestDefaults } from './resolve-request.js';
import type { ResolvedOptions, RetrySettings } from './resolved.js';

/**
 * The settings of a handler.
 * @throws ConfigError which lists everything that is wrong with the options and their preset
 */
export function resolveOptions(options: RateLimitOptions = {}): ResolvedOptions {
  const problems = new Problems();
  const given: RateLimitOptions = checkOptions(options, '', problems) ?? {};
  const layers = new Layers(given, findPreset(given.provider));

  const provider = identifyProvider(layers);
  const headroom = layers.pick('headroom', DEFAULTS.headroom, given.headroom);
  const quota = fillBuckets(layers, 'quota', headroom, problems);
  const ceiling = fillBuckets(layers, 'ceiling', headroom, problems);
  const retry = resolveRetry(layers, problems);

  const resolved: ResolvedOptions = {
    provider,
    preset: describeReading(layers, provider.id),
    headroom,
    quota,
    ceiling,
    credential: findCredentialBy(layers),
    scope: layers.pick('scope', undefined, given.scope, layers.preset.scope),
    fleet: layers.pick('fleet', undefined, given.fleet),
    onFleetEvent: given.onFleetEvent,
    retry: given.retry === false ? false : retry,
    maxElapsedMs: retry.maxElapsedMs,
    retryForbidden: layers.pick(
      'retryForbidden',
      DEFAULTS.retryForbidden,
      given.retryForbidden,
      layers.preset.retryForbidden,
    ),
    maxQueued: layers.pick('maxQueued', DEFAULTS.maxQueued, given.maxQueued),
    maxWaitMs: layers.pick('maxWaitMs', undefined, given.maxWaitMs),
    throttleBelow: layers.pick('throttleBelow', DEFAULTS.throttleBelow, given.throttleBelow),
    maxConcurrent: layers.pick('maxConcurrent', undefined, given.maxConcurrent),
    idempotency: declareIdempotency(layers),
    beforeAttempt: layers.pick('beforeAttempt', undefined, given.beforeAttempt),
    clock: given.clock ?? DEFAULTS.clock,
    random: given.random ?? DEFAULTS.random,
    request: requestDefaults(layers.pick('mode', DEFAULTS.mode, given.mode)),
    origins: Object.freeze(layers.origins),
  };

  if (problems.list.length > 0) throw new ConfigError('the rate limit options', problems.list);
  return Object.freeze(resolved);
}

/** Complete even where retries are off, since waiting is bounded by the elapsed time all the same. */
function resolveRetry(layers: Layers, problems: Problems): RetrySettings {
  const defaults = DEFAULTS.retry;
  const given = layers.pick('retry', {}, layers.options.retry) || {};
  const { retryStatuses } = layers.preset;
  const ofPreset = retryStatuses && [...defaults.statuses, ...retryStatuses];

  const units = layers.pick('retry.quota', {}, given.quota);
  const retry: RetrySettings = Object.freeze({
    statuses: new Set(layers.pick('retry.statuses', defaults.statuses, given.statuses, ofPreset)),
    baseDelayMs: layers.pick('retry.baseDelayMs', defaults.baseDelayMs, given.baseDelayMs),
    maxDelayMs: layers.pick('retry.maxDelayMs', defaults.maxDelayMs, given.maxDelayMs),
    maxAttempts: layers.pick('retry.maxAttempts', defaults.maxAttempts, given.maxAttempts),
    maxElapsedMs: layers.pick('retry.maxElapsedMs', defaults.maxElapsedMs, given.maxElapsedMs),
    quota: units && Object.freeze({ ...defaults.quota, ...units }),
  });
  checkBounds(given, problems);
  if (retry.quota) checkPrices(retry.quota, problems);
  return retry;
}
