/**
 * One run of the burst: an upstream of its own, all calls at once, and what became of them.
 */
import axios, { type AxiosInstance } from 'axios';
import { Agent } from 'node:http';
import { performance } from 'node:perf_hooks';
import type { Call } from './burst.js';
import type { Send } from './clients.js';
import type { PlannedFault } from './faults.js';
import { PaymentService } from './payment-service.js';
import type { Progress } from './progress.js';
import { CEILING, QUOTA } from './terms.js';
import { startUpstream } from './upstream.js';

export interface PhaseResult {
  title: string;
  outcomes: { call: Call; ok: boolean }[];
  /** From the first call to the last answer. */
  elapsedMs: number;
  /** The upstream as the run left it: its traffic and its books. */
  service: PaymentService;
}

export interface Phase {
  title: string;
  burst: readonly Call[];
  faults: readonly PlannedFault[];
  /** The way to send, given a fresh axios instance. */
  client: (instance: AxiosInstance) => Send;
  progress: Progress;
}

export async function runPhase({ title, burst, faults, client, progress }: Phase): Promise<PhaseResult> {
  const service = new PaymentService({ quota: QUOTA, ceiling: CEILING, faults });
  const upstream = await startUpstream(service);
  const agent = new Agent({ keepAlive: true });
  const send = client(axios.create({ baseURL: upstream.url, httpAgent: agent }));

  progress.start(title, burst.length, () => `${service.traffic.overQuota} over the quota`);
  const startedAt = performance.now();
  const outcomes = await Promise.all(
    burst.map(async (call) => {
      const ok = await send(call).then(
        () => true,
        () => false,
      );
      progress.settled(ok);
      return { call, ok };
    }),
  );
  const elapsedMs = performance.now() - startedAt;
  progress.end();

  agent.destroy();
  await upstream.close();
  return { title, outcomes, elapsedMs, service };
}
