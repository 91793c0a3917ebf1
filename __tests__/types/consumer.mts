/**
 * A project of ES modules that uses the packed package: compiled against its types, then run, by scripts/check-consumers.mjs.
 * A line under `@ts-expect-error` is one that the types must refuse.
 */
import axios, { type AxiosInstance, type AxiosRequestConfig } from 'axios';
import olderAxios from 'axios-1-7';
import {
  ConfigError,
  classify,
  fullJitter,
  isAdmissionRejected,
  rateLimitHandler,
  use,
} from 'axios-rate-limit-handler';
import { github, stripe, type PresetOverrides } from 'axios-rate-limit-handler/providers';
// @ts-expect-error Names only: a default export would mean another thing to `require`.
import type noDefault from 'axios-rate-limit-handler';

export type None = typeof noDefault;

const limits = rateLimitHandler({ provider: 'example', quota: { limit: 50, windowMs: 60_000 } });

// The request's options are typed: on a request, in the defaults, on create, and on a config that is written down first.
const client: AxiosInstance = use(axios.create({ rateLimit: { priority: 1 } }), limits);
client.defaults.rateLimit = { mode: 'best-effort' };
axios.defaults.rateLimit = { cost: 2 };
const config: AxiosRequestConfig = {
  rateLimit: { deadlineAt: Date.now() + 5_000, idempotencyKey: 'order-1' },
};
export const health = (): Promise<unknown> => client.get('/health', { ...config, rateLimit: false });

// @ts-expect-error A misspelt option.
config.rateLimit = { prioriti: 1 };
// @ts-expect-error Not a mode.
config.rateLimit = { mode: 'patient' };
// @ts-expect-error `true` means nothing: the plugin is on where it is installed.
config.rateLimit = true;

// An instance of another copy of axios is taken too, and comes back as what it was.
const older: typeof olderAxios = use(olderAxios.create() as typeof olderAxios, rateLimitHandler({}));

// A preset, one with a field replaced, and one by its name.
const overrides: PresetOverrides = { quota: { limit: 100, windowMs: 1_000 } };
for (const provider of [github(), stripe(overrides), 'stripe'])
  await rateLimitHandler({ provider, quota: [], scope: ({ url }) => url }).close();
// @ts-expect-error Not a field of a preset.
stripe({ quotas: [] });

const jitter: number = fullJitter(0, { baseDelayMs: 250, maxDelayMs: 30_000 });
const { class: outcome } = classify({ status: 429, headers: {}, receivedAt: Date.now() });

if (
  outcome !== 'rate_limited' ||
  !(jitter <= 250) ||
  older.defaults === undefined ||
  isAdmissionRejected(new Error())
) {
  throw new Error('The package does not work by import.');
}
try {
  rateLimitHandler({ headroom: 2 });
  throw new Error('A headroom of 2 was taken.');
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
}
await limits.close();
