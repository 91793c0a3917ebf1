/**
 * Three ways to send the same burst with axios: as it comes, with the retry loop that everybody writes once, and
 * with the plugin.
 */
import type { AxiosInstance } from 'axios';
import { setTimeout as sleep } from 'node:timers/promises';
import { rateLimitHandler, use, type RateLimitHandler } from '../../lib/index.js';
import type { Call } from './burst.js';
import { CEILING, QUOTA } from './terms.js';

/** Sends one call: resolves when the upstream did it, rejects when the caller has to give it up. */
export type Send = (call: Call) => Promise<unknown>;

export function bareAxios(client: AxiosInstance): Send {
  return (call) =>
    client.request({
      method: call.method,
      url: call.path,
      headers: { Authorization: call.credential },
      ...(call.method === 'POST' && { data: call.body }),
    });
}

/** Three retries, after 1, 2 and 4 seconds. */
export function retryLoop(client: AxiosInstance): Send {
  const send = bareAxios(client);
  return async (call) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await send(call);
      } catch (error) {
        if (attempt === 4) throw error;
        await sleep(1_000 * 2 ** (attempt - 1));
      }
    }
  };
}

/** All that has to be said is what the upstream publishes. */
export function acmeLimits(): RateLimitHandler {
  return rateLimitHandler({
    provider: 'acme',
    quota: QUOTA,
    ceiling: CEILING,
    idempotency: { header: 'Idempotency-Key', methods: ['POST'] },
  });
}

/** The calling code is that of bare axios. */
export function withPlugin(client: AxiosInstance, limits: RateLimitHandler): Send {
  return bareAxios(use(client, limits));
}
