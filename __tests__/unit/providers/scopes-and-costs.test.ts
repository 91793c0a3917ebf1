/**
 * What a request counts against besides its credential, and how much it counts, by preset.
 */
import type { ProviderPreset, RequestConfig } from '../../../lib/core/types.js';
import { presetNamed } from '../../../lib/providers/by-name.js';

const of = (name: string): ProviderPreset => presetNamed(name) as ProviderPreset;
const scopeOf = (name: string, config: RequestConfig): string | undefined => of(name).scope?.(config);
const get = (url: string, more: RequestConfig = {}): RequestConfig => ({ url, method: 'get', ...more });
const post = (url: string, data?: unknown): RequestConfig => ({ url, method: 'post', data });
const json = (body: object): string => JSON.stringify(body);

/** What a request takes of each quota, by what the quota counts. */
function costsOf(name: string, config: RequestConfig): Record<string, number> {
  const quotas = [of(name).quota ?? [], of(name).ceiling ?? []].flat();
  const costs = quotas.map(
    ({ cost, counts = 'requests', limit }) => [`${limit} ${counts}`, cost?.(config) ?? 1] as const,
  );
  return Object.fromEntries(costs.filter(([, tokens]) => tokens > 0));
}

const form = (fields: Record<string, string>): FormData => {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
};

describe('the same scope', () => {
  test.each<[string, string, RequestConfig, RequestConfig]>([
    [
      'a method, whatever its arguments',
      'slack',
      get('/users.info?user=U1'),
      get('https://slack.com/api/users.info?user=U2'),
    ],
    [
      'a bucket, whatever its message',
      'discord',
      get('/channels/123456789012345678/messages/111111111111111111'),
      get('/api/v10/channels/123456789012345678/messages/222222222222222222'),
    ],
    [
      'all reactions of a channel',
      'discord',
      {
        ...get('/channels/123456789012345678/messages/111111111111111111/reactions/%F0%9F%94%A5/@me'),
        method: 'put',
      },
      { ...get('/channels/123456789012345678/messages/222222222222222222/reactions/a/@me'), method: 'PUT' },
    ],
    [
      'a chat, in whatever form it is named',
      'telegram',
      post('/bot1:A/sendMessage', json({ chat_id: 5, text: 'a' })),
      post('/bot1:A/sendPhoto', new URLSearchParams({ chat_id: '5' })),
    ],
    [
      'a chat, by parameter or form',
      'telegram',
      get('/bot1:A/getChat', { params: { chat_id: 5 } }),
      post('/bot1:A/sendMessage', 'chat_id=5&text=a'),
    ],
    [
      'a chat, by a form with files',
      'telegram',
      post('/bot1:A/sendPhoto', form({ chat_id: '@news' })),
      post('/bot1:A/sendMessage', json({ chat_id: '@news' })),
    ],
    [
      'a deployment',
      'azure-openai',
      post('/openai/deployments/a/chat/completions?api-version=1'),
      post('/openai/deployments/a/embeddings'),
    ],
    ['an endpoint, whatever the id', 'x', get('/2/tweets/123'), get('/2/tweets/456?expansions=author_id')],
    ['an endpoint, whatever the user', 'x', get('/2/users/by/username/ada'), get('/2/users/by/username/bob')],
    ['a base', 'airtable', get('/v0/appAAAAAAAAAAAAAA/Table'), post('/v0/appAAAAAAAAAAAAAA/Other/recX')],
    [
      'an endpoint for an Item',
      'plaid',
      post('/accounts/get', json({ client_id: 'c', access_token: 't' })),
      post('/accounts/get', json({ client_id: 'c', access_token: 't', options: {} })),
    ],
  ])('%s (%s)', (_, name, a, b) => {
    expect(scopeOf(name, a)).toBeDefined();
    expect(scopeOf(name, a)).toBe(scopeOf(name, b));
  });
});

describe('different scopes', () => {
  test.each<[string, string, RequestConfig, RequestConfig]>([
    ['methods', 'slack', get('/users.info'), get('/users.list')],
    [
      'channels that messages go to',
      'slack',
      post('/chat.postMessage', json({ channel: 'C1' })),
      post('/chat.postMessage', json({ channel: 'C2' })),
    ],
    ['channels', 'discord', get('/channels/123456789012345678'), get('/channels/223456789012345678')],
    [
      'HTTP methods',
      'discord',
      get('/channels/123456789012345678'),
      { url: '/channels/123456789012345678', method: 'patch' },
    ],
    [
      'chats',
      'telegram',
      post('/bot1:A/sendMessage', json({ chat_id: 5 })),
      post('/bot1:A/sendMessage', json({ chat_id: -5 })),
    ],
    ['bots', 'telegram', get('/bot1:A/getMe'), get('/bot2:B/getMe')],
    ['models', 'openai', post('/responses', json({ model: 'a' })), post('/responses', json({ model: 'b' }))],
    ['models', 'anthropic', post('/v1/messages', { model: 'a' }), post('/v1/messages', { model: 'b' })],
    ['models', 'google', post('/v1beta/models/a:generateContent'), post('/v1beta/models/b:generateContent')],
    ['resources', 'github', get('/repos/a/b'), get('/search/issues?q=a')],
    ['resources', 'github', get('/search/code?q=a'), get('/search/issues?q=a')],
    [
      'resources',
      'github',
      get('https://ghe.example.com/api/v3/search/issues'),
      get('https://ghe.example.com/api/v3/user'),
    ],
    [
      'REST and GraphQL',
      'shopify',
      get('/admin/api/2026-10/products.json'),
      post('/admin/api/2026-10/graphql.json'),
    ],
    ['APIs', 'auth0', get('/api/v2/users'), post('/oauth/token')],
    [
      'Items',
      'plaid',
      post('/accounts/get', json({ access_token: 't' })),
      post('/accounts/get', json({ access_token: 'u' })),
    ],
    [
      'endpoints',
      'plaid',
      post('/accounts/get', json({ access_token: 't' })),
      post('/auth/get', json({ access_token: 't' })),
    ],
  ])('%s (%s)', (_, name, a, b) => {
    expect(scopeOf(name, a)).not.toBe(scopeOf(name, b));
  });
});

test('a base URL is a part of the path', () => {
  const inBase = get('/search/issues', { baseURL: 'https://ghe.example.com/api/v3/' });
  expect(scopeOf('github', inBase)).toBe('search');
  expect(
    scopeOf('github', get('https://api.github.com/user', { baseURL: 'https://x.example/search/' })),
  ).toBe('core');
});

describe('costs', () => {
  test.each<[string, RequestConfig, Record<string, number>]>([
    ['github', get('/repos/a/b'), { '5000 requests': 1 }],
    ['github', get('/search/issues'), { '5000 requests': 1, '30 searches': 1 }],
    ['github', get('/search/code'), { '5000 requests': 1, '10 code searches': 1 }],
    ['github', post('/repos/a/b/issues'), { '5000 requests': 1, '80 writes': 1, '500 writes': 1 }],
    ['github', post('/graphql'), { '5000 requests': 1 }],
    ['slack', get('/conversations.list'), { '20 of tier 2': 1 }],
    ['slack', get('/conversations.history'), { '50 of tier 3': 1 }],
    ['slack', get('/users.info'), { '100 of tier 4': 1 }],
    ['slack', post('/apps.connections.open'), { '1 calls of a method of tier 1': 1 }],
    ['slack', post('/chat.postMessage'), { '1 messages to a channel': 1 }],
    ['slack', post('https://hooks.slack.com/services/T/B/x'), { '1 messages to a channel': 1 }],
    [
      'gmail',
      get('/gmail/v1/users/me/messages'),
      { '15000 units of a user': 5, '1200000 units of the project': 5 },
    ],
    [
      'gmail',
      get('/gmail/v1/users/me/messages/18c'),
      { '15000 units of a user': 5, '1200000 units of the project': 5 },
    ],
    [
      'gmail',
      post('/gmail/v1/users/me/messages/send'),
      { '15000 units of a user': 100, '1200000 units of the project': 100 },
    ],
    [
      'gmail',
      post('/gmail/v1/users/me/messages/batchModify'),
      { '15000 units of a user': 50, '1200000 units of the project': 50 },
    ],
    [
      'gmail',
      get('/gmail/v1/users/me/history'),
      { '15000 units of a user': 2, '1200000 units of the project': 2 },
    ],
    [
      'gmail',
      get('/gmail/v1/users/me/labels'),
      { '15000 units of a user': 1, '1200000 units of the project': 1 },
    ],
    [
      'gmail',
      get('/gmail/v1/users/me/threads/18c'),
      { '15000 units of a user': 10, '1200000 units of the project': 10 },
    ],
    ['shopify', post('/admin/api/2026-10/graphql.json'), {}],
    [
      'hubspot',
      post('/crm/v3/objects/contacts/search'),
      { '100 requests': 1, '250000 requests': 1, '5 searches': 1 },
    ],
    ['discord', post('/interactions/123456789012345678/t/callback'), {}],
    ['telegram', get('/bot1:A/getUpdates'), {}],
    [
      'telegram',
      post('/bot1:A/sendMessage', json({ chat_id: 5 })),
      { '1 requests for a chat': 1, '30 requests for any chat': 1 },
    ],
    [
      'telegram',
      post('/bot1:A/sendMessage', json({ chat_id: '@news' })),
      { '1 requests for a chat': 1, '20 requests for a group': 1, '30 requests for any chat': 1 },
    ],
    [
      'zendesk',
      get('/api/v2/incremental/tickets/cursor.json'),
      { '200 requests': 1, '10 incremental exports': 1 },
    ],
    ['auth0', get('/api/v2/users'), { '2 Management API': 1 }],
    ['auth0', post('/oauth/token'), { '300 Authentication API': 1 }],
    ['binance', post('/api/v3/order'), { '100 orders': 1, '200000 orders': 1, '6000 weight': 1 }],
    ['binance', get('/api/v3/order'), { '6000 weight': 1 }],
    ['box', post('/api/2.0/files/content'), { '1000 requests': 1, '240 uploads': 1 }],
    ['box', get('/2.0/search'), { '1000 requests': 1, '6 searches': 1, '60 searches': 1 }],
    ['asana', get('/api/1.0/workspaces/1/tasks/search'), { '150 requests': 1, '60 searches': 1 }],
    ['fastly', get('/service/a'), {}],
    ['fastly', { url: '/service/a', method: 'purge' }, { '1000 writes': 1 }],
    [
      'cloudflare',
      post('/client/v4/graphql'),
      { '1200 requests': 1, '320 GraphQL': 1, '200 requests of an IP address': 1 },
    ],
  ])('%s, %p', (name, config, costs) => {
    expect(costsOf(name, config)).toEqual(costs);
  });
});
