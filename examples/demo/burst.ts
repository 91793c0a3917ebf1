/**
 * What the demo's agent wants: a few hundred calls over three credentials, all at once. Pure. Imports nothing.
 */

export type Call = { method: 'GET'; path: string; credential: string } | Charge;

export interface Charge {
  method: 'POST';
  path: string;
  credential: string;
  body: { order: string; amount: number };
}

/** For each credential in turn: read, read, charge, and again. */
export function planBurst(credentials: readonly string[], callsEach: number): Call[] {
  return Array.from({ length: callsEach * credentials.length }, (_, index): Call => {
    const credential = credentials[index % credentials.length] ?? '';
    const round = Math.floor(index / credentials.length);
    return round % 3 === 2
      ? {
          method: 'POST',
          path: '/charges',
          credential,
          body: { order: `order-${index}`, amount: 100 + index },
        }
      : { method: 'GET', path: `/orders/${index}`, credential };
  });
}
