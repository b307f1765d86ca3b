import type { Terminal } from '../command.ts';

/** A shorter run shows no bar: its lines are progress enough. */
const FROM_ITEMS = 5;
const BAR = 24;

/** The progress line at the bottom of a terminal; does nothing for a pipe. */
export function progress(terminal: Terminal, total: number): { step(): void; end(): void } {
  const { status } = terminal;
  if (status === undefined || total < FROM_ITEMS) return { step: () => undefined, end: () => undefined };
  const began = performance.now();
  let done = 0;
  const show = () => {
    const filled = Math.round((done / total) * BAR);
    const bar = '#'.repeat(filled) + '-'.repeat(BAR - filled);
    const seconds = Math.round((performance.now() - began) / 1_000);
    status(`[${bar}] ${done} of ${total}, ${seconds} s`.slice(0, (terminal.columns ?? 80) - 1));
  };
  show();
  return {
    step() {
      done += 1;
      show();
    },
    end: () => status(''),
  };
}
