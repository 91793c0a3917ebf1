/**
 * The handler of one provider: its options, its gate and its stock of retries, put together.
 */
import { fingerprinter } from '../admission/fingerprint.js';
import { Gate } from '../admission/gate.js';
import type { Status } from '../admission/status.js';
import { MemoryLedger } from '../admission/ledger-memory.js';
import type { RateLimitOptions } from '../config/options.js';
import { resolveOptions } from '../config/resolve.js';
import type { ResolvedOptions } from '../config/resolved.js';
import { summarize } from '../config/summary.js';
import type { Summary } from '../config/summary.js';
import type { FleetEvent, Ledger } from '../core/ports.js';
import { RetryQuota } from '../core/retry-quota.js';
import { attach } from './attach.js';
import type { Plugin } from './attach.js';
import type { Provider } from './call.js';
import { chargesBy } from './charges.js';

/** A rate limit handler: a plugin for the axios instances that call one provider. */
export interface RateLimitHandler extends Plugin {
  /** The configuration as it holds, each value with where it came from. `String(summary)` is a table. */
  summary(): Summary;
  /** Every scope as it is now: who waits since when, what is held until when, what the buckets hold. */
  status(): Status;
  /** Rejects the calls that wait, and those that come; calls in flight finish. */
  close(): Promise<void>;
}

/**
 * Makes the handler of one provider. Install it on each instance that calls the provider: they share its limits.
 * @throws ConfigError which lists everything that is wrong with the options, and how to mend it.
 */
export function rateLimitHandler(options?: RateLimitOptions): RateLimitHandler {
  const resolved = resolveOptions(options);
  const { quota, ceiling, retry, clock, maxQueued, maxConcurrent } = resolved;
  const warn = warnOnce();
  const provider: Provider = {
    options: resolved,
    gate: new Gate({
      provider: resolved.provider.name,
      ledger: openLedger(resolved, warn),
      clock,
      maxQueued,
      maxConcurrent,
      bucketless: quota.length + ceiling.length === 0,
    }),
    retryQuota: retry && retry.quota ? new RetryQuota(retry.quota) : undefined,
    fingerprint: fingerprinter(resolved.provider.id),
    charges: chargesBy(resolved),
    attempts: new WeakSet(),
    warn,
  };
  return {
    install: (instance) => attach(provider, instance),
    summary: () => summarize(resolved),
    status: () => ({ provider: resolved.provider.id, ...provider.gate.status() }),
    close: async () => provider.gate.shut(),
  };
}

function openLedger(options: ResolvedOptions, warn: (message: string) => void): Ledger {
  const { provider, quota, ceiling, throttleBelow, clock, fleet } = options;
  if (!fleet) return new MemoryLedger({ quota, ceiling, throttleBelow, clock, learnAt: options.headroom });
  const onFleetEvent =
    options.onFleetEvent ?? ((event: FleetEvent) => warn(describeFleetEvent(provider.name, event)));
  return fleet.openLedger({ provider: provider.id, quota, ceiling, throttleBelow, clock, onFleetEvent });
}

function describeFleetEvent(provider: string, event: FleetEvent): string {
  switch (event.kind) {
    case 'degraded': {
      const held = {
        share: `this process keeps to 1/${event.processes} of the limits`,
        fail: 'calls are rejected',
        open: 'calls pass without any limit',
      };
      return `the shared limits of ${provider} are out of reach (${event.reason}): ${held[event.policy]} until they are back`;
    }
    case 'restored':
      return `the shared limits of ${provider} are back after ${(event.outageMs / 1_000).toFixed(1)} s`;
    case 'disagreement':
      return `processes have different figures for ${provider} (${event.windows.join(', ')}): the stricter ones hold`;
  }
}

function warnOnce(): (message: string) => void {
  const warned = new Set<string>();
  return (message) => {
    if (!warned.has(message)) console.warn(`axios-rate-limit-handler: ${message}`);
    warned.add(message);
  };
}
