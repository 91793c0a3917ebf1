#!/usr/bin/env node
/**
 * The command line: `npx axios-rate-limit-handler explain`. Ends with 0, or with 2 where the input can't be read. Runs in Node.
 */
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { parseCommand, UsageError, USAGE, type Command } from './explain/arguments.js';
import { explain } from './explain/explanation.js';
import { parseRawResponse, UnreadableResponse } from './explain/raw-response.js';
import { tell } from './explain/tell.js';
import { PRESET_NAMES, presetNamed } from './providers/by-name.js';

try {
  run(parseCommand(process.argv.slice(2)));
} catch (error) {
  fail(error);
}

function run(command: Command): void {
  switch (command.command) {
    case 'help':
      return print(USAGE);
    case 'list':
      return print(PRESET_NAMES.join('\n'));
    case 'explain':
      return print(explainResponse(command));
  }
}

function explainResponse({ file, provider, now, json }: Command & { command: 'explain' }): string {
  const preset = provider === undefined ? undefined : presetNamed(provider);
  if (provider !== undefined && !preset)
    process.stderr.write(
      `There is no preset for this provider: the generic rules are used. \`--provider list\` lists those there are.\n`,
    );
  const explanation = explain(parseRawResponse(read(file)), { provider: preset, now });
  return json ? JSON.stringify(explanation, null, 2) : tell(explanation);
}

function read(file: string | undefined): string {
  if (file !== undefined) return readFileSync(file, 'utf8');
  if (process.stdin.isTTY) process.stderr.write('Paste the response, then press Ctrl-D.\n');
  return readFileSync(0, 'utf8');
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

function fail(error: unknown): void {
  process.exitCode = 2;
  const { code, message, path } = error as NodeJS.ErrnoException;
  if (error instanceof UsageError) process.stderr.write(`${message}\n\n${USAGE}\n`);
  else if (error instanceof UnreadableResponse) process.stderr.write(`Not an HTTP response: ${message}.\n`);
  else if (code !== undefined && path !== undefined)
    process.stderr.write(`The file can't be read (${code}): ${path}\n`);
  else throw error;
}
