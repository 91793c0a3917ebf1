import { PLAIN_LINE_MS, REDRAW_MS, Screen } from '../../../examples/fleet/screen.js';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

function outputOf(isTTY: boolean) {
  let text = '';
  const output = {
    isTTY,
    columns: 10,
    write: (chunk: string) => {
      text += chunk;
      return true;
    },
  };
  return { output, text: () => text, clear: () => (text = '') };
}

let drawings = 0;
const picture = { lines: () => [`first ${++drawings}`, 'a line that is too long'], line: () => 'all in one' };

test('on a terminal each drawing takes the place of the last one', () => {
  const { output, text, clear } = outputOf(true);
  const screen = new Screen(output, picture);
  drawings = 0;
  screen.start();
  expect(text()).toBe('first 1\na line th\n');
  clear();
  jest.advanceTimersByTime(REDRAW_MS);
  expect(text()).toBe('\x1b[2A\x1b[0Jfirst 2\na line th\n');
  screen.end();
});

test('what is said stays above the drawing', () => {
  const { output, text, clear } = outputOf(true);
  const screen = new Screen(output, picture);
  drawings = 0;
  screen.start();
  clear();
  screen.say('gone');
  expect(text()).toBe('\x1b[2A\x1b[0Jgone\nfirst 2\na line th\n');
  screen.end();
});

test('in a pipe there are plain lines, one at a time, and nothing that moves a cursor', () => {
  const { output, text } = outputOf(false);
  const screen = new Screen(output, picture);
  screen.start();
  jest.advanceTimersByTime(PLAIN_LINE_MS);
  screen.say('gone');
  jest.advanceTimersByTime(PLAIN_LINE_MS);
  screen.end();
  expect(text()).toBe('all in one\ngone\nall in one\nall in one\n');
});

test('nothing is drawn after the end', () => {
  const { output, text, clear } = outputOf(true);
  const screen = new Screen(output, picture);
  screen.start();
  screen.end();
  clear();
  jest.advanceTimersByTime(10 * REDRAW_MS);
  screen.say('the end');
  expect(text()).toBe('the end\n');
});
