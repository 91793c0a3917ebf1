/**
 * What an error that came in place of a response is: by its code, as Node, undici, axios and the browsers give it.
 * Pure; imports only core.
 */
import type { OutcomeClass } from './types.js';

type ErrorClass = Extract<OutcomeClass, 'cancelled' | 'timeout' | 'network' | 'permanent'>;

export interface ErrorMeaning {
  class: ErrorClass;
  reason: string;
}

const TIMEOUT = new Set([
  ...['ETIMEDOUT', 'ESOCKETTIMEDOUT', 'ERR_TLS_HANDSHAKE_TIMEOUT'],
  ...['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'],
]);

/** The connection could not be made, or broke: another one may hold. */
const NETWORK = new Set([
  ...['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA', 'EAI_FAIL'],
  ...[
    'EHOSTUNREACH',
    'EHOSTDOWN',
    'ENETUNREACH',
    'ENETDOWN',
    'ENETRESET',
    'EADDRINUSE',
    'EADDRNOTAVAIL',
    'ENOTCONN',
  ],
  ...['ERR_NETWORK', 'ERR_STREAM_PREMATURE_CLOSE', 'ERR_SOCKET_CLOSED', 'ERR_SOCKET_CONNECTION_TIMEOUT'],
  ...['UND_ERR_SOCKET', 'UND_ERR_CLOSED', 'UND_ERR_DESTROYED', 'HPE_INVALID_EOF_STATE', 'Z_BUF_ERROR'],
  ...[
    'ERR_HTTP2_STREAM_ERROR',
    'ERR_HTTP2_SESSION_ERROR',
    'ERR_HTTP2_GOAWAY_SESSION',
    'ERR_HTTP2_INVALID_SESSION',
  ],
  ...['ERR_HTTP2_STREAM_CANCEL', 'ERR_HTTP2_PING_CANCEL'],
]);

/** OpenSSL's verdicts on a certificate: `CERT_HAS_EXPIRED`, `SELF_SIGNED_CERT_IN_CHAIN`, `UNABLE_TO_VERIFY_LEAF_SIGNATURE`, ... */
const CERTIFICATE = /CERT|^UNABLE_TO_|^ERR_TLS_|^ERR_SSL_|^HOSTNAME_MISMATCH$|^INVALID_CA$|^CRL_/;

/** A chain of causes longer than this is somebody's mistake. */
const LONGEST_CHAIN = 5;

/** Classifies an error, of any type. Only what axios made, or what has a code that we know, is anything but permanent. */
export function meaningOfError(error: unknown): ErrorMeaning {
  if (error === null || typeof error !== 'object')
    return { class: 'permanent', reason: 'not an axios error' };
  const { __CANCEL__, isAxiosError, code, name } = error as Record<string, unknown>;

  if (__CANCEL__ === true || code === 'ERR_CANCELED' || code === 'UND_ERR_ABORTED' || name === 'AbortError') {
    return { class: 'cancelled', reason: 'cancelled' };
  }
  if (code === 'ECONNABORTED') return meaningOfAbort(error);
  if (name === 'TimeoutError') return { class: 'timeout', reason: 'TimeoutError' };

  const codes = isAxiosError === true || typeof code === 'string' ? codesOf(error) : [];
  const timeout = codes.find((one) => TIMEOUT.has(one));
  if (timeout) return { class: 'timeout', reason: timeout };
  // A cause may know better: the fetch adapter's ERR_NETWORK also stands for a bad certificate.
  const certificate = codes.find((one) => CERTIFICATE.test(one));
  if (certificate) return { class: 'permanent', reason: certificate };
  const network = codes.find((one) => NETWORK.has(one));
  if (network) return { class: 'network', reason: network };

  if (isAxiosError !== true) return { class: 'permanent', reason: codes[0] ?? 'not an axios error' };
  // axios's word for a connection that closed in mid-body; its code, ERR_BAD_RESPONSE, says less.
  if (messageOf(error) === 'stream has been aborted') return { class: 'network', reason: 'stream aborted' };
  // Old adapters, and those that mock them, give no code with this.
  if (messageOf(error) === 'Network Error') return { class: 'network', reason: 'network error' };
  return { class: 'permanent', reason: codes[0] ?? 'axios error' };
}

/**
 * axios gives ECONNABORTED to its timeouts (unless `transitional.clarifyTimeoutError`) and, in browsers, to a request that
 * was aborted from outside; Node gives it to a connection that broke.
 */
function meaningOfAbort(error: object): ErrorMeaning {
  const message = messageOf(error);
  if (message === 'Request aborted') return { class: 'cancelled', reason: 'request aborted' };
  const isSystemError = typeof message === 'string' && message.endsWith('ECONNABORTED'); // "read ECONNABORTED"
  return { class: isSystemError ? 'network' : 'timeout', reason: 'ECONNABORTED' };
}

function messageOf(error: object): unknown {
  return 'message' in error ? error.message : undefined;
}

function codesOf(error: object): string[] {
  const codes: string[] = [];
  let link: unknown = error;
  for (let depth = 0; depth < LONGEST_CHAIN && link !== null && typeof link === 'object'; depth += 1) {
    const { code, cause } = link as Record<string, unknown>;
    if (typeof code === 'string' && /^[A-Z][A-Z0-9_]{1,63}$/.test(code)) codes.push(code);
    link = cause;
  }
  return codes;
}
