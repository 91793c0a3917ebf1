import { Readable } from 'node:stream';
import { isIdempotentMethod, isReplayable } from '../../../lib/core/replay.js';

describe('sending a method twice', () => {
  it.each(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'PUT', 'DELETE', 'get', 'Delete'])(
    'is harmless for %s',
    (method) => {
      expect(isIdempotentMethod(method)).toBe(true);
    },
  );

  it.each(['POST', 'PATCH', 'CONNECT', 'post', 'PROPFIND', 'PURGE', 'LINK', ''])(
    'is not for %j',
    (method) => {
      expect(isIdempotentMethod(method)).toBe(false);
    },
  );
});

describe('a body', () => {
  const form = new FormData();
  form.append('file', new Blob(['x']), 'x.txt');

  it.each<[string, unknown]>([
    ['none', undefined],
    ['null', null],
    ['a string', '{"a":1}'],
    ['an empty string', ''],
    ['a Buffer', Buffer.from('abc')],
    ['an ArrayBuffer', new ArrayBuffer(8)],
    ['a typed array', new Uint8Array(8)],
    ['search parameters', new URLSearchParams({ a: '1' })],
    ['a native form', form],
    ['a Blob', new Blob(['x'])],
    ['an object that a transform left as it is', { next: 'page', pipe: 3 }],
    ['an array', [1, 2]],
  ])('can be sent again: %s', (_, body) => {
    expect(isReplayable(body)).toBe(true);
  });

  it.each<[string, unknown]>([
    ['a Node stream', Readable.from(['a'])],
    ['a web stream', new ReadableStream()],
    [
      'a form of the form-data package, which is a stream of old style',
      { pipe: () => undefined, getBoundary: () => '' },
    ],
    [
      'a generator',
      (function* () {
        yield 'a';
      })(),
    ],
    [
      'an async generator',
      (async function* () {
        yield 'a';
      })(),
    ],
    ['an async iterable', { [Symbol.asyncIterator]: () => undefined }],
    ['a function that would make one', () => Readable.from(['a'])],
    ['a one-shot object with a field of another meaning', { pipe: 'lead', next: () => undefined }],
  ])('is spent by the first attempt: %s', (_, body) => {
    expect(isReplayable(body)).toBe(false);
  });
});
