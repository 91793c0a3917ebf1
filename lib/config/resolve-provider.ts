/**
 * The settings that a preset and the options tell of one provider: who it is, its buckets, its keys, its credentials, how to read it.
 * May import core/, errors, providers/ and its neighbours.
 */
import type { InternalAxiosRequestConfig } from 'axios';
import { bucketSpec } from '../core/bucket.js';
import type { BucketSpec } from '../core/bucket.js';
import { mergeReading } from '../core/merge-reading.js';
import type { ProviderPreset } from '../core/types.js';
import { ConfigError } from '../errors.js';
import { presetNamed } from '../providers/by-name.js';
import { checkBursts } from './check-together.js';
import { describe } from './check.js';
import type { Problems } from './check.js';
import { DEFAULTS } from './defaults.js';
import type { Layers } from './layers.js';
import type { IdempotencySettings, ResolvedOptions } from './resolved.js';

/**
 * What is known of the provider: the preset that was given, or the one of that name. All presets are in the main entry for this, at 22 kB (7 kB
 * compressed): a name that worked only where somebody had imported its preset before would need state that all handlers share.
 */
export function findPreset(provider: string | ProviderPreset | undefined): Partial<ProviderPreset> {
  if (typeof provider !== 'string') return provider ?? {};
  return presetNamed(provider) ?? {};
}

export function identifyProvider(layers: Layers): ResolvedOptions['provider'] {
  const { provider } = layers.options;
  const { id, name } = layers.preset;
  return layers.pick(
    'provider',
    DEFAULTS.provider,
    typeof provider === 'string' && id === undefined
      ? { id: provider.toLowerCase(), name: nameOf(provider) }
      : undefined,
    id !== undefined && name !== undefined ? { id, name } : undefined,
  );
}

/** `slack` reads `Slack`; capitals that the user wrote stay: `OpenAI`. */
function nameOf(provider: string): string {
  return provider.charAt(0).toUpperCase() + provider.slice(1);
}

/** The buckets of the quotas, whose bursts are checked too: they depend on the headroom. */
export function fillBuckets(
  layers: Layers,
  name: 'quota' | 'ceiling',
  headroom: number,
  problems: Problems,
): readonly BucketSpec[] {
  const quotas = [layers.pick(name, [], layers.options[name], layers.preset[name])].flat();
  const at = layers.origins[name] === 'preset' ? `provider.${name}` : name;
  // Left out where the parts are wrong already: what would be told of them might be wrong as well.
  if (!problems.has('headroom') && !problems.has(at)) checkBursts(quotas, headroom, at, problems);
  return Object.freeze(quotas.map((quota) => Object.freeze(bucketSpec(quota, headroom))));
}

export function declareIdempotency(layers: Layers): IdempotencySettings | undefined {
  const declared = layers.pick('idempotency', false, layers.options.idempotency, layers.preset.idempotency);
  if (!declared) return undefined;
  const methods = declared.methods.map((method) => method.toUpperCase());
  return Object.freeze({ header: declared.header, methods: new Set(methods) });
}

export function findCredentialBy(layers: Layers): ResolvedOptions['credential'] {
  const find = layers.pick('credential', DEFAULTS.credential, layers.options.credential);
  return (config: InternalAxiosRequestConfig) => asCredential(find(config));
}

/** Nothing found is fine, and a number is as good as its digits. Anything else would put strangers into one scope. */
function asCredential(found: unknown): string | undefined {
  if (typeof found === 'string') return found === '' ? undefined : found;
  if (typeof found === 'number' || typeof found === 'bigint') return String(found);
  if (found === undefined || found === null || found === false) return undefined;
  throw new ConfigError('the rate limit options', [
    {
      option: 'credential',
      problem: `returned ${found instanceof Promise ? 'a promise' : describe(found)}, not a string`,
      mend: 'Return the credential as a string, or undefined where there is none; it is asked synchronously.',
    },
  ]);
}

/** What the classifier is told of the provider. */
export function describeReading(layers: Layers, id: string): ResolvedOptions['preset'] {
  const { options, preset } = layers;
  layers.pick('reading', undefined, options.reading, preset.reading);
  const rule = layers.pick('rule', undefined, options.rule, preset.rule);
  const reading = options.reading ? mergeReading(preset.reading ?? {}, options.reading) : preset.reading;
  return Object.freeze({ id, ...(reading && { reading }), ...(rule && { rule }) });
}
