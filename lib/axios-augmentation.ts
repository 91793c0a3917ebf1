/**
 * Types `config.rateLimit` on axios's own request config. Imports types only.
 */
import type {} from 'axios';
import type { RequestRateLimitOptions } from './config/request-options.js';

declare module 'axios' {
  interface AxiosRequestConfig {
    /** What this request asks of the rate limit handler; `false`: as if it were not installed. */
    rateLimit?: RequestRateLimitOptions | false;
  }
}
