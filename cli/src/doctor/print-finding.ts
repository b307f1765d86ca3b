import type { Style, Terminal } from '../command.ts';
import type { Finding } from './check.ts';

const MARKS: Readonly<Record<Finding['state'], [mark: string, style: Style]>> = {
  well: ['ok', 'green'],
  warning: ['warning', 'yellow'],
  wrong: ['wrong', 'red'],
};

/** One line, and one more with what to do. */
export function printFinding({ name, state, said, nextStep }: Finding & { name: string }, terminal: Terminal): void {
  const [mark, style] = MARKS[state];
  const painted = (terminal.paint ?? ((_style, text) => text))(style, mark.padEnd(7));
  terminal.out(`${painted}  ${name}: ${said}`);
  if (nextStep !== undefined) terminal.out(`         Next: ${nextStep}`);
}
