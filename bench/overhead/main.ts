/**
 * What the handler costs where it has nothing to do: microseconds a call over bare axios, next to what people use today, all interleaved in one run;
 * then the heap of a waiting call, and how fast the waiting room lets calls through.
 *
 *   npm run bench:overhead
 */
import axios from 'axios';
import type { AxiosInstance, InternalAxiosRequestConfig } from 'axios';
import axiosRateLimit from 'axios-rate-limit';
import axiosRetry from 'axios-retry';
import { rateLimitHandler, use } from '../../lib/index.js';

const CALLS = 5_000;
const ROUNDS = 15;
const WAITING = 10_000;

/** Answers from memory, so that what is measured is what surrounds it. */
const adapter = async (config: InternalAxiosRequestConfig) => ({
  data: '{"ok":true}',
  status: 200,
  statusText: 'OK',
  headers: { 'content-type': 'application/json' },
  config,
});

const PLENTY = { limit: 1e9, windowMs: 1_000 };
const authorized = { adapter, headers: { Authorization: 'Bearer bench' } };
const withRetry = (): AxiosInstance => {
  const instance = axios.create(authorized);
  axiosRetry(instance, { retries: 4 });
  return instance;
};

const contenders: Record<string, AxiosInstance> = {
  'bare axios': axios.create(authorized),
  'axios-retry': withRetry(),
  'axios-retry + axios-rate-limit': axiosRateLimit(withRetry(), { maxRequests: 1e9, perMilliseconds: 1_000 }),
  'this handler': use(axios.create(authorized), rateLimitHandler({ quota: PLENTY, ceiling: PLENTY })),
};

async function microsecondsACall(instance: AxiosInstance): Promise<number> {
  const start = process.hrtime.bigint();
  for (let i = 0; i < CALLS; i++) await instance.get('/');
  return Number(process.hrtime.bigint() - start) / 1_000 / CALLS;
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] as number;

async function compareOverhead(): Promise<void> {
  const times = new Map(Object.keys(contenders).map((name) => [name, [] as number[]]));
  for (const instance of Object.values(contenders)) await microsecondsACall(instance); // warm up
  for (let round = 0; round < ROUNDS; round++)
    for (const [name, instance] of Object.entries(contenders))
      times.get(name)?.push(await microsecondsACall(instance));
  const bare = median(times.get('bare axios') ?? []);
  console.log(`\nMicroseconds a call, median of ${ROUNDS} interleaved rounds of ${CALLS} calls:`);
  for (const [name, values] of times) {
    const us = median(values);
    console.log(
      `  ${name.padEnd(32)}${us.toFixed(1).padStart(8)}${`+${(us - bare).toFixed(1)}`.padStart(9)}`,
    );
  }
}

function heapUsed(): number {
  if (!globalThis.gc) throw new Error('Run with --expose-gc: npm run bench:overhead does.');
  globalThis.gc();
  return process.memoryUsage().heapUsed;
}

/** Heap of calls that hang: in the adapter for bare axios, at the gate for the handler. */
async function heapOfHanging(instance: AxiosInstance, release: () => void): Promise<number> {
  const before = heapUsed();
  const calls = Array.from({ length: WAITING }, () => instance.get('/').catch(() => undefined));
  await new Promise((resolve) => setTimeout(resolve, 500));
  const bytes = (heapUsed() - before) / WAITING;
  release();
  await Promise.all(calls);
  return bytes;
}

async function compareHeap(): Promise<void> {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  const hanging = axios.create({ ...authorized, adapter: (config) => opened.then(() => adapter(config)) });
  const slow = rateLimitHandler({ quota: { limit: 1, windowMs: 60_000 }, maxWaitMs: 1e9 });
  const waiting = use(axios.create(authorized), slow);
  const bare = await heapOfHanging(hanging, open);
  const ours = await heapOfHanging(waiting, () => void slow.close());
  console.log(`\nHeap, bytes a call with ${WAITING} at once:`);
  console.log(`  ${'bare axios, in the adapter'.padEnd(32)}${bare.toFixed(0).padStart(8)}`);
  console.log(
    `  ${'this handler, at the gate'.padEnd(32)}${ours.toFixed(0).padStart(8)}${`+${(ours - bare).toFixed(0)}`.padStart(9)}`,
  );
}

async function measureWaitingRoom(): Promise<void> {
  const client = use(
    axios.create(authorized),
    rateLimitHandler({ quota: { limit: 100_000, windowMs: 1_000, burst: 1_000 }, maxQueued: 1e6 }),
  );
  const start = performance.now();
  await Promise.all(Array.from({ length: 3 * WAITING }, () => client.get('/')));
  const perSecond = (3 * WAITING) / ((performance.now() - start) / 1_000);
  console.log(`\nThrough the waiting room: ${Math.round(perSecond)} calls a second, axios included`);
}

await compareOverhead();
await compareHeap();
await measureWaitingRoom();
