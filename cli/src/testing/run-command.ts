import { runCli } from '../cli.ts';
import type { Terminal } from '../command.ts';

export interface CommandRun {
  code: number;
  /** All lines of results. */
  out: string;
  /** All lines of progress and problems. */
  err: string;
}

/** Runs the command line in a folder and returns all that it printed. */
export async function runCommand(
  cwd: string,
  args: readonly string[],
  more: Partial<Terminal> & { input?: string } = {},
): Promise<CommandRun> {
  const { input = '', ...terminal } = more;
  const out: string[] = [];
  const err: string[] = [];
  const code = await runCli(args, {
    env: {},
    cwd,
    out: (line) => out.push(line),
    err: (line) => err.push(line),
    readInput: async () => input,
    ...terminal,
  });
  return { code, out: out.join('\n'), err: err.join('\n') };
}
