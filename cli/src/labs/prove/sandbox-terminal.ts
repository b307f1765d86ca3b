import { INTERRUPT, keysFor, plainLines, ShellReader, STAYS_MS } from '@academy/lab-engine/shell-marks';
import type { ProofTerminal, Ran, TimeLimits } from './proof-lab.ts';

/** A program that has written nothing for this long is taken to wait, ms. */
const QUIET_MS = 1_500;
/** Time for an interrupted command to end, ms. */
const INTERRUPT_MS = 15_000;
/** Output of a command that is kept, characters: its end. */
const MAX_OUTPUT = 100_000;

/** What a terminal of a sandbox must be able to do. */
interface TerminalLine {
  input(text: string): void;
  /** So many characters were read. */
  seen(characters: number): void;
}

/** A terminal in a sandbox, used as a page uses it: commands are pasted at its prompt, which marks their ends. */
export class SandboxTerminal implements ProofTerminal {
  readonly #line: TerminalLine;
  readonly #reader = new ShellReader();
  #output = '';
  #lastOutput = 0;
  /** Commands that have not ended, the prompt of the start included. */
  #pending = 1;
  #status = 0;
  /** The shell has read the command: what it displays from now on is output, not the echo of the command. */
  #isTaken = true;
  #changed = () => {};

  constructor(line: TerminalLine) {
    this.#line = line;
  }

  /** A piece of the terminal's output. */
  hear(piece: string): void {
    this.#line.seen(piece.length);
    for (const event of this.#reader.read(piece)) {
      // Between two commands there is only the prompt.
      if (event.kind === 'text' && this.#pending === 0) continue;
      if (event.kind === 'text') this.#output = (this.#output + event.text).slice(-MAX_OUTPUT);
      // What was displayed before is the echo of the command.
      else if (event.kind === 'taken') {
        this.#output = '';
        this.#isTaken = true;
      } else {
        this.#pending = 0;
        this.#status = event.status;
      }
    }
    this.#lastOutput = Date.now();
    this.#changed();
  }

  async run(command: string, limits: TimeLimits): Promise<Ran> {
    if (!(await this.#until(() => this.#pending === 0, limits.limitMs)))
      return { status: 'busy', output: this.#plain() };
    // The prompt follows the mark; a paste before it would not be taken as one.
    await this.#until(() => this.#reader.takesPaste, QUIET_MS);
    const { takesPaste } = this.#reader;
    this.#isTaken = !takesPaste;
    return this.#send(keysFor(command, takesPaste), limits);
  }

  type(text: string, limits: TimeLimits): Promise<Ran> {
    if (!text.endsWith('\r')) {
      this.#line.input(text);
      return Promise.resolve({ status: 'running', output: '' });
    }
    return this.#send(text, { ...limits, mayStay: true });
  }

  async interrupt(limits: TimeLimits): Promise<boolean> {
    // Also at an idle prompt, which is displayed again.
    this.#pending = 1;
    this.#line.input(INTERRUPT);
    return this.#until(() => this.#pending === 0, Math.min(limits.limitMs, INTERRUPT_MS));
  }

  async #send(keys: string, { limitMs, mayStay, until }: TimeLimits): Promise<Ran> {
    this.#pending = 1;
    this.#output = '';
    this.#line.input(keys);
    const began = Date.now();
    const stays = () => {
      if (!mayStay) return false;
      if (until !== null) return this.#isTaken && this.#output.includes(until);
      const now = Date.now();
      return now - began >= STAYS_MS && now - this.#lastOutput >= QUIET_MS;
    };
    const isSettled = await this.#until(() => this.#pending === 0 || stays(), limitMs);
    const output = this.#plain();
    if (this.#pending === 0) return { status: this.#status, output };
    return { status: isSettled || (mayStay && until === null) ? 'running' : 'late', output };
  }

  /** @returns false when the condition does not hold in time */
  #until(isSo: () => boolean, limitMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const end = (held: boolean) => {
        clearInterval(clock);
        clearTimeout(timeout);
        this.#changed = () => {};
        resolve(held);
      };
      const look = () => isSo() && end(true);
      const clock = setInterval(look, 250);
      const timeout = setTimeout(() => end(isSo()), limitMs);
      this.#changed = look;
      look();
    });
  }

  #plain(): string {
    return plainLines(this.#output);
  }
}
