/**
 * Mailgun. Imports only core and its neighbours.
 */
import type { ProviderPreset } from '../core/types.js';
import { withOverrides, type PresetOverrides } from './preset.js';

/** Mailgun. No limits are published. Status 420 is its own: an account or domain has sent all that it may for now. No keys: a mail is not sent twice. */
export function mailgun(overrides?: PresetOverrides): ProviderPreset {
  return withOverrides(
    {
      id: 'mailgun',
      name: 'Mailgun',
      source: 'https://documentation.mailgun.com/docs/mailgun/api-reference/mg-ratelimits',
      keyedOn: 'account; domain',
      headers: ['Retry-After', 'X-RateLimit-*'],
      reading: { statuses: { 420: 'quota_exhausted' } },
    },
    overrides,
  );
}
