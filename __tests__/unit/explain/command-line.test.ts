/**
 * The command line as a process of its own, from the sources.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const CLI = join(__dirname, '../../../lib/cli.ts');
const folder = mkdtempSync(join(tmpdir(), 'explain-'));
afterAll(() => rmSync(folder, { recursive: true }));

function run(args: readonly string[], input = ''): { status: number | null; stdout: string; stderr: string } {
  const runner = ['--import', 'ts-blank-space/register', CLI];
  return spawnSync(process.execPath, [...runner, ...args], { input, encoding: 'utf8' });
}

const REFUSAL = 'HTTP/1.1 429 Too Many Requests\r\nRetry-After: 5\r\n\r\n{"message":"secret-in-body"}';

test('reads a file', () => {
  const file = join(folder, 'response.txt');
  writeFileSync(file, REFUSAL);
  const { status, stdout, stderr } = run(['explain', file, '--now', '2026-12-01T12:00:00Z']);
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toContain('rate_limited');
  expect(stdout).toContain('2026-12-01T12:00:05.000Z (in 5 s)');
  expect(stdout).not.toContain('secret');
});

test('reads the standard input, with a preset, and prints JSON', () => {
  const { status, stdout } = run(['explain', '--provider', 'stripe', '--json', '--now', '1000'], REFUSAL);
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    provider: { id: 'stripe', presetOf: '2026-12-01' },
    classification: { class: 'rate_limited', retryAt: 6_000 },
    pausedUntil: 6_000,
  });
  expect(stdout).not.toContain('secret');
});

test('an unknown provider is read by the generic rules, and said to be', () => {
  const { status, stdout, stderr } = run(['explain', '-', '--provider', 'acme'], REFUSAL);
  expect(status).toBe(0);
  expect(stdout).toContain('by the generic rules');
  expect(stderr).toContain('no preset');
});

test('tells its usage, and the names of the presets', () => {
  expect(run(['--help'])).toMatchObject({ status: 0, stdout: expect.stringContaining('Usage:') });
  expect(run(['explain', '--provider', 'list']).stdout.split('\n')).toContain('microsoftGraph');
});

test.each<[string, string[], string, string]>([
  ['no command', [], '', 'there is no command'],
  ['another command', ['guess'], '', '"guess" is no command'],
  ['two files', ['explain', 'a', 'b'], '', 'more than one file'],
  ['an unknown option', ['explain', '--colour'], '', '--colour'],
  ['an instant that is none', ['explain', '--now', 'soon'], REFUSAL, '--now is neither'],
  ['an instant that no date holds', ['explain', '--now', '9'.repeat(30)], REFUSAL, '--now is neither'],
  ['a file that is not there', ['explain', '/no/such/file'], '', "can't be read (ENOENT): /no/such/file"],
  ['no response', ['explain'], 'secret', 'Not an HTTP response: line 1 is no status line'],
  ['nothing', ['explain'], '', 'the input is empty'],
])('%s: says what is wrong, and ends with 2', (_, args, input, message) => {
  const { status, stdout, stderr } = run(args, input);
  expect(stderr).toContain(message);
  expect(stderr).not.toContain('secret');
  expect([status, stdout]).toEqual([2, '']);
});
