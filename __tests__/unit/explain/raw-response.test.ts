import { parseRawResponse, UnreadableResponse } from '../../../lib/explain/raw-response.js';

const HEAD = 'HTTP/1.1 429 Too Many Requests';

test.each([
  ['lines that end as on the wire', `${HEAD}\r\nRetry-After: 5\r\nX-A: b\r\n\r\n{"a":1}\r\n`],
  ['lines that end as in an editor', `${HEAD}\nRetry-After: 5\nX-A: b\n\n{"a":1}`],
  ['empty lines in front', `\n\n${HEAD}\nRetry-After: 5\nX-A: b\n\n{"a":1}`],
  ['no space, or more than one, after the colon', `${HEAD}\nRetry-After:5\nX-A:   b  \n\n{"a":1}`],
  ['no empty line before JSON', `${HEAD}\nRetry-After: 5\nX-A: b\n{"a":1}`],
  ['no version', `429 Too Many Requests\nRetry-After: 5\nX-A: b\n\n{"a":1}`],
  ['a 100 before', `HTTP/1.1 100 Continue\r\n\r\n${HEAD}\r\nRetry-After: 5\r\nX-A: b\r\n\r\n{"a":1}`],
  ['a redirect before', `HTTP/1.1 301 Moved\nLocation: /x\n\n${HEAD}\nRetry-After: 5\nX-A: b\n\n{"a":1}`],
  [
    "curl's marks",
    `* Connected\n> GET / HTTP/1.1\n> Authorization: Bearer x\n>\n{ [5 bytes data]\n< ${HEAD}\n< Retry-After: 5\n< X-A: b\n<\n{"a":1}\n* Closing`,
  ],
])('%s', (_, text) => {
  expect(parseRawResponse(text)).toEqual({
    status: 429,
    statusText: 'Too Many Requests',
    headers: { 'retry-after': ['5'], 'x-a': ['b'] },
    body: '{"a":1}',
  });
});

test('a status alone is a response', () => {
  expect(parseRawResponse('HTTP/2 503')).toEqual({ status: 503, statusText: '', headers: {}, body: '' });
});

test('a header that comes twice has two values', () => {
  expect(parseRawResponse(`${HEAD}\nRetry-After: 1\nretry-after: 2`).headers).toEqual({
    'retry-after': ['1', '2'],
  });
});

test('a body of several lines keeps them, empty ones too', () => {
  expect(parseRawResponse(`${HEAD}\n\n<html>\n\n</html>`).body).toBe('<html>\n\n</html>');
});

test.each([
  ['', 'there is no response: the input is empty'],
  [' \n ', 'there is no response: the input is empty'],
  ['secret token', 'line 1 is no status line, such as "HTTP/1.1 429 Too Many Requests"'],
  ['HTTP/1.1 999 Odd', 'line 1 is no status line, such as "HTTP/1.1 429 Too Many Requests"'],
  [`${HEAD}\nA: b\nsecret token`, 'line 3 is no header, such as "Retry-After: 30"'],
])('%j is none, and the message quotes nothing of it', (text, message) => {
  expect(() => parseRawResponse(text)).toThrow(new UnreadableResponse(message));
});
