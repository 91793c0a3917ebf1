/**
 * What all presets are made with. Imports only core.
 */
import { mergeReading } from '../core/merge-reading.js';
import type { ProviderPreset } from '../core/types.js';

/** The fields of a preset to replace. Those of `reading` are laid over the preset's, entry by entry; what is `undefined` counts as left out. */
export type PresetOverrides = Partial<ProviderPreset>;

/** The date of the facts in all presets, where a preset names no other. */
export const AS_OF = '2026-12-01';

export const SECOND = 1_000;
export const MINUTE: number = 60 * SECOND;
export const HOUR: number = 60 * MINUTE;
export const DAY: number = 24 * HOUR;

/** The preset with the overrides in place of its own fields. */
export function withOverrides(preset: ProviderPreset, overrides: PresetOverrides = {}): ProviderPreset {
  const given = Object.entries(overrides).filter(([, value]) => value !== undefined);
  const merged: ProviderPreset = { asOf: AS_OF, ...preset, ...Object.fromEntries(given) };
  if (preset.reading && overrides.reading) merged.reading = mergeReading(preset.reading, overrides.reading);
  return merged;
}
