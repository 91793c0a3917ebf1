/**
 * Spotify. Imports only core and its neighbours.
 */
import type { ProviderPreset } from '../core/types.js';
import { withOverrides, type PresetOverrides } from './preset.js';

/** Spotify's Web API. The limit, of an app in any 30 seconds, is not published. A Retry-After may be many hours long. */
export function spotify(overrides?: PresetOverrides): ProviderPreset {
  return withOverrides(
    {
      id: 'spotify',
      name: 'Spotify',
      source: 'https://developer.spotify.com/documentation/web-api/concepts/rate-limits',
      keyedOn: 'app; in development mode the developer',
      headers: ['Retry-After'],
    },
    overrides,
  );
}
