/** A ledger that is asked elsewhere, as one shared by a fleet is: its answers come late. */
import type { LocalLedger, RemoteLedger } from '../../lib/core/ports.js';

/** @param underway what an answer waits for on its way back. */
export function answerLate(underway: () => Promise<void>): (ledger: LocalLedger) => RemoteLedger {
  return (ledger) => ({
    remote: true,
    onNews: () => undefined,
    shut: () => undefined,
    take: async (scope, charges) => {
      const answer = ledger.take(scope, charges);
      await underway();
      return answer;
    },
    scopes: ledger.scopes,
    statusOf: (ref) => ledger.statusOf(ref),
    correct: (...args) => ledger.correct(...args),
    giveBack: (...args) => ledger.giveBack(...args),
    foresee: (...args) => ledger.foresee(...args),
    pause: (...args) => ledger.pause(...args),
    close: (...args) => ledger.close(...args),
    observe: (...args) => ledger.observe(...args),
  });
}
