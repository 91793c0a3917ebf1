/**
 * Tells whether a call failed because an allowance is gone.
 */
import { isAdmissionRejected } from '../errors.js';
import { callReport } from './call-report.js';

/** Whether the provider said that the period's allowance is gone: in answer to this call, or to an earlier one. */
export function isQuotaExhausted(error: unknown): boolean {
  if (isAdmissionRejected(error)) return error.reason === 'quota_exhausted';
  const ended = callReport(error)?.ended;
  return ended === 'quota_exhausted' || ended === 'rejected: quota_exhausted';
}
