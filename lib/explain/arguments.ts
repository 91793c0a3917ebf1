/**
 * What was asked for on the command line. Runs in Node.
 */
import { parseArgs } from 'node:util';

export const USAGE = `Usage: axios-rate-limit-handler explain [file] [options]

Reads a raw HTTP response, such as \`curl -i\` prints it, from the file or from the standard input, and tells what the
handler would make of it: a rate limit or a used-up quota, until when, what is paused, and what would be sent again.

Options:
  --provider <name>  read it with this provider's preset, such as stripe; \`--provider list\` lists them
  --now <instant>    when it came: an ISO date, or milliseconds since the epoch. Default: its Date header, else now
  --json             print the explanation as JSON
  --help             print this`;

export type Command =
  | { readonly command: 'help' }
  | { readonly command: 'list' }
  | {
      readonly command: 'explain';
      /** Left out: the standard input. */
      readonly file: string | undefined;
      readonly provider: string | undefined;
      readonly now: number | undefined;
      readonly json: boolean;
    };

/** The command line makes no sense. */
export class UsageError extends Error {
  override readonly name: string = 'UsageError';
}

/** @throws UsageError */
export function parseCommand(args: readonly string[]): Command {
  const { values, positionals } = parse(args);
  if (values.help) return { command: 'help' };
  const [command, file, ...more] = positionals;
  if (command === undefined) throw new UsageError('there is no command');
  if (command !== 'explain') throw new UsageError(`"${command}" is no command: there is only "explain"`);
  if (more.length > 0) throw new UsageError('there is more than one file');
  if (values.provider === 'list') return { command: 'list' };
  return {
    command: 'explain',
    file: file === '-' ? undefined : file,
    provider: values.provider,
    now: values.now === undefined ? undefined : parseInstant(values.now),
    json: values.json ?? false,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        provider: { type: 'string' },
        now: { type: 'string' },
        json: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function parseInstant(text: string): number {
  const instant = /^\d+$/.test(text) ? Number(text) : Date.parse(text);
  if (Number.isNaN(new Date(instant).getTime()))
    throw new UsageError(`--now is neither an ISO date nor milliseconds since the epoch: "${text}"`);
  return instant;
}
