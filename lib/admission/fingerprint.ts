/**
 * Credentials become fingerprints here, at once: nothing behind this line holds a secret. Imports only the hash function.
 */
import { sha256 } from '@noble/hashes/sha2';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils';

/** The scope of requests that carry no credential. */
export const ANONYMOUS = 'anonymous';

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
