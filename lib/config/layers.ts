/**
 * The precedence of the layers, and a record of which one each value came from. Imports types only.
 */
import type { ProviderPreset } from '../core/types.js';
import type { RateLimitOptions } from './options.js';
import type { Origin, SettingName } from './resolved.js';

export class Layers {
  readonly options: RateLimitOptions;
  readonly preset: Partial<ProviderPreset>;
  /** Filled in by `pick`: complete when every setting has been picked. */
  readonly origins = {} as Record<SettingName, Origin>;

  constructor(options: RateLimitOptions, preset: Partial<ProviderPreset>) {
    this.options = options;
    this.preset = preset;
  }

  /** The option, else the preset's, else the default; notes which. */
  pick<T>(name: SettingName, fallback: T, option: T | undefined, ofPreset?: T): T {
    this.origins[name] = option !== undefined ? 'option' : ofPreset !== undefined ? 'preset' : 'default';
    return option ?? ofPreset ?? fallback;
  }
}
