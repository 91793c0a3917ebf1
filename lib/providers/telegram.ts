/**
 * Telegram's Bot API. Imports only core and its neighbours.
 */
import type { ProviderPreset, RequestConfig } from '../core/types.js';
import { MINUTE, SECOND, withOverrides, type PresetOverrides } from './preset.js';
import { fieldOf, pathOf } from './request-parts.js';

/**
 * Telegram's Bot API. The quotas are a chat's, the ceiling is a bot's for all of its chats: make a handler for each bot. A bot that pays for broadcasts
 * has more: `telegram({ ceiling: { limit: 1_000, windowMs: 1_000 } })`. No keys: a message is not sent twice.
 */
export function telegram(overrides?: PresetOverrides): ProviderPreset {
  const hasChat = (config: RequestConfig): number => (chatOf(config) === undefined ? 0 : 1);
  return withOverrides(
    {
      id: 'telegram',
      name: 'Telegram',
      source: 'https://core.telegram.org/bots/faq#my-bot-is-hitting-limits-how-do-i-avoid-this',
      keyedOn: 'bot, each chat by itself',
      headers: ['Retry-After'],
      quota: [
        { limit: 1, windowMs: SECOND, counts: 'requests for a chat', cost: hasChat },
        {
          limit: 20,
          windowMs: MINUTE,
          counts: 'requests for a group',
          // Ids of groups and channels are negative, or names.
          cost: (config) => (/^[-@]/.test(chatOf(config) ?? '') ? 1 : 0),
        },
      ],
      ceiling: { limit: 30, windowMs: SECOND, counts: 'requests for any chat', cost: hasChat },
      scope: (config) => {
        const bot = /\/bot([^/]+)\//.exec(pathOf(config))?.[1] ?? '';
        return `${bot} ${chatOf(config) ?? ''}`;
      },
    },
    overrides,
  );
}

function chatOf(config: RequestConfig): string | undefined {
  return fieldOf(config, 'chat_id');
}
