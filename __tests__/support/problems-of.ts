/**
 * The problems that a set-up or a request is refused for. For tests.
 */
import { resolveRequest } from '../../lib/config/resolve-request.js';
import { resolveOptions } from '../../lib/config/resolve.js';
import type { RateLimitOptions } from '../../lib/config/options.js';
import { isConfigError } from '../../lib/errors.js';
import type { ConfigError, ConfigProblem } from '../../lib/errors.js';

export function configErrorOf(run: () => unknown): ConfigError {
  try {
    run();
  } catch (error) {
    if (isConfigError(error)) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

/** Whatever it is: users of JavaScript, and of JSON, write anything. */
export function problemsOf(options: unknown): readonly ConfigProblem[] {
  return configErrorOf(() => resolveOptions(options as RateLimitOptions)).problems;
}

export function requestProblemsOf(raw: unknown, options: RateLimitOptions = {}): readonly ConfigProblem[] {
  return configErrorOf(() => resolveRequest(raw, resolveOptions(options))).problems;
}
