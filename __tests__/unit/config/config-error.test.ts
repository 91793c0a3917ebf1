import { ConfigError, isConfigError } from '../../../lib/errors.js';
import type { ConfigProblem } from '../../../lib/errors.js';

const PROBLEMS: ConfigProblem[] = [
  { option: 'headroom', problem: 'is 80, not a share', mend: 'Write 0.8.' },
  { option: 'retry.maxAttempts', problem: 'is 0', mend: 'Write 1.' },
];

/** The class as a second installed copy of the package has it. */
function loadAnotherCopy(): typeof import('../../../lib/errors.js') {
  let copy: typeof import('../../../lib/errors.js') | undefined;
  jest.isolateModules(() => {
    // eslint-disable-next-line @typescript-eslint/no-require-imports
    copy = require('../../../lib/errors') as typeof import('../../../lib/errors.js');
  });
  return copy!;
}

describe('ConfigError', () => {
  it('tells every problem and how to mend each, one a line', () => {
    expect(new ConfigError('the options', PROBLEMS).message).toBe(
      '2 problems in the options:\n' +
        '  - headroom is 80, not a share. Write 0.8.\n' +
        '  - retry.maxAttempts is 0. Write 1.',
    );
    expect(new ConfigError('the options', PROBLEMS.slice(0, 1)).message).toMatch(
      /^A problem in the options:\n/,
    );
  });

  it('has a name, a code and the problems as data', () => {
    const error = new ConfigError('the options', PROBLEMS);
    expect(error).toBeInstanceOf(Error);
    expect(error.name).toBe('ConfigError');
    expect(error.code).toBe('ERR_RATE_LIMIT_CONFIG');
    expect(error.problems).toEqual(PROBLEMS);
  });

  it('does not tell its problems twice when it is logged', () => {
    expect(Object.keys(new ConfigError('the options', PROBLEMS))).not.toContain('problems');
  });

  it('is known across two copies of the package, by its guard and by instanceof', () => {
    const other = loadAnotherCopy();
    expect(other.ConfigError).not.toBe(ConfigError);
    const foreign = new other.ConfigError('the options', PROBLEMS);
    expect(isConfigError(foreign)).toBe(true);
    expect(foreign instanceof ConfigError).toBe(true);
  });

  it.each([undefined, null, 'ERR_RATE_LIMIT_CONFIG', {}, new Error('x'), { code: 'ERR_RATE_LIMIT_CONFIG' }])(
    'is not %p',
    (value) => {
      expect(isConfigError(value)).toBe(false);
      expect((value as unknown) instanceof ConfigError).toBe(false);
    },
  );
});
