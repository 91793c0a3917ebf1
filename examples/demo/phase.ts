/**
 * One run of the burst: an upstream of its own, the whole burst, and what became of them.
 */
import axios, { type AxiosInstance } from 'axios';
import { Agent } from 'node:http';
import { performance } from 'node:perf_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Call } from './burst.js';
import type { Send } from './clients.js';
import type { PlannedFault } from './faults.js';
import { PaymentService } from './payment-service.js';
import type { Progress } from './progress.js';
import { CEILING, QUOTA } from './terms.js';
import { startUpstream } from './upstream.js';

export interface Outcome {
  call: Call;
  ok: boolean;
  /** The response, or the error in its place. */
  answer: unknown;
}

export interface PhaseResult {
  title: string;
  outcomes: Outcome[];
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
  const pending: Promise<Outcome>[] = [];
  for (const call of burst) {
    const settle = (ok: boolean, answer: unknown): Outcome => {
      progress.settled(ok);
      return { call, ok, answer };
    };
    pending.push(
      send(call).then(
        (response) => settle(true, response),
        (error: unknown) => settle(false, error),
      ),
    );
    // A turn of the event loop for each, as an agent takes: in a single turn the first requests, admitted long
    // ago, would leave only after the last call was made.
    await nextTurn();
  }
  const outcomes = await Promise.all(pending);
  const elapsedMs = performance.now() - startedAt;
  progress.end();

  agent.destroy();
  await upstream.close();
  return { title, outcomes, elapsedMs, service };
}
