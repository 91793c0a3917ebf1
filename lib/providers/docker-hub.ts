/**
 * Docker Hub. Imports only core and its neighbours.
 */
import type { ProviderPreset } from '../core/types.js';
import { withOverrides, type PresetOverrides } from './preset.js';

/**
 * Docker Hub's registry. Pulls are limited in 6 hours, to 100 without and 200 with a personal login, and each response tells what is left. A 429 without
 * these fields is the limit of abuse, which is short.
 */
export function dockerHub(overrides?: PresetOverrides): ProviderPreset {
  return withOverrides(
    {
      id: 'docker-hub',
      name: 'Docker Hub',
      source: 'https://docs.docker.com/docker-hub/usage/pulls/',
      keyedOn: 'user; without a login IP address',
      headers: ['RateLimit-Limit', 'RateLimit-Remaining'],
    },
    overrides,
  );
}
