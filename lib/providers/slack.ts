/**
 * Slack. Imports only core and its neighbours.
 */
import type { ProviderPreset, RequestConfig } from '../core/types.js';
import { MINUTE, SECOND, withOverrides, type PresetOverrides } from './preset.js';
import { fieldOf, pathOf } from './request-parts.js';

/**
 * Slack's Web API. Each method has a limit of its own, by its tier; a method that is not listed here counts as tier 2, as "most methods" do. Apps that are
 * sold outside the Marketplace have 1 a minute for `conversations.history` and `conversations.replies`: give such limits as `quota`.
 * No keys: a POST is sent twice only with `idempotent: true`, so read by GET where the method allows it.
 */
export function slack(overrides?: PresetOverrides): ProviderPreset {
  const inTier = (tier: number) => (config: RequestConfig) => (tierOf(config) === tier ? 1 : 0);
  return withOverrides(
    {
      id: 'slack',
      name: 'Slack',
      source: 'https://docs.slack.dev/apis/web-api/rate-limits',
      keyedOn: 'app and workspace, each method by itself; posted messages by channel',
      headers: ['Retry-After'],
      quota: [
        { limit: 1, windowMs: MINUTE, counts: 'calls of a method of tier 1', cost: inTier(1) },
        { limit: 20, windowMs: MINUTE, counts: 'of tier 2', cost: inTier(2) },
        { limit: 50, windowMs: MINUTE, counts: 'of tier 3', cost: inTier(3) },
        { limit: 100, windowMs: MINUTE, counts: 'of tier 4', cost: inTier(4) },
        { limit: 1, windowMs: SECOND, counts: 'messages to a channel', cost: inTier(POSTING) },
      ],
      scope: (config) => {
        const name = nameOf(config);
        return tierOf(config) === POSTING ? `${name} ${fieldOf(config, 'channel') ?? ''}` : name;
      },
      reading: { codes: { message_limit_exceeded: 'quota_exhausted' } },
    },
    overrides,
  );
}

const POSTING = 0;
const DEFAULT_TIER = 2;

const TIERS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    1: 'apps.connections.open rtm.connect rtm.start',
    3: `bots.info chat.delete chat.meMessage chat.scheduleMessage chat.unfurl chat.update conversations.close conversations.history conversations.info
      conversations.invite conversations.join conversations.kick conversations.leave conversations.open conversations.replies dnd.info files.delete
      files.list reactions.add reactions.get team.info users.conversations users.getPresence users.lookupByEmail users.profile.set`,
    4: `api.test auth.test chat.getPermalink chat.postEphemeral conversations.members files.completeUploadExternal files.getUploadURLExternal files.info
      users.info users.profile.get views.open views.publish views.push views.update`,
  }).flatMap(([tier, names]) => names.split(/\s+/).map((name) => [name, Number(tier)] as const)),
);

/** The method that a request calls, `chat.postMessage`; of an incoming webhook, the last part of its secret address. */
function nameOf(config: RequestConfig): string {
  return pathOf(config).split('/').at(-1) ?? '';
}

function tierOf(config: RequestConfig): number {
  const name = nameOf(config);
  if (name === 'chat.postMessage' || /^\/services\//.test(pathOf(config))) return POSTING;
  return TIERS.get(name) ?? DEFAULT_TIER;
}
