/**
 * The presets by the ids of the fact file, for tests over all of its cases.
 */
import type { ProviderPreset } from '../../lib/core/types.js';
import { PRESET_NAMES, presetNamed } from '../../lib/providers/by-name.js';

/** Where the fact file has another id than the preset. */
const FACT_IDS: Readonly<Record<string, string>> = {
  gmail: 'google-workspace',
  google: 'google-rpc',
  x: 'x-twitter',
};

export function presetsByFactId(): ReadonlyMap<string, ProviderPreset> {
  const presets = PRESET_NAMES.flatMap((name) => presetNamed(name) ?? []);
  return new Map(presets.map((preset) => [FACT_IDS[preset.id] ?? preset.id, preset]));
}
