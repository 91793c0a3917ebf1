/**
 * The reader of structured fields against the grammar of RFC 9651, section by section: the kinds of case that the HTTP working
 * group's public suite (structured-field-tests) has for lists, dictionaries, inner lists, parameters, strings, numbers and tokens.
 */
import {
  parseDictionary,
  parseItem,
  parseList,
  type BareItem,
  type Member,
  type Parameters,
} from '../../../lib/core/structured-fields.js';

/** Members as plain data: `[value, parameters]`, tokens as `token:...`, bytes as `bytes:...`, dates as `@...`. */
function plainBare({ type, value }: BareItem): unknown {
  if (type === 'token' || type === 'bytes') return `${type}:${value}`;
  return type === 'date' ? `@${value}` : value;
}
const plainParameters = (parameters: Parameters): unknown =>
  Object.fromEntries([...parameters].map(([key, item]) => [key, plainBare(item)]));
function plain(member: Member): unknown {
  const value = 'item' in member ? plainBare(member.item) : member.items.map(plain);
  return [value, plainParameters(member.parameters)];
}
const list = (text: string): unknown => parseList(text)?.map(plain);
const dictionary = (text: string): unknown => {
  const members = parseDictionary(text);
  return members && Object.fromEntries([...members].map(([key, member]) => [key, plain(member)]));
};
const item = (text: string): unknown => {
  const parsed = parseItem(text);
  return parsed && plain(parsed);
};

describe('lists', () => {
  test.each([
    [
      '1, 42',
      [
        [1, {}],
        [42, {}],
      ],
    ],
    ['', []],
    ['   ', []],
    ['42', [[42, {}]]],
    [
      '1,42',
      [
        [1, {}],
        [42, {}],
      ],
    ],
    [
      '1 , 42',
      [
        [1, {}],
        [42, {}],
      ],
    ],
    [
      '1\t,\t42',
      [
        [1, {}],
        [42, {}],
      ],
    ],
    [
      '  1, 42  ',
      [
        [1, {}],
        [42, {}],
      ],
    ],
    [
      'abc_123;a=1;b=2; cdef_456, ghi;q=9;r="+w"',
      [
        ['token:abc_123', { a: 1, b: 2, cdef_456: true }],
        ['token:ghi', { q: 9, r: '+w' }],
      ],
    ],
    ['text/html;q=1.0', [['token:text/html', { q: 1 }]]],
    ['text/html;a;q=1.0', [['token:text/html', { a: true, q: 1 }]]],
    ['text/html;q=1.0;a', [['token:text/html', { q: 1, a: true }]]],
    [
      'text/html  ,  text/plain;  q=0.5;  charset=utf-8',
      [
        ['token:text/html', {}],
        ['token:text/plain', { q: 0.5, charset: 'token:utf-8' }],
      ],
    ],
    ['1;a=1;b=2;a=3', [[1, { b: 2, a: 3 }]]],
    [
      '(1 2), (42 43)',
      [
        [
          [
            [1, {}],
            [2, {}],
          ],
          {},
        ],
        [
          [
            [42, {}],
            [43, {}],
          ],
          {},
        ],
      ],
    ],
    ['(42)', [[[[42, {}]], {}]]],
    ['()', [[[], {}]]],
    [
      '( 1  42 );a',
      [
        [
          [
            [1, {}],
            [42, {}],
          ],
          { a: true },
        ],
      ],
    ],
    ['("foo";a=1;b=2);lvl=5', [[[['foo', { a: 1, b: 2 }]], { lvl: 5 }]]],
  ])('%p', (text, expected) => expect(list(text)).toEqual(expected));

  test.each([
    '1, 42,',
    '1,,42',
    ',1',
    '1 42',
    'text/plain;q =0.5',
    'text/plain;q= 0.5',
    'text/plain ;q=0.5',
    'text/plain;',
    'text/plain;Q=1',
    '(1 42',
    '(1,2)',
    '("a""b")',
    '1)',
    '(1 (2))',
    'ä',
    '\u00a01',
  ])('%p is none', (text) => expect(parseList(text)).toBeUndefined());
});

describe('dictionaries', () => {
  test.each([
    ['en="Applepie", da=:w4ZibGV0w6ZydGU=:', { en: ['Applepie', {}], da: ['bytes:w4ZibGV0w6ZydGU=', {}] }],
    ['', {}],
    ['a=1,b=2', { a: [1, {}], b: [2, {}] }],
    ['a=1 ,  b=2', { a: [1, {}], b: [2, {}] }],
    ['a, b;x=1, c=?0', { a: [true, {}], b: [true, { x: 1 }], c: [false, {}] }],
    ['a=1, b=2, a=3', { b: [2, {}], a: [3, {}] }],
    ['abc=123;a=1;b=2, def=456', { abc: [123, { a: 1, b: 2 }], def: [456, {}] }],
    [
      'a=(1 2); q=1.0',
      {
        a: [
          [
            [1, {}],
            [2, {}],
          ],
          { q: 1 },
        ],
      },
    ],
    ['*a.b-c_1=1', { '*a.b-c_1': [1, {}] }],
  ])('%p', (text, expected) => expect(dictionary(text)).toEqual(expected));

  test('a later duplicate takes the later place', () => {
    expect([...(parseDictionary('a=1, b=2, a=3') ?? []).keys()]).toEqual(['b', 'a']);
  });

  test.each(['a=1, b=2,', 'a=1,,b=2', 'a=', 'a =1', 'a= 1', 'A=1', '1a=1', '=1', 'a=1 b=2', 'a=b;q =0.5'])(
    '%p is none',
    (text) => expect(parseDictionary(text)).toBeUndefined(),
  );
});

describe('numbers', () => {
  test.each([
    ['42', 42],
    ['0', 0],
    ['00', 0],
    ['-0', 0],
    ['-42', -42],
    ['042', 42],
    ['-042', -42],
    ['123456789012345', 123_456_789_012_345],
    ['-123456789012345', -123_456_789_012_345],
    ['1.23', 1.23],
    ['-1.23', -1.23],
    ['0.001', 0.001],
    ['123456789012.1', 123_456_789_012.1],
  ])('%p', (text, expected) => expect(item(text)).toEqual([expected, {}]));

  test.each([
    '2,3',
    '-a23',
    '4-2',
    '1234567890123456',
    '-1234567890123456',
    '1.5.4',
    '1..4',
    '1.',
    '.5',
    '-',
    '--1',
    '+1',
    '1.1234',
    '1234567890123.1',
    '1e3',
  ])('%p is none', (text) => expect(parseItem(text)).toBeUndefined());
});

describe('strings', () => {
  test.each([
    ['"foo"', 'foo'],
    ['""', ''],
    ['"foo \\"bar\\" \\\\ baz"', 'foo "bar" \\ baz'],
    ['"a, b; c"', 'a, b; c'],
  ])('%p', (text, expected) => expect(item(text)).toEqual([expected, {}]));

  test.each(["'foo'", '"foo', '"foo \\,"', '"foo \\', '"a" "b"', '"\t"', '"füü"', '"\u007f"'])(
    '%p is none',
    (text) => expect(parseItem(text)).toBeUndefined(),
  );

  test('every printable ASCII character may stand in one, and no other', () => {
    for (let code = 0; code < 256; code += 1) {
      const char = String.fromCharCode(code);
      const isPlain = code >= 0x20 && code <= 0x7e && char !== '"' && char !== '\\';
      expect(item(`" ${char} "`)).toEqual(isPlain ? [` ${char} `, {}] : undefined);
    }
  });
});

describe('tokens, bytes, booleans, dates, display strings', () => {
  test.each([
    ['a_b-c.d3:f%00/*', 'token:a_b-c.d3:f%00/*'],
    ['*', 'token:*'],
    [':aGVsbG8=:', 'bytes:aGVsbG8='],
    ['::', 'bytes:'],
    ['?1', true],
    ['?0', false],
    ['@1659578233', '@1659578233'],
    ['@-1', '@-1'],
    ['%"f%c3%bc%c3%bc"', 'füü'],
  ])('%p', (text, expected) => expect(item(text)).toEqual([expected, {}]));

  test.each([
    'a b',
    ':aGVsbG8=',
    ':aGVs!:',
    '?2',
    '?',
    '?true',
    '@1.5',
    '@',
    '%"f%C3%BC"',
    '%"%ff"',
    '%"a',
    '!a',
    '{a}',
    '',
  ])('%p is none', (text) => expect(parseItem(text)).toBeUndefined());
});
