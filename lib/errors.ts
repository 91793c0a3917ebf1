/**
 * The errors that this package throws itself. Each has a `code` and a brand under a registered symbol, so that its guard, and `instanceof`, also know
 * an error that another installed copy of the package made. Imports nothing.
 */

const BRAND: unique symbol = Symbol.for('axios-rate-limit-handler.error');

/** Not enumerable: it is for the guards, not for logs. */
function brand(error: Error & { code: string }): void {
  Object.defineProperty(error, BRAND, { value: error.code });
}

function isBranded(value: unknown, code: string): boolean {
  return typeof value === 'object' && value !== null && (value as { [BRAND]?: unknown })[BRAND] === code;
}

const CONFIG = 'ERR_RATE_LIMIT_CONFIG';

/** One thing that is wrong with the options. */
export interface ConfigProblem {
  /** Where it is, such as `retry.statuses[1]`. */
  readonly option: string;
  /** What is wrong there, as a predicate: `is -1, not a ...`. Never holds a credential or a key. */
  readonly problem: string;
  /** What to write instead. */
  readonly mend: string;
}

/**
 * The options can't be meant as they are. Lists every problem that was found, not only the first, and how to mend each.
 * Thrown at set-up; for `config.rateLimit`, the call rejects with it and nothing is sent.
 */
export class ConfigError extends Error {
  override readonly name: string = 'ConfigError';
  readonly code: typeof CONFIG = CONFIG;
  declare readonly problems: readonly ConfigProblem[];

  /** @param where what was checked, such as `the rate limit options` */
  constructor(where: string, problems: readonly ConfigProblem[]) {
    const count = problems.length === 1 ? 'A problem' : `${problems.length} problems`;
    const lines = problems.map(({ option, problem, mend }) => `  - ${option} ${problem}. ${mend}`);
    super([`${count} in ${where}:`, ...lines].join('\n'));
    // Not enumerable: a log of the error would tell all of them twice.
    Object.defineProperty(this, 'problems', { value: problems });
    brand(this);
  }

  static override [Symbol.hasInstance](value: unknown): boolean {
    return isBranded(value, CONFIG);
  }
}

/** Whether the value is a `ConfigError`, of this or another copy of the package. */
export function isConfigError(value: unknown): value is ConfigError {
  return isBranded(value, CONFIG);
}

/** Why a call was not admitted. */
export type AdmissionRejectionReason =
  /** The wait for tokens could not end within the call's budget. */
  | 'budget'
  /** `mode: 'best-effort'`, and there was no token at once. */
  | 'best_effort'
  /** As many calls as `maxQueued` allows wait already. */
  | 'queue_full'
  /** The provider said that the allowance is gone. */
  | 'quota_exhausted'
  /** The store that the fleet shares its limits in is out of reach, and `onOutage` is `'fail'`. */
  | 'store_lost'
  /** `limits.close()` was called. */
  | 'closed';

export interface AdmissionRejection {
  readonly reason: AdmissionRejectionReason;
  /** The provider's name. */
  readonly provider: string;
  /** When it was rejected, epoch ms. */
  readonly at: number;
  /** The earliest instant at which it could have been sent, epoch ms, as far as that is known. */
  readonly retryAt?: number | undefined;
  /** How many calls waited. */
  readonly queued?: number | undefined;
}

const REJECTED = 'ERR_RATE_LIMIT_ADMISSION';

/** The call was not sent: the plugin would have had to wait longer than it may. Nothing has reached the upstream. */
export class AdmissionRejectedError extends Error implements AdmissionRejection {
  override readonly name: string = 'AdmissionRejectedError';
  readonly code: typeof REJECTED = REJECTED;
  readonly reason: AdmissionRejectionReason;
  readonly provider: string;
  readonly at: number;
  readonly retryAt: number | undefined;
  readonly queued: number | undefined;

  constructor(rejection: AdmissionRejection) {
    super(describeRejection(rejection));
    this.reason = rejection.reason;
    this.provider = rejection.provider;
    this.at = rejection.at;
    this.retryAt = rejection.retryAt;
    this.queued = rejection.queued;
    brand(this);
  }

  /** How long the wait would have been, in milliseconds, as far as that is known. */
  get waitMs(): number | undefined {
    return this.retryAt === undefined ? undefined : Math.max(0, this.retryAt - this.at);
  }

  static override [Symbol.hasInstance](value: unknown): boolean {
    return isBranded(value, REJECTED);
  }
}

/** Whether the call was refused before it was sent, because its wait would have been too long. */
export function isAdmissionRejected(value: unknown): value is AdmissionRejectedError {
  return isBranded(value, REJECTED);
}

function describeRejection({ reason, provider, at, retryAt, queued }: AdmissionRejection): string {
  const when =
    retryAt === undefined || !isFinite(new Date(retryAt).getTime())
      ? ''
      : ` The next token can be had in ${(Math.max(0, retryAt - at) / 1_000).toFixed(1)} s (${new Date(retryAt).toISOString()}).`;
  switch (reason) {
    case 'budget':
      return `Not sent: the wait for ${provider}'s rate limit would not end within the call's time budget.${when}`;
    case 'best_effort':
      return `Not sent: ${provider}'s rate limit leaves no token right now, and the call does not wait.${when}`;
    case 'queue_full':
      return `Not sent: ${queued} calls wait for ${provider}'s rate limit already. Send fewer at once, or raise maxQueued.`;
    case 'quota_exhausted':
      return `Not sent: ${provider} said that the allowance is used up.${when}`;
    case 'store_lost':
      return `Not sent: the store of ${provider}'s shared rate limit is out of reach.`;
    case 'closed':
      return `Not sent: the rate limit handler of ${provider} has been closed.`;
  }
}
