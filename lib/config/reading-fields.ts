/**
 * What the reading rules of a provider may be. Checks only. May import core/ and its neighbours.
 */
import type { FieldRole, FieldRule, OutcomeClass, ReadingRules } from '../core/types.js';
import {
  complete,
  describe,
  isObject,
  listOf,
  milliseconds,
  objectOf,
  oneOf,
  orFalse,
  text,
} from './check.js';
import type { Check } from './check.js';

const OUTCOME_CLASSES = Object.keys({
  success: true,
  rate_limited: true,
  quota_exhausted: true,
  transient: true,
  permanent: true,
  cancelled: true,
  network: true,
  timeout: true,
} satisfies Record<OutcomeClass, true>) as readonly OutcomeClass[];

const FIELD_ROLES = Object.keys({
  limit: true,
  remaining: true,
  used: true,
  reset: true,
  length: true,
} satisfies Record<FieldRole, true>) as readonly FieldRole[];

/** A header's name as rules have it (RFC 9110, 5.6.2). */
const HEADER = /^[!#$%&'*+\-.^_`|~0-9a-z]{1,100}$/;
const STATUS = /^[1-5]\d\d$/;

const headerName = text(HEADER, "Write a header's name in lower case.");
const resetUnit = oneOf(['delta-s', 'delta-ms', 'epoch-s', 'epoch-ms'] as const);

/** A map whose keys have a form, and whose values pass a check. */
function mapOf<T>(key: RegExp, keyMend: string, member: Check<T>): Check<Readonly<Record<string, T>>> {
  return (value, at, problems) => {
    if (!isObject(value)) {
      return problems.add(at, `is ${describe(value)}, not an object`, `Map ${keyMend} to its meaning.`);
    }
    for (const [name, meaning] of Object.entries(value)) {
      const path = `${at}.${name.slice(0, 40)}`;
      if (!key.test(name)) problems.add(path, 'is not a name that can occur', `Write ${keyMend}.`);
      member(meaning, path, problems);
    }
    return value as Record<string, T>;
  };
}

const outcomeClass = oneOf(OUTCOME_CLASSES);

const fieldRule: Check<FieldRule> = complete(
  objectOf<FieldRule>(
    {
      role: oneOf(FIELD_ROLES),
      window: text(/^[^\p{Cc}]{1,100}$/u, "Write the window's name, such as 'per_day'."),
      unit: resetUnit,
    },
    '{ role, window, unit }, or false',
  ),
  ['role'],
);

export const reading: Check<ReadingRules> = objectOf<ReadingRules>(
  {
    codes: mapOf(/./u, 'a machine-readable code', outcomeClass),
    codeHeaders: listOf(headerName),
    fields: mapOf(HEADER, "a header's name in lower case", orFalse(fieldRule)),
    statuses: mapOf(STATUS, 'a status from 100 to 599', outcomeClass),
    resetUnit,
    defaultRetryAfterMs: milliseconds(0, 'Write the least wait after a rate limit without a hint.'),
  },
  '{ codes, fields, statuses, ... }',
);
