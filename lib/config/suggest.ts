/**
 * What was probably meant by an option that doesn't exist. Imports nothing.
 */

/** Names that people bring along from other clients, or put one level too high, and where they belong. In lower case. */
const KNOWN_ELSEWHERE: Readonly<Record<string, string>> = {
  // Ours, on another level.
  statuses: 'It is `retry.statuses`.',
  basedelayms: 'It is `retry.baseDelayMs`.',
  maxdelayms: 'It is `retry.maxDelayMs`.',
  maxattempts: 'It is `retry.maxAttempts`.',
  maxelapsedms: 'It is `retry.maxElapsedMs`.',
  limit: 'It is `quota.limit`, or `ceiling.limit` for all credentials together.',
  windowms: 'It is `quota.windowMs`, or `ceiling.windowMs` for all credentials together.',
  burst: 'It is `quota.burst`, or `ceiling.burst` for all credentials together.',
  priority: 'It belongs to a request: `config.rateLimit.priority`.',
  cost: 'It belongs to a quota, or to a request: `config.rateLimit.cost`.',
  idempotencykey: 'It belongs to a request: `config.rateLimit.idempotencyKey`.',
  idempotent: 'It belongs to a request: `config.rateLimit.idempotent`.',
  deadlineat: 'It belongs to a request: `config.rateLimit.deadlineAt`.',
  attempttimeoutms: 'It belongs to a request: `config.rateLimit.attemptTimeoutMs`.',
  run: 'It belongs to a request: `config.rateLimit.run`.',
  retrystatuses: 'In the options it is `retry.statuses`, the whole list.',
  // Not ours: the retries of axios-retry, retry-axios, got, ky, p-retry.
  jitter: 'Leave it out: every computed wait is full jitter.',
  backofftype: 'Leave it out: every computed wait is exponential with full jitter.',
  retries: 'It is `retry.maxAttempts`, which counts the first attempt: N retries are N + 1 attempts.',
  maxretries: 'It is `retry.maxAttempts`, which counts the first attempt: N retries are N + 1 attempts.',
  retrydelay: 'It is `retry.baseDelayMs` and `retry.maxDelayMs`; a Retry-After is always honoured.',
  retrycondition: 'It is `retry.statuses`; for what a response means, `reading` or `rule`.',
  shouldretry: 'It is `retry.statuses`; for what a response means, `reading` or `rule`.',
  statuscodes: 'It is `retry.statuses`.',
  respectretryafter: 'Leave it out: a Retry-After is always honoured.',
  // The throttles of axios-rate-limit, p-throttle, Bottleneck.
  maxrequests: 'It is `quota: { limit, windowMs }`.',
  permilliseconds: 'It is `quota: { limit, windowMs }`.',
  maxrps: 'It is `quota: { limit, windowMs: 1000 }`.',
  interval: 'It is `windowMs`, in a quota.',
  window: 'It is `windowMs`, in milliseconds.',
  reservoir: 'It is `quota: { limit, windowMs }`.',
  mintime: 'It is `quota: { limit, windowMs, burst: 1 }`.',
  concurrency: 'It is `maxConcurrent`.',
  highwater: 'It is `maxQueued`.',
  timeout: "It is axios's own `timeout` for the call; for each attempt, `config.rateLimit.attemptTimeoutMs`.",
};

/** A sentence that says which of the `known` names was meant by `name`, or lists them all. */
export function suggestName(name: string, known: readonly string[]): string {
  const elsewhere = name.toLowerCase();
  if (Object.hasOwn(KNOWN_ELSEWHERE, elsewhere)) return KNOWN_ELSEWHERE[elsewhere]!;
  const nearest = nearestName(name, known);
  if (nearest) return `Did you mean \`${nearest}\`?`;
  const brought = nearestName(name, Object.keys(KNOWN_ELSEWHERE));
  if (brought) return KNOWN_ELSEWHERE[brought]!;
  return `Leave it out. There are: ${known.join(', ')}.`;
}

/** The known name that differs in case alone, or in no more than a third of its letters. */
function nearestName(name: string, known: readonly string[]): string | undefined {
  const candidates = known
    .map((candidate) => ({ candidate, edits: countEdits(name.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ candidate, edits }) => edits <= candidate.length / 3)
    .sort((a, b) => a.edits - b.edits);
  return candidates[0]?.candidate;
}

/** How many letters to insert, delete, replace or swap with their neighbour (the optimal string alignment distance). */
function countEdits(a: string, b: string): number {
  let above: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const twoAbove = above;
    above = row;
    row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = above[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? twoAbove[j - 2]! + 1 : Infinity;
      row.push(Math.min(replaced, swapped, above[j]! + 1, row[j - 1]! + 1));
    }
  }
  return row[b.length]!;
}
