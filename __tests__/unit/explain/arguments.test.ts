import { parseCommand, UsageError } from '../../../lib/explain/arguments.js';

const NOTHING = { file: undefined, provider: undefined, now: undefined, json: false };

test.each([
  [['--help'], { command: 'help' }],
  [['explain', '-h'], { command: 'help' }],
  [['explain', '--provider', 'list'], { command: 'list' }],
  [['explain'], { command: 'explain', ...NOTHING }],
  [['explain', '-'], { command: 'explain', ...NOTHING }],
  [['explain', 'a.txt'], { command: 'explain', ...NOTHING, file: 'a.txt' }],
  [
    ['explain', '--provider', 'stripe', '--json'],
    { command: 'explain', ...NOTHING, provider: 'stripe', json: true },
  ],
  [
    ['explain', '--now', '2026-12-01T12:00:00Z'],
    { command: 'explain', ...NOTHING, now: Date.UTC(2026, 11, 1, 12) },
  ],
  [['explain', '--now', '1000'], { command: 'explain', ...NOTHING, now: 1_000 }],
])('%j', (args, command) => {
  expect(parseCommand(args)).toEqual(command);
});

test.each<[string[], string]>([
  [[], 'there is no command'],
  [['guess'], '"guess" is no command'],
  [['explain', 'a', 'b'], 'more than one file'],
  [['explain', '--colour'], '--colour'],
  [['explain', '--now', 'soon'], '--now is neither'],
  [['explain', '--now', '9'.repeat(30)], '--now is neither'],
])('%j makes no sense', (args, message) => {
  expect(() => parseCommand(args)).toThrow(UsageError);
  expect(() => parseCommand(args)).toThrow(message);
});
