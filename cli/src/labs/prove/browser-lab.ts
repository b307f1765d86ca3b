import type { LabContent } from '@academy/contract/labs';
import { BrowserShell } from '@academy/lab-engine/browser-shell';
import { plainLines } from '@academy/lab-engine/shell-marks';
import type { ProofLab, ProofTerminal, Ran, TimeLimits } from './proof-lab.ts';

/** Time for an interrupted command to end, ms. */
const INTERRUPT_MS = 2_000;

/** A lab in the shell that pages run in a worker. */
export async function browserLab(files: LabContent['files']): Promise<ProofLab> {
  const shell = new BrowserShell();
  await shell.answer({ kind: 'start', files });
  const terminals = new Map<string, ProofTerminal>();

  function open(session: string): ProofTerminal {
    let typed = '';
    async function run(command: string, { limitMs }: TimeLimits): Promise<Ran> {
      const ended = shell.answer({ kind: 'run', session, command: command.replace(/\n+$/, '') });
      const timer = Promise.withResolvers<'late'>();
      const timeout = setTimeout(() => timer.resolve('late'), limitMs);
      const reply = await Promise.race([ended, timer.promise]).finally(() => clearTimeout(timeout));
      if (reply !== 'late') return { status: reply.exitCode ?? 1, output: outputOf(reply) };
      await shell.answer({ kind: 'interrupt', session });
      const last = await Promise.race([ended, new Promise<null>((done) => setTimeout(done, INTERRUPT_MS, null))]);
      return { status: 'late', output: last === null ? '' : outputOf(last) };
    }
    return {
      run,
      async type(text, limits) {
        typed += text;
        const lines = typed.split('\r');
        typed = lines.pop() ?? '';
        const results: Ran[] = [];
        for (const line of lines) if (line.trim() !== '') results.push(await run(line, limits));
        return { status: results.at(-1)?.status ?? 'running', output: results.map(({ output }) => output).join('') };
      },
      async interrupt() {
        typed = '';
        return true;
      },
    };
  }

  return {
    async terminal(session) {
      const terminal = terminals.get(session) ?? open(session);
      terminals.set(session, terminal);
      return terminal;
    },
    openTerminals: () => [...terminals.values()],
    edit: (name, settings, selection) => shell.answer({ kind: 'edit', name, settings, selection }),
    script: (script, args, timeoutMs, input = '') => shell.answer({ kind: 'test', script, args, timeoutMs, input }),
    write: (path, text) => shell.answer({ kind: 'write', path, text }),
    text: async (path) => (await shell.files()).find((file) => file.path === path)?.text ?? null,
    close: async () => undefined,
  };
}

const outputOf = ({ stdout = '', stderr = '' }: { stdout?: string; stderr?: string }): string =>
  plainLines(stdout + stderr);
