import type { LabContent } from '@academy/contract/labs';
import { edited } from '@academy/lab-engine/edit-files';
import type { EngineReply } from '@academy/lab-engine/engine-protocol';
import type { SandboxOptions } from '@academy/labs/sandbox/sandbox';
import { SandboxSession, type SessionViewer } from '@academy/labs/sandbox/sandbox-session';
import type { ProofLab } from './proof-lab.ts';
import { SandboxTerminal } from './sandbox-terminal.ts';

/** Wide enough that programs do not break their lines. */
const SIZE = { columns: 200, rows: 50 };

/** A lab in a sandbox of this machine. @throws SandboxGone when it does not start */
export async function sandboxLab(files: LabContent['files'], options: () => SandboxOptions): Promise<ProofLab> {
  const terminals = new Map<string, SandboxTerminal>();
  const viewer: SessionViewer = {
    output: (terminal, text) => terminals.get(terminal)?.hear(text),
    files: () => {},
    restarted: () => {},
    late: () => {},
    ended: () => {},
  };
  const session = await SandboxSession.open({ options, beginning: files, kept: null, broken: () => {} });
  session.join(viewer);

  async function edit(
    name: string,
    settings: Parameters<ProofLab['edit']>[1],
    selection: Parameters<ProofLab['edit']>[2],
  ) {
    await session.look();
    const before = new Map(session.files.map(({ path, text }) => [path, text]));
    const made = edited(name, settings, before, selection);
    if ('failure' in made) return made;
    const { path, text, range, folder } = made;
    const isDone =
      folder !== undefined
        ? await session.makeFolder(folder)
        : before.get(path) === text || (await session.write([{ path, text }]));
    return isDone ? { path, range } : { problem: `${path} could not be written` };
  }

  return {
    async terminal(name) {
      const known = terminals.get(name);
      if (known !== undefined) return known;
      const made = new SandboxTerminal({
        input: (text) => session.input(name, text),
        seen: (characters) => session.seen(viewer, name, characters),
      });
      terminals.set(name, made);
      session.show(viewer, name, SIZE);
      return made;
    },
    openTerminals: () => [...terminals.values()],
    edit,
    async script(script, args, timeoutMs): Promise<EngineReply> {
      const { exitCode, output } = await session.test(script, args, Math.max(1, Math.ceil(timeoutMs / 1_000)));
      return { exitCode, stdout: output };
    },
    async files() {
      await session.look();
      return session.files;
    },
    close: () => session.end(),
  };
}
