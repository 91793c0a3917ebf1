/**
 * Reading rules over reading rules. Pure; imports only types.
 */
import type { ReadingRules } from './types.js';

/** Lays `above` over `below`, entry by entry, so that one more code keeps the others. */
export function mergeReading(below: ReadingRules, above: ReadingRules): ReadingRules {
  const merged = { ...below, ...above };
  if (below.codes) merged.codes = { ...below.codes, ...above.codes };
  if (below.codeHeaders) merged.codeHeaders = [...below.codeHeaders, ...(above.codeHeaders ?? [])];
  if (below.fields) merged.fields = { ...below.fields, ...above.fields };
  if (below.statuses) merged.statuses = { ...below.statuses, ...above.statuses };
  return merged;
}
