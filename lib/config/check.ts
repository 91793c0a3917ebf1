/**
 * The checks of single values, and of an object by a table of them. A check returns the value, or reports a problem and returns `undefined`, so that
 * one pass finds every problem. May import core/ and its neighbours.
 *
 * A problem shows numbers and booleans; of a string, which might be a secret, only that it is one.
 */
import { MAX_TIMER_MS } from '../core/backoff.js';
import type { ConfigProblem } from '../errors.js';
import { suggestName } from './suggest.js';

export class Problems {
  readonly list: ConfigProblem[] = [];

  add(option: string, problem: string, mend: string): undefined {
    this.list.push({ option, problem, mend });
  }

  /** Whether something is wrong with the option or within it. */
  has(option: string): boolean {
    return this.list.some(
      ({ option: path }) => path === option || path.startsWith(`${option}.`) || path.startsWith(`${option}[`),
    );
  }
}

/** @param at the path of the value, for the report */
export type Check<T> = (value: unknown, at: string, problems: Problems) => T | undefined;

/** A check for each field of `T`. */
export type Fields<T> = { readonly [K in keyof T]-?: Check<Exclude<T[K], undefined>> };

/** What can be told of a value without telling a secret. */
export function describe(value: unknown): string {
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value instanceof Date) return 'a Date';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** Plain enough to hold options. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

/** A checked object holds what is valid of the given one. A field that is `undefined` counts as left out. */
export function objectOf<T>(fields: Fields<T>, what: string): Check<Partial<T>> {
  return (value, at, problems) => {
    if (!isObject(value))
      return problems.add(
        at || 'options',
        `is ${describe(value)}, not an object`,
        `Write an object: ${what}.`,
      );
    const valid: Partial<T> = {};
    for (const [name, given] of Object.entries(value)) {
      if (given === undefined) continue;
      // Cut: a name is shown, and nobody knows what it is when it is none of ours.
      const path = (at ? `${at}.` : '') + name.slice(0, 40);
      if (!Object.hasOwn(fields, name)) {
        problems.add(path, 'is not an option', suggestName(name.slice(0, 40), Object.keys(fields)));
        continue;
      }
      const field = name as keyof T & string;
      const checked = fields[field](given, path, problems);
      if (checked !== undefined) valid[field] = checked;
    }
    return valid;
  };
}

/** The object with the required fields in it; each one that is missing is reported. */
export function complete<T>(check: Check<Partial<T>>, required: readonly (keyof T & string)[]): Check<T> {
  return (value, at, problems) => {
    const valid = check(value, at, problems);
    if (!valid || !isObject(value)) return undefined;
    for (const name of required) {
      if (value[name] === undefined)
        problems.add(`${at}.${name}`, 'is missing', 'It has no default: give it.');
    }
    return required.every((name) => valid[name] !== undefined) ? (valid as T) : undefined;
  };
}

interface Range {
  min: number;
  max?: number;
  /** Ends the report of a value that is out of range or broken. */
  mend: string;
}

/** A whole number. */
export function whole({ min, max = Number.MAX_SAFE_INTEGER, mend }: Range): Check<number> {
  return (value, at, problems) => {
    if (typeof value !== 'number') return notNumber(value, at, problems);
    if (Number.isInteger(value) && value >= min && value <= max) return value;
    const range = max === Number.MAX_SAFE_INTEGER ? `of at least ${min}` : `from ${min} to ${max}`;
    return problems.add(at, `is ${value}, not a whole number ${range}`, mend);
  };
}

/** Whole milliseconds, no more than a timer can hold. */
export function milliseconds(min: number, mend: string): Check<number> {
  return (value, at, problems) => {
    if (typeof value !== 'number') return notNumber(value, at, problems);
    if (!(value <= MAX_TIMER_MS)) {
      return problems.add(
        at,
        `is ${value}, more than a timer can hold`,
        `Give whole milliseconds, at most ${MAX_TIMER_MS} (24.8 days): there is no waiting without a bound.`,
      );
    }
    if (Number.isInteger(value) && value >= min) return value;
    return problems.add(at, `is ${value}, not whole milliseconds of at least ${min}`, mend);
  };
}

/** A share of one. */
export function share({ zero }: { zero: boolean }): Check<number> {
  return (value, at, problems) => {
    if (typeof value !== 'number') return notNumber(value, at, problems);
    if (value <= 1 && (zero ? value >= 0 : value > 0)) return value;
    const mend = value > 1 && value <= 100 ? `For ${value}%, write ${value / 100}.` : 'Write 0.8 for 80%.';
    return problems.add(
      at,
      `is ${value}, not a share ${zero ? 'from 0 to 1' : 'above 0 and at most 1'}`,
      mend,
    );
  };
}

function notNumber(value: unknown, at: string, problems: Problems): undefined {
  return problems.add(
    at,
    `is ${describe(value)}, not a number`,
    typeof value === 'string'
      ? 'Write it without quotes, or convert it with Number().'
      : 'Write a number, or leave it out.',
  );
}

export const flag: Check<boolean> = (value, at, problems) =>
  typeof value === 'boolean'
    ? value
    : problems.add(at, `is ${describe(value)}, not a boolean`, 'Write true or false, or leave it out.');

/** A function. What it takes and returns is the type checker's to see. */
export function functionOf<F>(signature: string): Check<F> {
  return (value, at, problems) =>
    typeof value === 'function'
      ? (value as F)
      : problems.add(at, `is ${describe(value)}, not a function`, `Write a function: ${signature}.`);
}

/** One of a closed list of words. */
export function oneOf<T extends string>(words: readonly T[]): Check<T> {
  const list = words.map((word) => `'${word}'`).join(' or ');
  return (value, at, problems) =>
    words.includes(value as T)
      ? (value as T)
      : problems.add(at, `is ${describe(value)}, but none of its values`, `Write ${list}.`);
}

/** A string of the form `pattern`. The report never shows it. */
export function text(pattern: RegExp, mend: string): Check<string> {
  return (value, at, problems) => {
    if (typeof value !== 'string') return problems.add(at, `is ${describe(value)}, not a string`, mend);
    if (pattern.test(value)) return value;
    return problems.add(
      at,
      value === '' ? 'is empty' : 'holds characters that it may not hold, or too many',
      mend,
    );
  };
}

/** `false`, or what the other check lets pass. */
export function orFalse<T>(check: Check<T>): Check<T | false> {
  return (value, at, problems) => (value === false ? false : check(value, at, problems));
}

/** An array whose members pass the check. */
export function listOf<T>(member: Check<T>): Check<readonly T[]> {
  return (value, at, problems) => {
    if (!Array.isArray(value))
      return problems.add(at, `is ${describe(value)}, not an array`, 'Write it in brackets.');
    return value.map((item, i) => member(item, `${at}[${i}]`, problems)).filter((item) => item !== undefined);
  };
}
