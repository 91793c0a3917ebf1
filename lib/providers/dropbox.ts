/**
 * Dropbox. Imports only core and its neighbours.
 */
import type { Classification, ProviderPreset, ResponseFacts } from '../core/types.js';
import { withOverrides, type PresetOverrides } from './preset.js';
import { textAt } from './response-parts.js';

/**
 * Dropbox. No limits are published. Everything is a POST: reads, and uploads that name the revision which they replace, are sent twice only with
 * `idempotent: true`. Writes that come too close together may be refused by a 409, which is not sent again.
 */
export function dropbox(overrides?: PresetOverrides): ProviderPreset {
  return withOverrides(
    {
      id: 'dropbox',
      name: 'Dropbox',
      source: 'https://www.dropbox.com/developers/documentation/http/documentation#error-handling',
      keyedOn: 'app and user; writes: namespace',
      headers: ['Retry-After'],
      rule: readContention,
    },
    overrides,
  );
}

/** The tag stands at different depths; the summary, `path/too_many_write_operations/..`, holds it always. */
function readContention(
  response: ResponseFacts,
  generic: Classification,
): Partial<Classification> | undefined {
  if (generic.class !== 'permanent') return undefined;
  return textAt(response, 'error_summary').split('/').includes('too_many_write_operations')
    ? { class: 'rate_limited', reason: `${response.status} too_many_write_operations` }
    : undefined;
}
