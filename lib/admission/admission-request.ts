/**
 * What the loop asks of the gate before each attempt. Imports only types.
 */
import type { Charges } from '../core/ports.js';

export interface AdmissionRequest {
  scope: string;
  charges: Charges;
  /** 0 (first) to 9 (last). */
  priority: number;
  /** The wait must have ended before this instant. */
  endsAt: number;
  /** A retry keeps the order that its first permit told, and goes before those that came later. */
  order?: number | undefined;
  /** Don't wait. */
  immediate?: boolean;
  /** Tells of the call's cancellation while it waits, also of one that has come before; never within this very call. */
  onCancel?: (listener: (error: Error) => void) => () => void;
}
