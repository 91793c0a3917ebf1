/**
 * The workers, as seen from outside: started, told when to begin and to stop, and asked how they are.
 */
import { fork, type ChildProcess } from 'node:child_process';
import type { Counts, Message, Order } from './messages.js';

export type WorkerState =
  | { kind: 'shared' }
  /** Redis is out of reach: it keeps to its part. */
  | { kind: 'degraded'; processes: number }
  | { kind: 'restored'; outageMs: number };

export interface WorkerView {
  readonly name: string;
  counts: Counts;
  state: WorkerState;
  /** How often it lost Redis, and found it again. */
  outages: number;
  recoveries: number;
}

export interface CrewOptions {
  names: readonly string[];
  upstreamUrl: string;
  redisUrl: string;
  prefix: string;
}

export class Crew {
  readonly workers: readonly WorkerView[];
  /** All calls are over. Rejects when a worker ends early. */
  readonly finished: Promise<void>;
  readonly #processes: readonly ChildProcess[];

  private constructor(workers: readonly WorkerView[], processes: readonly ChildProcess[]) {
    this.workers = workers;
    this.#processes = processes;
    const all = processes.map((process, nth) => this.#follow(process, workers[nth] as WorkerView));
    this.finished = Promise.all(all).then(() => undefined);
    this.finished.catch(() => undefined); // whoever waits for it hears of it
  }

  static async start({ names, upstreamUrl, redisUrl, prefix }: CrewOptions): Promise<Crew> {
    const program = new URL('worker.ts', import.meta.url);
    // Each inherits the loader that reads TypeScript.
    const processes = names.map((name) => fork(program, [name, upstreamUrl, redisUrl, prefix]));
    const ready = processes.map((process) => new Promise((resolve) => process.once('message', resolve)));
    const crew = new Crew(
      names.map((name) => ({
        name,
        counts: { made: 0, answered: 0, lost: 0, loss: undefined },
        state: { kind: 'shared' },
        outages: 0,
        recoveries: 0,
      })),
      processes,
    );
    await Promise.race([Promise.all(ready), crew.finished]);
    return crew;
  }

  tell(order: Order): void {
    for (const process of this.#processes) process.send(order);
  }

  dismiss(): void {
    for (const process of this.#processes) process.kill();
  }

  #follow(process: ChildProcess, worker: WorkerView): Promise<void> {
    return new Promise((resolve, reject) => {
      process.once('exit', (code) => reject(new Error(`${worker.name} ended early (${code})`)));
      process.on('message', (message: Message) => {
        if (message.kind === 'counts' || message.kind === 'finished') worker.counts = message.counts;
        if (message.kind === 'finished') resolve();
        if (message.kind === 'fleet') noteEvent(worker, message.event);
      });
    });
  }
}

function noteEvent(worker: WorkerView, event: (Message & { kind: 'fleet' })['event']): void {
  switch (event.kind) {
    case 'degraded':
      worker.state = { kind: 'degraded', processes: event.processes };
      worker.outages += 1;
      return;
    case 'restored':
      worker.state = { kind: 'restored', outageMs: event.outageMs };
      worker.recoveries += 1;
      return;
    case 'disagreement':
      return; // the workers are all alike
  }
}
