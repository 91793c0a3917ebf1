/**
 * Gmail. Imports only core and its neighbours.
 */
import type { ProviderPreset, RequestConfig } from '../core/types.js';
import { google } from './google.js';
import { MINUTE, withOverrides, type PresetOverrides } from './preset.js';
import { methodOf, pathOf } from './request-parts.js';

/**
 * Gmail. The quotas are in units, counted by method: 5 for a read, 100 for a message sent. They are those of a project made before May of 2026;
 * for a later one give its own as `quota` (of a user) and `ceiling` (of the project). `messages.send` has no idempotency key: it is not sent twice.
 */
export function gmail(overrides?: PresetOverrides): ProviderPreset {
  return withOverrides(
    {
      ...google(),
      id: 'gmail',
      name: 'Gmail',
      source: 'https://developers.google.com/gmail/api/reference/quota',
      keyedOn: 'Cloud project, and user in it',
      quota: { limit: 15_000, windowMs: MINUTE, counts: 'units of a user', cost: unitsOf },
      ceiling: { limit: 1_200_000, windowMs: MINUTE, counts: 'units of the project', cost: unitsOf },
    },
    overrides,
  );
}

/** Units of a method, the first that fits; all others take 5. */
const UNITS: readonly (readonly [RegExp, number])[] = [
  [/^POST .*\/(?:messages|drafts)\/send$|\/watch$/, 100],
  [/\/batch(?:Modify|Delete)$|\/stop$/, 50],
  [/^POST .*\/messages(?:\/import)?$/, 25],
  [/^DELETE .*\/threads\/[^/]+$/, 20],
  [/^PUT .*\/drafts\/[^/]+$/, 15],
  [/\/threads|^DELETE .*\/(?:messages|drafts)\/[^/]+$|^POST .*\/drafts$/, 10],
  [/\/history$/, 2],
  [/\/profile$|^GET .*\/labels(?:\/[^/]+)?$/, 1],
];

function unitsOf(config: RequestConfig): number {
  const call = `${methodOf(config)} ${pathOf(config)}`;
  return UNITS.find(([pattern]) => pattern.test(call))?.[1] ?? 5;
}
