/**
 * Draws the board: over and over in the same place on a terminal, a line a second anywhere else. Imports Node's own modules only.
 */
import { clearScreenDown, moveCursor } from 'node:readline';
import type { ProgressOutput } from '../demo/progress.js';

export const REDRAW_MS = 100;
export const PLAIN_LINE_MS = 1_000;

export interface Picture {
  lines: () => string[];
  /** The same in one line. */
  line: () => string;
}

export class Screen {
  readonly #output: ProgressOutput;
  readonly #picture: Picture;
  #drawn = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(output: ProgressOutput, picture: Picture) {
    this.#output = output;
    this.#picture = picture;
  }

  start(): void {
    this.#timer = setInterval(() => this.#draw(), this.#output.isTTY ? REDRAW_MS : PLAIN_LINE_MS);
    if (this.#output.isTTY) this.#draw();
  }

  /** Says something that stays, above the board. */
  say(text: string): void {
    this.#erase();
    this.#output.write(`${text}\n`);
    if (this.#output.isTTY && this.#timer) this.#draw();
  }

  /** Draws once more, for good. */
  end(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#draw();
    this.#drawn = 0;
  }

  #draw(): void {
    if (!this.#output.isTTY) {
      this.#output.write(`${this.#picture.line()}\n`);
      return;
    }
    this.#erase();
    const lines = this.#picture.lines();
    // One column is left free: a full last column would make some terminals wrap.
    const width = (this.#output.columns ?? 80) - 1;
    this.#output.write(lines.map((line) => `${line.slice(0, width)}\n`).join(''));
    this.#drawn = lines.length;
  }

  #erase(): void {
    if (this.#drawn === 0) return;
    const stream = this.#output as NodeJS.WriteStream;
    moveCursor(stream, 0, -this.#drawn);
    clearScreenDown(stream);
    this.#drawn = 0;
  }
}
