/**
 * Tells how a run is going: one line drawn over and over on a terminal, a line every two seconds anywhere else
 * (a pipe, a CI log). Imports Node's own modules only.
 */
import { performance } from 'node:perf_hooks';
import { clearLine, cursorTo } from 'node:readline';

const REDRAW_MS = 100;
const PLAIN_LINE_MS = 2_000;
const BAR_WIDTH = 24;

/** The part of a writable stream that is needed, so that tests can pass their own. */
export type ProgressOutput = Pick<NodeJS.WriteStream, 'write'> & { isTTY?: boolean; columns?: number };

export class Progress {
  readonly #output: ProgressOutput;
  #title = '';
  #total = 0;
  #done = 0;
  #lost = 0;
  #remark: () => string = () => '';
  #startedAt = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(output: ProgressOutput) {
    this.#output = output;
  }

  /** `remark` is asked at each drawing for what else there is to say. */
  start(title: string, total: number, remark: () => string): void {
    this.#title = title;
    this.#total = total;
    this.#done = 0;
    this.#lost = 0;
    this.#remark = remark;
    this.#startedAt = performance.now();
    this.#timer = setInterval(() => this.#draw(), this.#output.isTTY ? REDRAW_MS : PLAIN_LINE_MS);
    if (this.#output.isTTY) this.#draw();
  }

  /** One more call is over. */
  settled(ok: boolean): void {
    this.#done += 1;
    if (!ok) this.#lost += 1;
  }

  /** Draws the line once more, for good. */
  end(): void {
    clearInterval(this.#timer);
    this.#draw();
    if (this.#output.isTTY) this.#output.write('\n');
  }

  #draw(): void {
    if (!this.#output.isTTY) {
      this.#output.write(`${this.#line()}\n`);
      return;
    }
    const stream = this.#output as NodeJS.WriteStream;
    cursorTo(stream, 0);
    // One column is left free: a full last column would make some terminals wrap.
    this.#output.write(this.#line().slice(0, (this.#output.columns ?? 80) - 1));
    clearLine(stream, 1);
  }

  #line(): string {
    const filled = Math.round((this.#done / this.#total) * BAR_WIDTH);
    const bar = '#'.repeat(filled) + '.'.repeat(BAR_WIDTH - filled);
    const seconds = ((performance.now() - this.#startedAt) / 1_000).toFixed(1);
    return `${this.#title.padEnd(15)} [${bar}] ${this.#done}/${this.#total} done, ${this.#lost} lost, ${this.#remark()}, ${seconds} s`;
  }
}
