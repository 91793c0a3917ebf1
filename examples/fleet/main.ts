/**
 * `npm run demo:fleet`: four processes under one limit, before your eyes, in about half a minute; and what becomes of the limit when Redis is killed.
 */
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { passed, verdictLines } from '../demo/report.js';
import { startUpstream } from '../demo/upstream.js';
import { board, boardLine, type Moment } from './board.js';
import { Crew } from './crew.js';
import { phaseFigures } from './figures.js';
import { startRedisOrExit } from './redis-server.js';
import { table, verdicts } from './report.js';
import { Screen } from './screen.js';
import { CEILING, CREDENTIALS, KILL_AT, QUOTA, RESTART_AT, STOP_AT, WORKERS } from './terms.js';
import { Traffic } from './traffic.js';

// Whoever pipes this into `head` has seen enough.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

const redis = await startRedisOrExit();
const traffic = new Traffic();
const upstream = await startUpstream(traffic);
const names = Array.from({ length: WORKERS }, (_, nth) => `worker-${nth + 1}`);
const crew = await Crew.start({
  names,
  upstreamUrl: upstream.url,
  redisUrl: redis.url,
  prefix: `demo-${process.pid}`,
});
const { workers } = crew;

console.log(`An upstream on loopback admits ${perWindow(QUOTA)} from one credential, and ${perWindow(CEILING)} from
all together. ${WORKERS} processes call it over the same ${CREDENTIALS.length} credentials, each as much as it may. What they share is ${redis.about}.
`);

let redisIs: Moment['redis'] = 'up';
const startedAt = performance.now();
const screen = new Screen(process.stdout, {
  lines: () => board(moment()),
  line: () => boardLine(moment()),
});
screen.start();
crew.tell('start');

await until(KILL_AT);
await redis.kill();
redisIs = 'down';
const killedAt = performance.now();
screen.say(`${at(killedAt)}   Redis is gone: from now on each process keeps to its part of the limits.`);

await until(RESTART_AT);
await redis.restart();
redisIs = 'up';
screen.say(`${at(performance.now())}   Redis is back.`);
const recovered = watchRecovery();

await until(STOP_AT);
crew.tell('stop');
await crew.finished;
screen.end();
const endedAt = performance.now();

const times = { startedAt, killedAt, recoveredAt: await recovered, endedAt };
const phases = phaseFigures(traffic.arrivals, times, names);
const checks = verdicts(phases, workers);
console.log(`\n${table(phases, workers)}\n\n${verdictLines(checks)}`);
if (!passed(checks)) {
  console.error('\nThe demo failed: the run did not keep what is marked "NOT ok" above.');
  const loss = workers.find(({ counts }) => counts.loss)?.counts.loss;
  console.error(loss ? `The first call that was lost: ${loss}` : 'No call was lost.');
  process.exitCode = 1;
}

crew.dismiss();
await upstream.close();
await redis.stop();

function moment(): Moment {
  const now = performance.now();
  const lately = new Map<string, number>();
  for (const { worker } of traffic.since(now, CEILING.windowMs))
    lately.set(worker, (lately.get(worker) ?? 0) + 1);
  return { elapsedMs: now - startedAt, redis: redisIs, workers, lately, refused: traffic.refused };
}

/** Tells when every worker shares again, and a window has passed: until then what was granted apart may still count. */
async function watchRecovery(): Promise<number> {
  const isBack = (): boolean => workers.every(({ state }) => state.kind !== 'degraded');
  while (!isBack() && performance.now() - startedAt < STOP_AT) await sleep(10);
  return Math.min(performance.now() + CEILING.windowMs, startedAt + STOP_AT);
}

/** A worker that dies ends the demo. */
async function until(elapsedMs: number): Promise<void> {
  await Promise.race([sleep(startedAt + elapsedMs - performance.now()), crew.finished]);
}

function at(instant: number): string {
  return `${((instant - startedAt) / 1_000).toFixed(1)} s`.padStart(6);
}

function perWindow({ limit, windowMs }: { limit: number; windowMs: number }): string {
  return `${limit} requests in any ${windowMs / 1_000} s`;
}
