/**
 * Whose limit a request counts against: the credential it carries, as a fingerprint. Secrets end here.
 * Imports only the hash function and types.
 */
import { sha256 } from '@noble/hashes/sha2';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils';
import type { RequestConfig } from './types.js';

/** The scope of requests that carry no credential. */
export const ANONYMOUS = 'anonymous';

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

/** How many fingerprints are remembered: hashing anew costs microseconds, remembering all would keep every secret ever seen. */
const REMEMBERED = 1_000;

/**
 * Makes fingerprints of credentials for one provider: 64 bits of SHA-256 in hex, salted with the provider's id, so that the same key used at
 * two providers can't be told to be the same.
 */
export function fingerprinter(providerId: string): (credential: string | undefined) => string {
  const known = new Map<string, string>();
  return (credential) => {
    if (credential === undefined || credential === '') return ANONYMOUS;
    const found = known.get(credential);
    if (found !== undefined) return found;
    if (known.size >= REMEMBERED) known.clear();
    const print = bytesToHex(sha256(utf8ToBytes(`${providerId}\n${credential}`)).subarray(0, 8));
    known.set(credential, print);
    return print;
  };
}
