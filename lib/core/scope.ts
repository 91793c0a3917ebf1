/**
 * Whose limit a request counts against: where its credential is found. Pure; imports only types.
 */
import type { RequestConfig } from './types.js';

/** Where a credential is looked for, in this order: the standard header, then the common API-key headers. */
const CREDENTIAL_HEADERS = [
  'Authorization',
  'X-Api-Key',
  'Api-Key',
  'X-Auth-Token',
  'X-Access-Token',
  'Private-Token',
  'X-Goog-Api-Key',
  'Xi-Api-Key',
  'X-Shopify-Access-Token',
] as const;

interface HeaderReader {
  get(name: string): unknown;
}

/** The credential of a request: the Authorization header, else axios's `auth`, else the first API-key header. */
export function defaultCredential(config: RequestConfig): string | undefined {
  const headers = config.headers as HeaderReader | undefined;
  const auth = (config as { auth?: { username?: string; password?: string } }).auth;
  // axios makes the Authorization header of `auth`, and drops one that was set beside it.
  if (auth) return `${auth.username ?? ''}:${auth.password ?? ''}`;
  if (typeof headers?.get !== 'function') return undefined;
  for (const name of CREDENTIAL_HEADERS) {
    const value = headers.get(name);
    if (typeof value === 'string' && value !== '') return value;
  }
  return undefined;
}
