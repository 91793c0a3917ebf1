/**
 * Reads an HTTP response as people paste it. Pure; imports nothing.
 */

export interface RawResponse {
  status: number;
  /** The reason phrase, where there is one. */
  statusText: string;
  /** Lower-case names, a value for each line. */
  headers: Record<string, string[]>;
  body: string;
}

/** The text is no response. Its message says where and why, and quotes nothing: it may hold secrets. */
export class UnreadableResponse extends Error {
  override readonly name: string = 'UnreadableResponse';
}

const STATUS_LINE = /^(?:HTTP\/\d(?:\.\d)? +)?([1-5]\d\d)(?: +(.*))?$/i;
const HEADER = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]+):\s*(.*?)\s*$/;

/**
 * Takes what `curl -i` prints, also with redirects or a 100 before (the last response counts), what `curl -v` prints, and a status line with headers
 * and body typed by hand: `HTTP/1.1` may be left out, and so may the empty line, where the body begins as JSON or HTML does.
 * @throws UnreadableResponse
 */
export function parseRawResponse(text: string): RawResponse {
  const lines = withoutCurlMarks(text.replace(/^\uFEFF/, '')).split(/\r?\n/);
  const start = lines.findIndex((line) => line.trim() !== '');
  if (start < 0) throw new UnreadableResponse('there is no response: the input is empty');

  let response = parseOne(lines, start);
  while (response.rest < lines.length && /^HTTP\/\d/i.test(lines[response.rest] ?? ''))
    response = parseOne(lines, response.rest);
  const { rest, ...head } = response;
  return { ...head, body: lines.slice(rest).join('\n').trim() };
}

function parseOne(lines: readonly string[], start: number): Omit<RawResponse, 'body'> & { rest: number } {
  const match = STATUS_LINE.exec((lines[start] ?? '').trim());
  if (!match)
    throw new UnreadableResponse(
      `line ${start + 1} is no status line, such as "HTTP/1.1 429 Too Many Requests"`,
    );
  const headers: Record<string, string[]> = {};
  let at = start + 1;
  for (; at < lines.length; at++) {
    const line = lines[at] ?? '';
    if (line.trim() === '') {
      at += 1;
      break;
    }
    if (/^\s*[{[<]/.test(line)) break;
    const [, name, value = ''] = HEADER.exec(line) ?? [];
    if (name === undefined)
      throw new UnreadableResponse(`line ${at + 1} is no header, such as "Retry-After: 30"`);
    (headers[name.toLowerCase()] ??= []).push(value);
  }
  return { status: Number(match[1]), statusText: match[2]?.trim() ?? '', headers, rest: at };
}

/** `curl -v` marks the lines of the response's head with `<`, and tells of its own doings between them. */
function withoutCurlMarks(text: string): string {
  if (!/^< HTTP\/\d/m.test(text)) return text;
  const kept = text.split(/\r?\n/).filter((line) => !/^(?:[*>] ?|[{}] \[)/.test(line));
  return kept.map((line) => line.replace(/^< ?/, '')).join('\n');
}
