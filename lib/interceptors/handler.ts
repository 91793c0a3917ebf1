/**
 * The handler of one provider: its options, its gate and its stock of retries, put together.
 */
import { fingerprinter } from '../admission/fingerprint.js';
import { Gate } from '../admission/gate.js';
import { MemoryLedger } from '../admission/ledger-memory.js';
import type { RateLimitOptions } from '../config/options.js';
import { resolveOptions } from '../config/resolve.js';
import { summarize } from '../config/summary.js';
import type { Summary } from '../config/summary.js';
import { RetryQuota } from '../core/retry-quota.js';
import { attach } from './attach.js';
import type { Plugin } from './attach.js';
import type { Provider } from './call.js';

/** A rate limit handler: a plugin for the axios instances that call one provider. */
export interface RateLimitHandler extends Plugin {
  /** The configuration as it holds, each value with where it came from. `String(summary)` is a table. */
  summary(): Summary;
  /** Rejects the calls that wait, and those that come; calls in flight finish. */
  close(): Promise<void>;
}

/**
 * Makes the handler of one provider. Install it on each instance that calls the provider: they share its limits.
 * @throws ConfigError which lists everything that is wrong with the options, and how to mend it.
 */
export function rateLimitHandler(options?: RateLimitOptions): RateLimitHandler {
  const resolved = resolveOptions(options);
  const { quota, ceiling, retry, clock, throttleBelow, maxQueued, maxConcurrent } = resolved;
  const warned = new Set<string>();
  const provider: Provider = {
    options: resolved,
    gate: new Gate({
      provider: resolved.provider.name,
      ledger: new MemoryLedger({ quota, ceiling, throttleBelow, clock }),
      clock,
      maxQueued,
      maxConcurrent,
      bucketless: quota.length + ceiling.length === 0,
    }),
    retryQuota: retry && retry.quota ? new RetryQuota(retry.quota) : undefined,
    fingerprint: fingerprinter(resolved.provider.id),
    warn: (message) => {
      if (!warned.has(message)) console.warn(`axios-rate-limit-handler: ${message}`);
      warned.add(message);
    },
  };
  return {
    install: (instance) => attach(provider, instance),
    summary: () => summarize(resolved),
    close: async () => provider.gate.shut(),
  };
}
