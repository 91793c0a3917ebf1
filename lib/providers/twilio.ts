/**
 * Twilio. Imports only core and its neighbours.
 */
import type { ProviderPreset } from '../core/types.js';
import { withOverrides, type PresetOverrides } from './preset.js';

/**
 * Twilio. What is limited is the number of requests at once, by an unpublished number: `maxConcurrent` is the option against it. No keys: a message is
 * not sent twice.
 */
export function twilio(overrides?: PresetOverrides): ProviderPreset {
  return withOverrides(
    {
      id: 'twilio',
      name: 'Twilio',
      source: 'https://www.twilio.com/docs/api/errors/20429',
      keyedOn: 'account; Verify: phone number',
      headers: ['Retry-After', 'Twilio-Concurrent-Requests'],
      reading: {
        codes: {
          // Attempts of one verification, which last until it expires.
          60202: 'quota_exhausted',
          60203: 'quota_exhausted',
          // Messages: too many by the sender's number, by the channel, in its queue.
          14107: 'rate_limited',
          21611: 'rate_limited',
          63018: 'rate_limited',
        },
      },
    },
    overrides,
  );
}
