/**
 * `npm run demo`: a greedy client becomes a well-behaved one, before your eyes, in about half a minute.
 * One upstream with a published quota, one burst of calls, three clients.
 */
import { planBurst } from './burst.js';
import { acmeLimits, bareAxios, retryLoop, withPlugin } from './clients.js';
import { planFaults } from './faults.js';
import { figuresOf } from './figures.js';
import { runPhase, type PhaseResult } from './phase.js';
import { Progress } from './progress.js';
import { FOOTNOTE, passed, table, verdictLines, verdicts } from './report.js';
import type { PublishedQuota } from './sliding-window.js';
import { tellFirstLoss, tellOneCall } from './one-call.js';
import { CALLS_PER_CREDENTIAL, CEILING, CREDENTIALS, QUOTA } from './terms.js';

// Whoever pipes this into `head` has seen enough.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

const burst = planBurst(CREDENTIALS, CALLS_PER_CREDENTIAL);
const faults = planFaults(CREDENTIALS);
const progress = new Progress(process.stdout);
const limits = acmeLimits();

console.log(`An upstream on loopback admits ${perWindow(QUOTA)} from one credential,
and ${perWindow(CEILING)} from all together. An agent sends it ${burst.length} calls in one go, over
${CREDENTIALS.length} credentials; one call in three is a charge. ${faults.length} faults are planned: 429 and 503 with Retry-After, 502
and connection resets, before and after the charge is booked.
`);

const bare = await runPhase({ title: 'bare axios', client: bareAxios, burst, faults, progress });
const loop = await runPhase({ title: 'a retry loop', client: retryLoop, burst, faults, progress });
const plugin = await runPhase({
  title: 'with the plugin',
  client: (instance) => withPlugin(instance, limits),
  burst,
  faults,
  progress,
});

const figures = figuresOf(plugin);
const checks = verdicts(figures);
console.log(`
${table([greedy(bare), greedy(loop), { title: plugin.title, figures, paced: true }])}
${FOOTNOTE}

${verdictLines(checks)}

${tellOneCall(plugin.outcomes)}

${String(limits.summary())}`);
await limits.close();

if (!passed(checks)) {
  console.error('\nThe demo failed: the plugin\'s run did not keep what is marked "NOT ok" above.');
  console.error(tellFirstLoss(plugin.outcomes) ?? 'No call was lost.');
  process.exitCode = 1;
}

function greedy(result: PhaseResult): { title: string; figures: ReturnType<typeof figuresOf>; paced: false } {
  return { title: result.title, figures: figuresOf(result), paced: false };
}

function perWindow(quota: PublishedQuota): string {
  return `${quota.limit} requests in any ${quota.windowMs / 1_000} s`;
}
