/**
 * What the presets make of refusals that the fact file does not hold: the providers' other codes, statuses and windows.
 */
import { classify } from '../../../lib/core/classify.js';
import type { Classification, OutcomeClass } from '../../../lib/core/types.js';
import { presetNamed } from '../../../lib/providers/by-name.js';

const NOW = Date.parse('2026-12-01T12:00:00.000Z');
const epochIn = (seconds: number): string => String(NOW / 1_000 + seconds);

interface Expected {
  class: OutcomeClass;
  /** The wait that the server asks for, in ms. Left out: none. */
  waitMs?: number;
  scope?: 'provider';
  localised?: true;
  limit?: number;
  remaining?: number;
}

type Refusal = [what: string, status: number, headers: Record<string, string>, body: unknown, Expected];

const googleError = (status: number, reason: string, domain = 'usageLimits'): object => ({
  error: { code: status, errors: [{ domain, reason, message: 'no' }] },
});
const googleRpc = (...details: object[]): object => ({
  error: { code: 429, status: 'RESOURCE_EXHAUSTED', message: 'Quota exceeded.', details },
});
const retryInfo = (retryDelay: string): object => ({
  '@type': 'type.googleapis.com/google.rpc.RetryInfo',
  retryDelay,
});
const quotaFailure = (quotaId: string): object => ({
  '@type': 'type.googleapis.com/google.rpc.QuotaFailure',
  violations: [{ quotaId }],
});
const secondary = 'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.';
const openaiError = (code: string | null, type: string): object => ({
  error: { message: 'no', type, param: null, code },
});
const graphql = (extensions: object, more: object = {}): object => ({
  errors: [{ message: 'no', extensions }],
  ...more,
});
const cost = (requestedQueryCost: number, currentlyAvailable: number): object => ({
  extensions: {
    cost: {
      requestedQueryCost,
      throttleStatus: { maximumAvailable: 2_000, currentlyAvailable, restoreRate: 100 },
    },
  },
});

const REFUSALS: Readonly<Record<string, readonly Refusal[]>> = {
  stripe: [
    [
      'a concurrency limit',
      429,
      { 'stripe-rate-limited-reason': 'endpoint-concurrency' },
      {},
      { class: 'rate_limited' },
    ],
    [
      'one object',
      429,
      { 'stripe-rate-limited-reason': 'resource-specific' },
      {},
      { class: 'rate_limited', localised: true },
    ],
    [
      'a lock',
      429,
      {},
      { error: { type: 'invalid_request_error', code: 'lock_timeout' } },
      { class: 'transient', localised: true },
    ],
    ['told not to', 429, { 'stripe-should-retry': 'false' }, {}, { class: 'quota_exhausted' }],
    ['told to, on a conflict', 409, { 'stripe-should-retry': 'true' }, {}, { class: 'transient' }],
    ['told not to, on a 500', 500, { 'stripe-should-retry': 'false' }, {}, { class: 'permanent' }],
    [
      'a key used for something else',
      400,
      {},
      { error: { type: 'idempotency_error' } },
      { class: 'permanent' },
    ],
  ],
  github: [
    ['secondary, 429', 429, {}, { message: secondary }, { class: 'rate_limited', waitMs: 60_000 }],
    [
      'secondary, with Retry-After',
      403,
      { 'retry-after': '120' },
      { message: secondary },
      { class: 'rate_limited', waitMs: 120_000 },
    ],
    [
      'secondary, with nothing left of the primary one',
      403,
      { 'x-ratelimit-limit': '5000', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': epochIn(600) },
      { message: secondary },
      { class: 'rate_limited', waitMs: 600_000, limit: 5_000, remaining: 0 },
    ],
    [
      'secondary, told by its documentation alone',
      403,
      {},
      {
        message: 'Wait.',
        documentation_url:
          'https://docs.github.com/rest/overview/rate-limits-for-the-rest-api#about-secondary-rate-limits',
      },
      { class: 'rate_limited', waitMs: 60_000 },
    ],
    [
      'abuse, as it was called before',
      403,
      {},
      { message: 'You have triggered an abuse detection mechanism.' },
      { class: 'rate_limited', waitMs: 60_000 },
    ],
    [
      'the search, in a minute',
      403,
      {
        'x-ratelimit-limit': '30',
        'x-ratelimit-remaining': '0',
        'x-ratelimit-reset': epochIn(20),
        'x-ratelimit-resource': 'search',
      },
      { message: 'API rate limit exceeded for user ID 1.' },
      { class: 'rate_limited', waitMs: 20_000, limit: 30, remaining: 0 },
    ],
    [
      'a query that asks for too much',
      200,
      {},
      { errors: [{ type: 'RESOURCE_LIMITS_EXCEEDED', message: 'no' }], data: null },
      { class: 'permanent' },
    ],
    [
      'a query that found nothing',
      200,
      {},
      { errors: [{ type: 'NOT_FOUND' }], data: { repository: null } },
      { class: 'success' },
    ],
    [
      '403 by permission, about rate limits',
      403,
      {},
      { message: 'Resource not accessible by integration' },
      { class: 'permanent' },
    ],
    ['429 without a word', 429, {}, null, { class: 'rate_limited', waitMs: 60_000 }],
  ],
  google: [
    ['userRateLimitExceeded', 403, {}, googleError(403, 'userRateLimitExceeded'), { class: 'rate_limited' }],
    ['rateLimitExceeded', 403, {}, googleError(403, 'rateLimitExceeded'), { class: 'rate_limited' }],
    [
      'concurrentLimitExceeded',
      429,
      {},
      googleError(429, 'concurrentLimitExceeded'),
      { class: 'rate_limited' },
    ],
    ['dailyLimitExceeded', 403, {}, googleError(403, 'dailyLimitExceeded'), { class: 'quota_exhausted' }],
    [
      'quotaExceeded',
      403,
      {},
      googleError(403, 'quotaExceeded', 'youtube.quota'),
      { class: 'quota_exhausted' },
    ],
    [
      'sharingRateLimitExceeded',
      403,
      {},
      googleError(403, 'sharingRateLimitExceeded', 'global'),
      { class: 'quota_exhausted' },
    ],
    [
      'storageQuotaExceeded',
      403,
      {},
      googleError(403, 'storageQuotaExceeded', 'global'),
      { class: 'permanent' },
    ],
    [
      'insufficientPermissions',
      403,
      {},
      googleError(403, 'insufficientPermissions', 'global'),
      { class: 'permanent' },
    ],
    ['backendError, 500', 500, {}, googleError(500, 'backendError', 'global'), { class: 'transient' }],
    [
      'a minute, in a fraction of seconds',
      429,
      {},
      googleRpc(quotaFailure('PerMinutePerProject'), retryInfo('34.074824224s')),
      { class: 'rate_limited', waitMs: 34_075 },
    ],
    [
      'a day, back in seconds',
      429,
      { 'retry-after': '18' },
      googleRpc(quotaFailure('RequestsPerDayPerProject'), retryInfo('18s')),
      { class: 'quota_exhausted' },
    ],
    [
      'a quota of which nothing was granted',
      429,
      {},
      googleRpc(
        {
          '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
          reason: 'RATE_LIMIT_EXCEEDED',
          metadata: { quota_limit_value: '0', quota_unit: '1/min/{project}' },
        },
        retryInfo('12s'),
      ),
      { class: 'quota_exhausted' },
    ],
    [
      'a quota of which something was granted',
      429,
      {},
      googleRpc(
        {
          '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
          reason: 'RATE_LIMIT_EXCEEDED',
          metadata: { quota_limit_value: '60' },
        },
        retryInfo('12s'),
      ),
      { class: 'rate_limited', waitMs: 12_000 },
    ],
  ],
  slack: [
    [
      '429',
      429,
      { 'retry-after': '30' },
      { ok: false, error: 'ratelimited' },
      { class: 'rate_limited', waitMs: 30_000 },
    ],
    [
      '200 rate_limited',
      200,
      { 'retry-after': '1' },
      { ok: false, error: 'rate_limited' },
      { class: 'rate_limited', waitMs: 1_000 },
    ],
    [
      'message_limit_exceeded',
      200,
      {},
      { ok: false, error: 'message_limit_exceeded' },
      { class: 'quota_exhausted' },
    ],
    ['internal_error', 200, {}, { ok: false, error: 'internal_error' }, { class: 'transient' }],
    ['channel_not_found', 200, {}, { ok: false, error: 'channel_not_found' }, { class: 'permanent' }],
  ],
  openai: [
    [
      'billing_hard_limit_reached',
      429,
      {},
      openaiError('billing_hard_limit_reached', 'insufficient_quota'),
      { class: 'quota_exhausted' },
    ],
    [
      'billing_not_active',
      429,
      {},
      openaiError('billing_not_active', 'billing_not_active'),
      { class: 'quota_exhausted' },
    ],
    ['slow_down', 503, {}, openaiError('slow_down', 'server_error'), { class: 'rate_limited' }],
    [
      'told to, on a 500',
      500,
      { 'x-should-retry': 'true', 'retry-after-ms': '300' },
      openaiError(null, 'server_error'),
      { class: 'transient', waitMs: 300 },
    ],
    [
      'a key that is wrong',
      401,
      {},
      openaiError('invalid_api_key', 'invalid_request_error'),
      { class: 'permanent' },
    ],
    [
      'both windows used up: the later reset',
      429,
      {
        'x-ratelimit-limit-requests': '500',
        'x-ratelimit-remaining-requests': '0',
        'x-ratelimit-reset-requests': '120ms',
        'x-ratelimit-limit-tokens': '30000',
        'x-ratelimit-remaining-tokens': '0',
        'x-ratelimit-reset-tokens': '1m2.5s',
      },
      openaiError('rate_limit_exceeded', 'tokens'),
      { class: 'rate_limited', waitMs: 62_500, limit: 30_000, remaining: 0 },
    ],
  ],
  'azure-openai': [
    [
      'the wait in a sentence',
      429,
      {},
      {
        error: {
          code: '429',
          message: 'Requests have exceeded call rate limit. Please retry after 38 seconds.',
        },
      },
      { class: 'rate_limited', waitMs: 38_000 },
    ],
    [
      'x-ms-retry-after-ms',
      429,
      { 'x-ms-retry-after-ms': '2500', 'retry-after': '3' },
      { error: { code: '429' } },
      { class: 'rate_limited', waitMs: 2_500 },
    ],
    [
      'whole seconds',
      429,
      {
        'x-ratelimit-remaining-tokens': '0',
        'x-ratelimit-limit-tokens': '1000',
        'x-ratelimit-reset-tokens': '12',
      },
      { error: { code: '429' } },
      { class: 'rate_limited', waitMs: 12_000, limit: 1_000, remaining: 0 },
    ],
  ],
  anthropic: [
    ['overloaded', 529, {}, { type: 'error', error: { type: 'overloaded_error' } }, { class: 'transient' }],
    ['a bill', 402, {}, { type: 'error', error: { type: 'billing_error' } }, { class: 'quota_exhausted' }],
    [
      'a request that is wrong',
      400,
      {},
      { type: 'error', error: { type: 'invalid_request_error', message: 'max_tokens: too large' } },
      { class: 'permanent' },
    ],
    [
      'output tokens',
      429,
      {
        'retry-after': '7',
        'anthropic-ratelimit-requests-limit': '50',
        'anthropic-ratelimit-requests-remaining': '49',
        'anthropic-ratelimit-requests-reset': '2026-12-01T12:00:01Z',
        'anthropic-ratelimit-output-tokens-limit': '8000',
        'anthropic-ratelimit-output-tokens-remaining': '0',
        'anthropic-ratelimit-output-tokens-reset': '2026-12-01T12:00:07Z',
      },
      { type: 'error', error: { type: 'rate_limit_error' } },
      { class: 'rate_limited', waitMs: 7_000, limit: 8_000, remaining: 0 },
    ],
  ],
  shopify: [
    [
      'points that lack',
      200,
      {},
      graphql({ code: 'THROTTLED' }, cost(300, 50)),
      { class: 'rate_limited', waitMs: 2_500, limit: 2_000, remaining: 50 },
    ],
    [
      'points that have flowed in meanwhile',
      200,
      {},
      graphql({ code: 'THROTTLED' }, cost(100, 120)),
      { class: 'rate_limited', waitMs: 0, limit: 2_000, remaining: 120 },
    ],
    ['points unknown', 200, {}, graphql({ code: 'THROTTLED' }), { class: 'rate_limited' }],
    [
      'a query that costs more than there can be',
      200,
      {},
      graphql({ code: 'MAX_COST_EXCEEDED' }),
      { class: 'permanent' },
    ],
    [
      'a success',
      200,
      {},
      { data: { shop: {} }, ...cost(10, 1_990) },
      { class: 'success', limit: 2_000, remaining: 1_990 },
    ],
    [
      'half a second',
      429,
      { 'retry-after': '0.5' },
      { errors: 'Exceeded' },
      { class: 'rate_limited', waitMs: 500 },
    ],
  ],
  hubspot: [
    [
      'with Retry-After',
      429,
      { 'retry-after': '3' },
      { policyName: 'SECONDLY' },
      { class: 'rate_limited', waitMs: 3_000 },
    ],
    [
      'ten seconds, without fields',
      429,
      {},
      { policyName: 'TEN_SECONDLY_ROLLING' },
      { class: 'rate_limited' },
    ],
    ['the origin is away', 523, {}, null, { class: 'transient' }],
  ],
  discord: [
    [
      'global',
      429,
      { 'retry-after': '1', 'x-ratelimit-global': 'true', 'x-ratelimit-scope': 'global' },
      { retry_after: 0.6, global: true },
      { class: 'rate_limited', waitMs: 1_000, scope: 'provider' },
    ],
    [
      'global, told in the body alone',
      429,
      {},
      { message: 'no', retry_after: 64.57, global: true },
      { class: 'rate_limited', waitMs: 64_570, scope: 'provider' },
    ],
    [
      'shared: Retry-After, not the reset of our own bucket',
      429,
      {
        'retry-after': '22',
        'x-ratelimit-limit': '10',
        'x-ratelimit-remaining': '9',
        'x-ratelimit-reset-after': '1.2',
        'x-ratelimit-scope': 'shared',
      },
      { retry_after: 21.3, global: false },
      { class: 'rate_limited', waitMs: 22_000, limit: 10, remaining: 9 },
    ],
    [
      'a ban of the address',
      429,
      { 'retry-after': '900', 'content-type': 'text/html' },
      '<!DOCTYPE html><title>Access denied</title>',
      { class: 'rate_limited', waitMs: 900_000, scope: 'provider' },
    ],
  ],
  telegram: [
    [
      'told by the header too',
      429,
      { 'retry-after': '14' },
      { ok: false, error_code: 429, parameters: { retry_after: 14 } },
      { class: 'rate_limited', waitMs: 14_000 },
    ],
    [
      'a group that has moved',
      400,
      {},
      { ok: false, error_code: 400, parameters: { migrate_to_chat_id: -1001 } },
      { class: 'permanent' },
    ],
  ],
  atlassian: [
    [
      'one issue',
      429,
      { 'retry-after': '2', 'ratelimit-reason': 'jira-per-issue-on-write' },
      null,
      { class: 'rate_limited', waitMs: 2_000, localised: true },
    ],
    [
      'the points of the app',
      429,
      { 'retry-after': '900', 'ratelimit-reason': 'confluence-quota-global-based' },
      null,
      { class: 'quota_exhausted', waitMs: 900_000 },
    ],
    [
      'structured fields under a prefix',
      429,
      {
        'beta-ratelimit-policy': '"global-app-quota";q=65000;w=3600',
        'beta-ratelimit': '"global-app-quota";r=0;t=30',
      },
      null,
      { class: 'rate_limited', waitMs: 30_000, limit: 65_000, remaining: 0 },
    ],
  ],
  salesforce: [
    [
      'the day, without the field',
      403,
      {},
      [{ message: 'TotalRequests Limit exceeded.', errorCode: 'REQUEST_LIMIT_EXCEEDED' }],
      { class: 'quota_exhausted' },
    ],
    [
      'at once, without the field',
      403,
      {},
      [{ message: 'ConcurrentPerOrgLongTxn Limit exceeded.', errorCode: 'REQUEST_LIMIT_EXCEEDED' }],
      { class: 'rate_limited' },
    ],
    [
      'a lock',
      400,
      {},
      [{ message: 'no', errorCode: 'UNABLE_TO_LOCK_ROW' }],
      { class: 'transient', localised: true },
    ],
    [
      'a session that is over',
      401,
      {},
      [{ message: 'no', errorCode: 'INVALID_SESSION_ID' }],
      { class: 'permanent' },
    ],
  ],
  'microsoft-graph': [
    ['bandwidth', 509, { 'retry-after': '60' }, null, { class: 'rate_limited', waitMs: 60_000 }],
    [
      'activityLimitReached',
      429,
      { 'retry-after': '5' },
      { error: { code: 'activityLimitReached' } },
      { class: 'rate_limited', waitMs: 5_000 },
    ],
    ['a drive that is full', 507, {}, { error: { code: 'quotaLimitReached' } }, { class: 'transient' }],
    [
      'RateLimit fields',
      429,
      { 'ratelimit-limit': '1000', 'ratelimit-remaining': '0', 'ratelimit-reset': '9' },
      null,
      { class: 'rate_limited', waitMs: 9_000, limit: 1_000, remaining: 0 },
    ],
  ],
  twilio: [
    ['20429', 429, {}, { code: 20429, status: 429, message: 'Too Many Requests' }, { class: 'rate_limited' }],
    [
      'a verification without attempts left',
      429,
      {},
      { code: 60203, status: 429 },
      { class: 'quota_exhausted' },
    ],
    ["a sender's queue", 400, {}, { code: 21611, status: 400 }, { class: 'rate_limited' }],
    ['a number that is wrong', 400, {}, { code: 21211, status: 400 }, { class: 'permanent' }],
  ],
  notion: [
    [
      'the workspace',
      429,
      { 'retry-after': '90' },
      { code: 'rate_limited', additional_data: { rate_limit_reason: 'workspace_limit' } },
      { class: 'rate_limited', waitMs: 90_000 },
    ],
    ['a conflict', 409, {}, { code: 'conflict_error' }, { class: 'transient' }],
  ],
  zendesk: [
    [
      '429',
      429,
      { 'retry-after': '41', 'x-rate-limit': '700', 'x-rate-limit-remaining': '0' },
      null,
      { class: 'rate_limited', waitMs: 41_000, limit: 700, remaining: 0 },
    ],
    [
      "an endpoint's",
      429,
      {
        'zendesk-ratelimit-tickets-index': 'total=100; remaining=0; resets=41',
        'x-rate-limit': '700',
        'x-rate-limit-remaining': '699',
      },
      null,
      { class: 'rate_limited', waitMs: 41_000, limit: 100, remaining: 0 },
    ],
  ],
  linear: [
    [
      'RATELIMITED, in a 400',
      400,
      {
        'x-ratelimit-requests-limit': '2500',
        'x-ratelimit-requests-remaining': '0',
        'x-ratelimit-requests-reset': String(NOW + 90_000),
        'x-complexity': '5',
      },
      graphql({ code: 'RATELIMITED', type: 'ratelimited' }),
      { class: 'rate_limited', waitMs: 90_000, limit: 2_500, remaining: 0 },
    ],
    [
      'complexity',
      400,
      {
        'x-ratelimit-requests-limit': '2500',
        'x-ratelimit-requests-remaining': '2400',
        'x-ratelimit-requests-reset': String(NOW + 90_000),
        'x-ratelimit-complexity-limit': '3000000',
        'x-ratelimit-complexity-remaining': '0',
        'x-ratelimit-complexity-reset': String(NOW + 30_000),
      },
      graphql({ code: 'RATELIMITED' }),
      { class: 'rate_limited', waitMs: 30_000, limit: 3_000_000, remaining: 0 },
    ],
    ['an input that is wrong', 400, {}, graphql({ code: 'INPUT_ERROR' }), { class: 'permanent' }],
  ],
  plaid: [
    [
      'an endpoint',
      429,
      {},
      { error_type: 'RATE_LIMIT_EXCEEDED', error_code: 'TRANSACTIONS_LIMIT' },
      { class: 'rate_limited' },
    ],
    [
      'an Item whose login is wrong',
      400,
      {},
      { error_type: 'ITEM_ERROR', error_code: 'ITEM_LOGIN_REQUIRED' },
      { class: 'permanent' },
    ],
  ],
  square: [
    [
      '429',
      429,
      {},
      { errors: [{ category: 'RATE_LIMIT_ERROR', code: 'RATE_LIMITED' }] },
      { class: 'rate_limited' },
    ],
    [
      'a declined card',
      402,
      {},
      { errors: [{ category: 'PAYMENT_METHOD_ERROR', code: 'CARD_DECLINED' }] },
      { class: 'permanent' },
    ],
  ],
  adyen: [['told not to', 422, { 'transient-error': 'false' }, { errorCode: '704' }, { class: 'permanent' }]],
  dropbox: [
    [
      'too fast',
      429,
      { 'retry-after': '15' },
      {
        error_summary: 'too_many_requests/..',
        error: { reason: { '.tag': 'too_many_requests' }, retry_after: 15 },
      },
      { class: 'rate_limited', waitMs: 15_000 },
    ],
    [
      'writes, in a 409',
      409,
      {},
      {
        error_summary: 'path/too_many_write_operations/..',
        error: { '.tag': 'path', path: { '.tag': 'too_many_write_operations' } },
      },
      { class: 'rate_limited' },
    ],
    [
      'no space',
      409,
      {},
      { error_summary: 'path/insufficient_space/..', error: { '.tag': 'path' } },
      { class: 'permanent' },
    ],
  ],
  x: [
    [
      'credits',
      402,
      {},
      { title: 'CreditsDepleted', type: 'https://api.x.com/2/problems/credits' },
      { class: 'quota_exhausted' },
    ],
    [
      "the app's 24 hours",
      429,
      {
        'x-app-limit-24hour-limit': '10000',
        'x-app-limit-24hour-remaining': '0',
        'x-app-limit-24hour-reset': epochIn(7_200),
      },
      null,
      { class: 'quota_exhausted', waitMs: 7_200_000, limit: 10_000, remaining: 0 },
    ],
    [
      "the user's 24 hours, over soon",
      429,
      {
        'x-user-limit-24hour-limit': '100',
        'x-user-limit-24hour-remaining': '0',
        'x-user-limit-24hour-reset': epochIn(600),
      },
      null,
      { class: 'quota_exhausted', waitMs: 600_000, limit: 100, remaining: 0 },
    ],
    ['88', 429, {}, { errors: [{ code: 88, message: 'Rate limit exceeded' }] }, { class: 'rate_limited' }],
    ['the posts of a day', 403, {}, { errors: [{ code: 185, message: 'no' }] }, { class: 'quota_exhausted' }],
    ['a duplicate', 403, {}, { errors: [{ code: 187, message: 'no' }] }, { class: 'permanent' }],
  ],
  auth0: [
    [
      'tokens of the hour',
      429,
      {
        'auth0-client-quota-limit': 'b=per_hour;q=10;r=0;t=3540,b=per_day;q=50;r=20;t=43200',
        'retry-after': '3540',
      },
      { error: 'too_many_requests' },
      { class: 'quota_exhausted', waitMs: 3_540_000, limit: 10, remaining: 0 },
    ],
  ],
  binance: [
    [
      'weight',
      429,
      { 'retry-after': '12' },
      { code: -1003 },
      { class: 'rate_limited', waitMs: 12_000, scope: 'provider' },
    ],
    [
      'a ban',
      418,
      { 'retry-after': '120' },
      { code: -1003 },
      { class: 'rate_limited', waitMs: 120_000, scope: 'provider' },
    ],
    [
      'orders of ten seconds',
      429,
      {},
      { code: -1015, msg: 'Too many new orders; current limit is 100 orders per 10 SECOND.' },
      { class: 'rate_limited' },
    ],
    [
      'orders of a day',
      429,
      {},
      { code: -1015, msg: 'Too many new orders; current limit is 200000 orders per 1 DAY.' },
      { class: 'quota_exhausted' },
    ],
    ['a parameter that is wrong', 400, {}, { code: -1102 }, { class: 'permanent' }],
  ],
  mailgun: [
    [
      '420',
      420,
      {},
      { message: 'Domain limit reached, try again after Tue, 01 Dec 2026 13:00:00 GMT' },
      { class: 'quota_exhausted', waitMs: 3_600_000 },
    ],
  ],
  spotify: [
    [
      'QUOTA_EXCEEDED',
      429,
      { 'retry-after': '7' },
      { error: { status: 429, reason: 'QUOTA_EXCEEDED' } },
      { class: 'quota_exhausted' },
    ],
    ['hours', 429, { 'retry-after': '80000' }, null, { class: 'quota_exhausted', waitMs: 80_000_000 }],
  ],
  bitbucket: [
    [
      '403',
      403,
      { 'retry-after': '30' },
      'Rate limit for this resource has been exceeded',
      { class: 'rate_limited', waitMs: 30_000 },
    ],
  ],
  cloudflare: [
    [
      'structured fields',
      429,
      { ratelimit: '"default";r=0;t=30', 'ratelimit-policy': '"default";q=1200;w=300', 'retry-after': '300' },
      { success: false, errors: [{ code: 10429, message: 'no' }] },
      { class: 'rate_limited', waitMs: 300_000, limit: 1_200, remaining: 0 },
    ],
  ],
  'aws-api-gateway': [
    [
      'the rate',
      429,
      { 'x-amzn-errortype': 'TooManyRequestsException' },
      { message: 'Too Many Requests' },
      { class: 'rate_limited' },
    ],
    [
      'the plan',
      429,
      { 'x-amzn-errortype': 'LimitExceededException' },
      { message: 'Limit Exceeded' },
      { class: 'quota_exhausted' },
    ],
    ['the plan, by its message alone', 429, {}, { message: 'Limit Exceeded' }, { class: 'quota_exhausted' }],
    ['a limit on resources, at 400', 400, {}, { __type: 'LimitExceededException' }, { class: 'permanent' }],
  ],
};

describe.each(Object.entries(REFUSALS))('%s', (id, refusals) => {
  test.each(refusals)('%s', (_, status, headers, body, { waitMs, ...expected }) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    for (const data of [body, text]) {
      const said = classify({ status, headers, data, receivedAt: NOW }, presetNamed(id));
      expect(said).toMatchObject(expected);
      expect(said.retryAt).toBe(waitMs === undefined ? undefined : NOW + waitMs);
      if (!expected.scope) expect(said.scope).toBe('credential');
      expect(said.localised ?? false).toBe(expected.localised ?? false);
    }
  });
});

describe('an allowance for a day', () => {
  const resetOf = (body: object, receivedAt: number): Classification['resetAt'] =>
    classify({ status: 429, headers: {}, data: body, receivedAt }, presetNamed('google')).resetAt;
  const daily = googleRpc(
    quotaFailure('GenerateRequestsPerDayPerProjectPerModel-FreeTier'),
    retryInfo('18s'),
  );

  test.each([
    ['in winter', '2026-12-01T12:00:00.000Z', '2026-12-02T08:00:00.000Z'],
    ['in summer', '2026-07-01T06:59:59.999Z', '2026-07-01T07:00:00.000Z'],
    ['when the clocks go forward', '2026-03-08T09:00:00.000Z', '2026-03-09T07:00:00.000Z'],
    ['when they go back', '2026-11-01T08:00:00.000Z', '2026-11-02T08:00:00.000Z'],
    ['at midnight itself', '2026-12-01T08:00:00.000Z', '2026-12-02T08:00:00.000Z'],
  ])('of Google starts anew at midnight Pacific time, %s', (_, now, reset) => {
    expect(resetOf(daily, Date.parse(now))).toBe(Date.parse(reset));
  });

  it('of Anthropic starts anew on the day that its message names', () => {
    const message =
      'You have reached your specified API usage limits. You will regain access on 2026-12-05 at 00:00 UTC.';
    const said = classify(
      {
        status: 400,
        headers: {},
        data: { error: { type: 'invalid_request_error', message } },
        receivedAt: NOW,
      },
      presetNamed('anthropic'),
    );
    expect(said).toMatchObject({ class: 'quota_exhausted', resetAt: Date.parse('2026-12-05T00:00:00Z') });
  });
});
