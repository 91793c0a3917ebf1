/**
 * Discord. Imports only core and its neighbours.
 */
import type { Classification, ProviderPreset, RequestConfig, ResponseFacts } from '../core/types.js';
import { SECOND, withOverrides, type PresetOverrides } from './preset.js';
import { methodOf, pathOf } from './request-parts.js';
import { bodyAt, responseHeader } from './response-parts.js';

/**
 * Discord. The limits of routes are learned from each response, never written down, as Discord asks; the ceiling is a bot's for all of them: make a
 * handler for each bot. A message can be sent twice safely only with a `nonce` and `enforce_nonce` in its body, and `idempotent: true`.
 */
export function discord(overrides?: PresetOverrides): ProviderPreset {
  return withOverrides(
    {
      id: 'discord',
      name: 'Discord',
      source: 'https://docs.discord.com/developers/topics/rate-limits',
      keyedOn: 'bot or user, each route by itself, in each channel, guild or webhook',
      headers: ['X-RateLimit-*', 'Retry-After'],
      ceiling: {
        limit: 50,
        windowMs: SECOND,
        counts: 'requests of a bot but those of interactions',
        cost: (config) => (/\/interactions\//.test(pathOf(config)) ? 0 : 1),
      },
      scope: routeOf,
      rule: readReach,
    },
    overrides,
  );
}

/** The method and the path, with ids left out but that of the channel, guild or webhook: what shares a bucket shares a route, nearly always. */
function routeOf(config: RequestConfig): string {
  const path = pathOf(config)
    .replace(/^\/api(?:\/v\d+)?/, '')
    .replace(/(?<!^\/(?:channels|guilds|webhooks))\/\d{15,}/g, '/:id')
    .replace(/\/reactions\/.*/, '/reactions');
  return `${methodOf(config)} ${path}`;
}

/** A global limit is the bot's, and a page of Cloudflare's in place of JSON is a ban of the address: both stop everything. */
function readReach(response: ResponseFacts, generic: Classification): Partial<Classification> | undefined {
  if (generic.class !== 'rate_limited') return undefined;
  const isGlobal =
    responseHeader(response, 'x-ratelimit-scope') === 'global' ||
    responseHeader(response, 'x-ratelimit-global') === 'true' ||
    bodyAt(response, 'global') === true ||
    /^\s*<|error code: 1015/.test(textOf(response));
  return isGlobal ? { scope: 'provider' } : undefined;
}

function textOf({ data }: ResponseFacts): string {
  return typeof data === 'string' ? data : '';
}
