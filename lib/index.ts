/**
 * The main entry. Runs in Node and in browsers.
 */
import './axios-augmentation.js';

export { rateLimitHandler } from './interceptors/handler.js';
export type { RateLimitHandler } from './interceptors/handler.js';
export { use } from './interceptors/attach.js';
export type { AxiosLike, Plugin } from './interceptors/attach.js';
export { callReport } from './interceptors/call-report.js';
export type { AttemptReport, CallReport, WaitReason, WaitReport } from './interceptors/call-report.js';
export { AdmissionRejectedError, ConfigError, isAdmissionRejected, isConfigError } from './errors.js';
export type { ScopeStatus, Status } from './admission/status.js';
export type { AccountStatus, BucketStatus } from './core/account-status.js';
export type { AdmissionRejectionReason, ConfigProblem } from './errors.js';
export { isQuotaExhausted } from './interceptors/quota-exhausted.js';
export { fullJitter } from './core/backoff.js';
export type { BackoffOptions } from './core/backoff.js';
export { parseRetryAfter } from './core/retry-after.js';
export { parseRateLimit } from './core/rate-limit-fields.js';
export { classify } from './core/classify.js';
export type { SettleReason } from './core/decide.js';
export type { Clock, Random } from './core/ports.js';
export type {
  Classification,
  ErrorFacts,
  HeaderBag,
  Idempotency,
  LimitScope,
  OutcomeClass,
  ProviderPreset,
  Quota,
  RateWindow,
  ReadingRules,
  RequestConfig,
  ResponseFacts,
} from './core/types.js';
export type { Mode, RateLimitOptions } from './config/options.js';
export type { RequestRateLimitOptions } from './config/request-options.js';
export type { RetryOptions, RetryQuotaOptions } from './config/retry-options.js';
export type { Summary } from './config/summary.js';
