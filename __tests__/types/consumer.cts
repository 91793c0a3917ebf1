/** The same as consumer.mts for a project of CommonJS modules: here the types of axios and of the package are other files. */
import axios = require('axios');
import type { AxiosRequestConfig } from 'axios';
import handler = require('axios-rate-limit-handler');
import { use, type RateLimitOptions } from 'axios-rate-limit-handler';

const options: RateLimitOptions = { provider: 'example', quota: { limit: 50, windowMs: 60_000 } };
const limits = handler.rateLimitHandler(options);

const client = use(axios.create({ rateLimit: { priority: 1 } }), limits);
client.defaults.rateLimit = { mode: 'best-effort' };
const config: AxiosRequestConfig = { rateLimit: { idempotencyKey: 'order-1' } };
export const health = (): Promise<unknown> => client.get('/health', { ...config, rateLimit: false });

// @ts-expect-error A misspelt option.
config.rateLimit = { prioriti: 1 };

if (handler.classify({ status: 503, headers: {}, receivedAt: Date.now() }).class !== 'transient') {
  throw new Error('The package does not work by require.');
}
void limits.close();
