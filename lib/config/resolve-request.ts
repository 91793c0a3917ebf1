/**
 * The settings of one request: `config.rateLimit` over the handler's own. May import errors and its neighbours.
 */
import { ConfigError } from '../errors.js';
import { Problems } from './check.js';
import { DEFAULTS } from './defaults.js';
import { checkRequest } from './fields.js';
import type { Mode } from './options.js';
import type { RequestRateLimitOptions } from './request-options.js';
import type { RequestSettings, ResolvedOptions } from './resolved.js';

/** 1973 in milliseconds, the year 5138 in seconds: a smaller instant is in seconds, or a duration. */
const LEAST_INSTANT_MS = 1e11;

/** The settings of a request that says nothing. */
export function requestDefaults(mode: Mode): RequestSettings {
  return Object.freeze({
    mode,
    priority: DEFAULTS.priority,
    cost: DEFAULTS.cost,
    idempotencyKey: undefined,
    idempotent: undefined,
    deadlineAt: undefined,
    attemptTimeoutMs: undefined,
    credential: undefined,
    run: undefined,
  });
}

/**
 * The settings of a request.
 * @param raw `config.rateLimit`, as axios hands it on. `false` means that the handler stays out: that is for the caller to see to.
 * @throws ConfigError which lists everything that is wrong with it
 */
export function resolveRequest(raw: unknown, options: ResolvedOptions): RequestSettings {
  if (raw === undefined) return options.request;

  const problems = new Problems();
  const given = checkRequest(raw, 'rateLimit', problems) ?? {};
  checkDeadline(given, options, problems);
  checkCost(given, options, problems);
  checkKey(given, options, problems);
  if (problems.list.length > 0) throw new ConfigError("the request's rate limit options", problems.list);
  return { ...options.request, ...given };
}

function checkDeadline(
  { deadlineAt }: RequestRateLimitOptions,
  { clock }: ResolvedOptions,
  problems: Problems,
): void {
  // A test's clock may start at 0: then small instants are what is meant.
  if (deadlineAt === undefined || deadlineAt >= LEAST_INSTANT_MS || clock.now() < LEAST_INSTANT_MS) return;
  problems.add(
    'rateLimit.deadlineAt',
    `is ${deadlineAt}, long ago: it looks like seconds, or like a duration`,
    'Write an instant in milliseconds since the epoch, such as Date.now() + 5_000.',
  );
}

/** More than a whole window holds can't be granted without breaking the quota. */
function checkCost(
  { cost }: RequestRateLimitOptions,
  { quota, ceiling }: ResolvedOptions,
  problems: Problems,
): void {
  if (cost === undefined) return;
  const limits = [...quota, ...ceiling].filter((spec) => !spec.cost).map((spec) => spec.limit);
  const least = Math.min(...limits);
  if (cost <= least) return;
  problems.add(
    'rateLimit.cost',
    `is ${cost}, more than the ${least} that a whole window holds`,
    'Make the request smaller; for a quota that counts otherwise, give that quota its own `cost`.',
  );
}

function checkKey(
  { idempotencyKey }: RequestRateLimitOptions,
  { idempotency }: ResolvedOptions,
  problems: Problems,
): void {
  if (idempotencyKey === undefined || idempotency) return;
  problems.add(
    'rateLimit.idempotencyKey',
    'is given, but no header is known to carry it',
    "Say where the upstream honours keys, such as `idempotency: { header: 'Idempotency-Key', methods: ['POST'] }`, or leave it out.",
  );
}
