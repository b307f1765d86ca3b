import type { LabContent } from '@academy/contract/labs';
import { edited } from '@academy/lab-engine/edit-files';
import { type EngineReply, homePath, isInHome } from '@academy/lab-engine/engine-protocol';
import { makeEdit } from '@academy/lab-engine/make-edit';
import type { SandboxSetup } from '@academy/lab-host/lab-files/sandbox-setup';
import type { SandboxOptions } from '@academy/lab-host/sandbox/sandbox';
import { SandboxSession, type SessionViewer } from '@academy/lab-host/sandbox/sandbox-session';
import type { ProofLab } from './proof-lab.ts';
import { SandboxTerminal } from './sandbox-terminal.ts';

/** A lab that runs. */
export interface OpenedLab {
  lab: ProofLab;
  /** End of the log, where a script of its start-up failed: as on the lab platform the lab runs all the same. */
  startUpFailure: string | null;
}

/** Wide enough that programs do not break their lines. */
const SIZE = { columns: 200, rows: 50 };

/**
 * A lab in a sandbox of this machine.
 *
 * @param setup what it brings along and starts; null: nothing
 * @throws SandboxGone when it does not start
 */
export async function sandboxLab(
  files: LabContent['files'],
  options: () => SandboxOptions,
  setup: SandboxSetup | null,
): Promise<OpenedLab> {
  let failure: string | null = null;
  const terminals = new Map<string, SandboxTerminal>();
  const viewer: SessionViewer = {
    output: (terminal, text) => terminals.get(terminal)?.hear(text),
    files: () => {},
    restarted: () => {},
    late: () => {},
    ended: () => {},
  };
  const session = await SandboxSession.open({
    ...{ options, beginning: files, kept: null, setup, broken: () => {} },
    failed(log) {
      failure = log;
    },
  });
  session.join(viewer);

  const changed = async (change: Promise<boolean>, path: string) =>
    (await change) ? {} : { problem: `${path} could not be changed` };
  const write = (path: string, text: string) => changed(session.write([{ path, text }]), path);

  const lab: ProofLab = {
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
    async edit(name, settings, selection) {
      const path = homePath(String(settings.file ?? ''));
      const found = isInHome(path) ? await session.read(path) : null;
      if (found !== null && 'why' in found && found.why !== 'missing')
        return { problem: `${path} is no text that can be edited` };
      const before = new Map(found !== null && 'text' in found ? [[path, found.text]] : []);
      const edit = edited(name, settings, before, selection);
      if ('failure' in edit) return edit;
      return makeEdit(edit, before.get(edit.path), {
        write,
        makeFolder: (path) => changed(session.makeFolder(path), path),
        copy: (from, path) => changed(session.transfer('copy', from, path), path),
        move: (from, path) => changed(session.transfer('move', from, path), path),
        remove: (path) => changed(session.remove(path), path),
      });
    },
    write,
    async script(script, args, timeoutMs, input): Promise<EngineReply> {
      const { exitCode, output } = await session.test(script, args, Math.max(1, Math.ceil(timeoutMs / 1_000)), input);
      return { exitCode, stdout: output };
    },
    async text(path) {
      const found = isInHome(path) ? await session.read(path) : null;
      return found !== null && 'text' in found ? found.text : null;
    },
    close: () => session.end(),
  };
  return { lab, startUpFailure: failure };
}
