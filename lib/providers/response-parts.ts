/**
 * What the rules of presets look at in a response. Imports only core.
 */
import { parseBody } from '../core/body-codes.js';
import { joinLines, pickFields } from '../core/header-bag.js';
import type { Classification, ResponseFacts } from '../core/types.js';
import { isExhausted } from '../core/windows.js';

/** What stands at a place in the body, such as `error`, `message`; in a list, the first element stands for it. */
export function bodyAt({ data }: Pick<ResponseFacts, 'data'>, ...place: readonly string[]): unknown {
  let value = parseBody(data);
  for (const name of place) {
    if (Array.isArray(value)) value = value[0];
    if (value === null || typeof value !== 'object') return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}

/** The text at a place in the body; empty where there is none. */
export function textAt(response: Pick<ResponseFacts, 'data'>, ...place: readonly string[]): string {
  const value = bodyAt(response, ...place);
  return typeof value === 'string' ? value : '';
}

/** A header of the response, by its lower-case name. */
export function responseHeader(
  { headers }: Pick<ResponseFacts, 'headers'>,
  name: string,
): string | undefined {
  return joinLines(pickFields(headers, { test: (given) => given.toLowerCase() === name }).get(name));
}

/** Whether nothing is left in a window of one of these names. */
export function isUsedUp({ windows }: Classification, ...names: readonly string[]): boolean {
  return windows.some((window) => isExhausted(window) && names.includes(window.name ?? ''));
}
