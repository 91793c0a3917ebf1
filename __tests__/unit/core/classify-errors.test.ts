import { AxiosError, CanceledError, type AxiosResponse, type InternalAxiosRequestConfig } from 'axios';

import { classify } from '../../../lib/core/classify.js';
import type { Classification, OutcomeClass } from '../../../lib/core/types.js';

const NOW = Date.parse('2026-12-01T12:00:00.000Z');
const judge = (error: unknown): Classification => classify({ error, receivedAt: NOW });

function axiosError(
  code: string | undefined,
  { message = 'x', status = 0, cause }: { message?: string; status?: number; cause?: unknown } = {},
): AxiosError {
  const config = { url: '/' } as InternalAxiosRequestConfig;
  const response = {
    status,
    headers: { 'retry-after': '9' },
    data: undefined,
    statusText: '',
    config,
  } as unknown as AxiosResponse;
  const error = new AxiosError(message, code, config, {}, status ? response : undefined);
  return cause === undefined ? error : Object.assign(error, { cause });
}

test.each<[string, unknown, OutcomeClass]>([
  ['a timeout of axios', axiosError('ECONNABORTED', { message: 'timeout of 100ms exceeded' }), 'timeout'],
  [
    'a timeout with a message of the caller',
    axiosError('ECONNABORTED', { message: 'too slow for me' }),
    'timeout',
  ],
  ['a timeout, clarified', axiosError('ETIMEDOUT'), 'timeout'],
  ['a connection that timed out', axiosError('UND_ERR_CONNECT_TIMEOUT'), 'timeout'],
  ['a signal that timed out', new DOMException('x', 'TimeoutError'), 'timeout'],
  ['a cancelled request', new CanceledError('x'), 'cancelled'],
  ['a cancelled request of another copy of axios', { __CANCEL__: true }, 'cancelled'],
  ['a code without the brand', axiosError('ERR_CANCELED'), 'cancelled'],
  ['an aborted signal', new DOMException('x', 'AbortError'), 'cancelled'],
  [
    'a request that the browser aborted',
    axiosError('ECONNABORTED', { message: 'Request aborted' }),
    'cancelled',
  ],
  [
    'a connection that the system aborted',
    axiosError('ECONNABORTED', { message: 'read ECONNABORTED' }),
    'network',
  ],
  ['a network error without a code', axiosError(undefined, { message: 'Network Error' }), 'network'],
  [
    'a stream that broke',
    axiosError('ERR_BAD_RESPONSE', { message: 'stream has been aborted', status: 200 }),
    'network',
  ],
  ['a raw error of an adapter', Object.assign(new Error('x'), { code: 'ECONNRESET' }), 'network'],
  [
    'a bad certificate behind the fetch adapter',
    axiosError('ERR_NETWORK', { cause: { code: 'CERT_HAS_EXPIRED' } }),
    'permanent',
  ],
  [
    'a timeout behind the fetch adapter',
    axiosError('ERR_NETWORK', { cause: { code: 'UND_ERR_HEADERS_TIMEOUT' } }),
    'timeout',
  ],
  [
    'a body that is no JSON',
    axiosError('ERR_BAD_RESPONSE', { message: 'Unexpected token', status: 200 }),
    'permanent',
  ],
  [
    'a response over maxContentLength',
    axiosError('ERR_BAD_RESPONSE', { message: 'maxContentLength size of 9 exceeded' }),
    'permanent',
  ],
  ['a bug in an adapter', axiosError(undefined, { message: 'x is not a function' }), 'permanent'],
  ['a bug in an interceptor', new TypeError('x'), 'permanent'],
  [
    'a bug in an interceptor that calls elsewhere',
    new TypeError('x', { cause: { code: 'ECONNRESET' } }),
    'permanent',
  ],
  ['a string', 'x', 'permanent'],
  ['nothing', undefined, 'permanent'],
])('%s', (_, error, outcome) => expect(judge(error).class).toBe(outcome));

test.each([
  ...[
    'ECONNRESET',
    'ECONNREFUSED',
    'EPIPE',
    'ENOTFOUND',
    'EAI_AGAIN',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'ERR_NETWORK',
  ],
  ...['ERR_STREAM_PREMATURE_CLOSE', 'UND_ERR_SOCKET'],
])('%s is network', (code) =>
  expect(judge(axiosError(code))).toEqual({
    class: 'network',
    reason: code,
    windows: [],
    scope: 'credential',
  }),
);

test.each([
  ...[
    'ERR_FR_MAX_BODY_LENGTH_EXCEEDED',
    'ERR_FR_TOO_MANY_REDIRECTS',
    'ERR_BAD_OPTION',
    'ERR_BAD_OPTION_VALUE',
  ],
  ...[
    'ERR_INVALID_URL',
    'ERR_NOT_SUPPORT',
    'ERR_BAD_REQUEST',
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'DEPTH_ZERO_SELF_SIGNED_CERT',
  ],
  ...[
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'SELF_SIGNED_CERT_IN_CHAIN',
    'UND_ERR_INVALID_ARG',
    'EACCES',
    'SOMETHING_NEW',
  ],
])('%s is permanent', (code) => expect(judge(axiosError(code)).class).toBe('permanent'));

describe('with a response', () => {
  test.each<[string, number, OutcomeClass]>([
    ['ERR_BAD_REQUEST', 429, 'rate_limited'],
    ['ERR_BAD_REQUEST', 404, 'permanent'],
    ['ERR_BAD_RESPONSE', 503, 'transient'],
    ['ECONNABORTED', 503, 'transient'],
    ['ECONNRESET', 429, 'rate_limited'],
    ['ECONNABORTED', 200, 'timeout'],
    ['ETIMEDOUT', 200, 'timeout'],
    ['ECONNRESET', 206, 'network'],
    ['ERR_BAD_REQUEST', 304, 'permanent'],
    ['ERR_CANCELED', 429, 'cancelled'],
  ])('%s in a %d is %s', (code, status, outcome) =>
    expect(judge(axiosError(code, { status })).class).toBe(outcome),
  );

  test('its Retry-After counts', () => {
    expect(judge(axiosError('ERR_BAD_RESPONSE', { status: 503 })).retryAt).toBe(NOW + 9_000);
    expect(judge(axiosError('ECONNABORTED', { status: 200 })).retryAt).toBe(NOW + 9_000);
  });

  test('what carries a response but is no axios error is permanent', () => {
    expect(judge(Object.assign(new Error('x'), { response: { status: 429, headers: {} } })).class).toBe(
      'permanent',
    );
  });

  test('a response without headers, as mocks make them, is a response', () => {
    expect(judge({ isAxiosError: true, code: 'ERR_BAD_REQUEST', response: { status: 429 } }).class).toBe(
      'rate_limited',
    );
  });
});

test('secrets in an error stay out of the reason', () => {
  expect(judge(Object.assign(new Error('x'), { code: 'sk_live_1' })).reason).toBe('not an axios error');
  expect(judge(axiosError('Bearer x')).reason).toBe('axios error');
});

test('a chain of causes that bites its own tail ends', () => {
  const error = axiosError('ERR_SOMETHING');
  expect(judge(Object.assign(error, { cause: error })).class).toBe('permanent');
});
