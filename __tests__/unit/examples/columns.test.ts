import { inColumns } from '../../../examples/columns.js';

test('the first column is flush left, the others are flush right, under a ruled head', () => {
  expect(
    inColumns([
      ['', 'before', 'x'],
      ['calls', '7', '12'],
      ['a longer label', '100', ''],
    ]).split('\n'),
  ).toEqual([
    '                before   x',
    '--------------------------',
    'calls                7  12',
    'a longer label     100',
  ]);
});
