/**
 * Compares what calls take.
 */
import type { Charge } from '../core/account.js';
import type { Charges } from '../core/ports.js';

/** Whether what was taken for one call serves the other. */
export function isSameCharges(a: Charges, b: Charges): boolean {
  return a === b || (isSameCharge(a.credential, b.credential) && isSameCharge(a.provider, b.provider));
}

function isSameCharge(a: Charge, b: Charge): boolean {
  return a.units === b.units && a.tokens.every((tokens, i) => tokens === b.tokens[i]);
}
