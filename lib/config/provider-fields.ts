/**
 * What can be said of a provider, in a preset or in the options: its quotas, keys and statuses. Checks only.
 * May import core/ and its neighbours.
 */
import type { Idempotency, ProviderPreset, Quota } from '../core/types.js';
import { complete, describe, flag, functionOf, listOf, objectOf, text, whole } from './check.js';
import type { Check } from './check.js';
import { reading } from './reading-fields.js';

/** A token as in a header name or a method (RFC 9110, 5.6.2). */
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,100}$/;
/** What metric attributes and store keys take without escapes. */
const PROVIDER_ID = /^[a-z0-9][a-z0-9._-]{0,63}$/;
const PRINTABLE = /^[^\p{Cc}]{1,100}$/u;

const quota: Check<Quota> = complete(
  objectOf<Quota>(
    {
      limit: whole({ min: 1, mend: 'Write the tokens that the provider publishes for one window.' }),
      windowMs: whole({
        min: 1,
        mend: 'Write the length of the window in milliseconds: 60_000 for a minute.',
      }),
      burst: whole({ min: 1, mend: 'Write the tokens that may be taken at once, or leave it out.' }),
      cost: functionOf('(config) => tokens'),
      usage: functionOf('(response) => tokens'),
      counts: text(PRINTABLE, 'Write a few words, such as `searches`.'),
    },
    '{ limit, windowMs }',
  ),
  ['limit', 'windowMs'],
);

export const quotas: Check<readonly Quota[]> = (value, at, problems) => {
  if (Array.isArray(value)) return listOf(quota)(value, at, problems);
  const one = quota(value, at, problems);
  return one && [one];
};

/** Only 429 and 5xx may be retried; for the others the report says what to do instead. */
export const retryableStatus: Check<number> = (value, at, problems) => {
  if (typeof value !== 'number') {
    return problems.add(at, `is ${describe(value)}, not a status`, 'Write a number, such as 503.');
  }
  if (value === 429 || (Number.isInteger(value) && value >= 500 && value <= 599)) return value;
  if (!Number.isInteger(value) || value < 400 || value > 599) {
    return problems.add(at, `is ${value}, not a status that can be retried`, 'Only 429 and 5xx can be.');
  }
  const instead =
    value === 403
      ? 'For a 403 that is really a rate limit there is `retryForbidden: true`.'
      : 'If the provider means a rate limit by it, `reading.statuses` makes it pause the scope.';
  return problems.add(
    at,
    `is ${value}, a fault of the request itself: no 4xx but 429 is ever retried`,
    `Take it out: mend the request, or handle the answer where you make the call. ${instead}`,
  );
};

export const idempotency: Check<Idempotency> = complete(
  objectOf<Idempotency>(
    {
      header: text(TOKEN, "Write a header's name, such as 'Idempotency-Key'."),
      methods: (value, at, problems) => {
        const method = text(TOKEN, "Write a method, such as 'POST'.");
        if (!Array.isArray(value) || value.length > 0) return listOf(method)(value, at, problems);
        return problems.add(
          at,
          'is empty',
          "Name a method, such as ['POST'], or write `idempotency: false`.",
        );
      },
    },
    '{ header, methods }',
  ),
  ['header', 'methods'],
);

const preset: Check<ProviderPreset> = complete(
  objectOf<ProviderPreset>(
    {
      id: text(PROVIDER_ID, "Write lower case letters, digits and . _ -, such as 'stripe'; 64 at most."),
      name: text(PRINTABLE, "Write a name for people, such as 'Stripe'; 100 characters at most."),
      asOf: text(/^\d{4}-\d\d(-\d\d)?$/, "Write an ISO date, such as '2026-12-01'."),
      source: text(/^.{1,2000}$/, 'Write the address of the page.'),
      keyedOn: text(/^.{1,2000}$/, 'Write a few words, such as `the account`.'),
      headers: listOf(text(TOKEN, "Write a header's name, such as 'X-RateLimit-Remaining'.")),
      quota: quotas,
      ceiling: quotas,
      idempotency,
      scope: functionOf('(config) => string or undefined'),
      retryStatuses: listOf(retryableStatus),
      retryForbidden: flag,
      reading,
      rule: functionOf('(response, generic) => changes or undefined'),
    },
    'a preset such as { id, name, quota }',
  ),
  ['id', 'name'],
);

export const provider: Check<string | ProviderPreset> = (value, at, problems) => {
  if (typeof value !== 'string') return preset(value, at, problems);
  const mend = "Write a short name of letters, digits and . _ -, such as 'slack'; 64 characters at most.";
  return text(PROVIDER_ID, mend)(value.toLowerCase(), at, problems) && value;
};
