/**
 * The command line as a process of its own, from the sources.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// A process that compiles what it runs takes its time on a busy machine.
jest.setTimeout(60_000);

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

test.each<[string, string[], string, string]>([
  ['a command that makes no sense', ['guess'], '', 'Usage:'],
  ['a file that is not there', ['explain', '/no/such/file'], '', "can't be read (ENOENT): /no/such/file"],
  ['what is no response', ['explain'], 'secret', 'Not an HTTP response: line 1 is no status line'],
])('%s ends with 2, and a word on why', (_, args, input, message) => {
  const { status, stdout, stderr } = run(args, input);
  expect(stderr).toContain(message);
  expect(stderr).not.toContain('secret');
  expect([status, stdout]).toEqual([2, '']);
});
