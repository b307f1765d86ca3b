import { type NumberedInput, UnconfirmedInput } from '@academy/contract/rules/lab-input';
import {
  type EngineReply,
  type EngineRequest,
  homePath,
  isInHome,
  type LabFile,
} from '@academy/lab-engine/engine-protocol';
import { makeEdit } from '@academy/lab-engine/make-edit';
import { editInWorker } from './edit-in-worker.ts';
import { labChannel } from './lab-channel.ts';
import type { LabEngine, LabEngineOptions, LabHome, LabShells, ShellViewer } from './lab-engine.ts';
import { labWorkspaceTexts } from './lab-workspace-texts.ts';

type TerminalName = '1' | '2' | '3';

/** Read output is acknowledged in batches of so many characters, to limit traffic. */
const SEEN_LOT = 50_000;

interface SandboxEngineOptions extends LabEngineOptions {
  sessionId: string;
  /** Called when another page has restarted the lab. */
  onRestarted(): void;
  onEnded(): void;
}

/** Runs a lab in a sandbox of the server, over the channel of its session. */
export function sandboxEngine(options: SandboxEngineOptions): LabEngine {
  const { onFiles, onNotice, onRestarted, onEnded } = options;
  let files = options.files;
  let isPart = false;
  let restarts = 0;
  const viewers = new Map<TerminalName, ShellViewer>();
  const unseen = new Map<TerminalName, number>();
  const page = crypto.randomUUID();
  const typed = new Map<TerminalName, UnconfirmedInput>();

  const channel = labChannel(options.sessionId, {
    onNews(news) {
      switch (news.kind) {
        case 'output':
          viewers.get(news.terminal as TerminalName)?.output(news.text, news.again);
          break;
        case 'received':
          typed.get(news.terminal as TerminalName)?.confirm(news.upTo);
          break;
        case 'files':
          files = news.files;
          isPart = news.isPart === true;
          onFiles(files, isPart);
          break;
        case 'restarted':
          for (const input of typed.values()) input.drop();
          onNotice(labWorkspaceTexts.restarted);
          if (restarts === 0) onRestarted();
          break;
        case 'ended':
          onEnded();
      }
    },
    onConnected(state) {
      onNotice(
        state === 'open' ? '' : state === 'lost' ? labWorkspaceTexts.connectionLost : labWorkspaceTexts.openTooOften,
      );
      if (state === 'open') for (const [terminal, viewer] of viewers) show(terminal, viewer);
    },
  });

  function show(terminal: TerminalName, viewer: ShellViewer): void {
    unseen.delete(terminal);
    channel.send({ kind: 'show', terminal, ...viewer.size() });
    type(terminal, typed.get(terminal)?.pieces() ?? []);
  }

  function type(terminal: TerminalName, pieces: readonly NumberedInput[]): void {
    for (const { from, text } of pieces) channel.send({ kind: 'input', terminal, text, sent: { page, from } });
  }

  const shells: LabShells = {
    open(name, viewer) {
      const terminal = name as TerminalName;
      viewers.set(terminal, viewer);
      const input = typed.get(terminal) ?? new UnconfirmedInput();
      typed.set(terminal, input);
      show(terminal, viewer);
      return {
        input: (text) => type(terminal, input.add(text)),
        seen(characters) {
          const sum = (unseen.get(terminal) ?? 0) + characters;
          if (sum >= SEEN_LOT) channel.send({ kind: 'seen', terminal, characters: sum });
          unseen.set(terminal, sum >= SEEN_LOT ? 0 : sum);
        },
        resized: () => channel.send({ kind: 'resize', terminal, ...viewer.size() }),
        close() {
          if (viewers.get(terminal) === viewer) viewers.delete(terminal);
        },
      };
    },
  };

  async function write(path: string, text: string): Promise<EngineReply> {
    // Written files are shown at once, before the sandbox reports them.
    note(path, text);
    const { problem } = await channel.ask({ kind: 'write', path, text });
    return problem === undefined ? { files: [...files] } : { problem };
  }

  function note(path: string, text: string): void {
    files = [...files.filter((file) => file.path !== path), { path, text }].sort(byPath);
    onFiles(files, isPart);
  }

  const unanswered = (problem: string = labWorkspaceTexts.notReachable) => ({ problem });
  const home: LabHome = {
    async list(path) {
      const { problem, entries, isCut = false } = await channel.ask({ kind: 'list', path });
      return entries === undefined ? unanswered(problem) : { entries, isCut };
    },
    async read(path) {
      const { problem, file } = await channel.ask({ kind: 'read', path });
      if (file === undefined) return unanswered(problem);
      if ('text' in file) note(path, file.text);
      return file;
    },
    async original(path) {
      const { problem, file } = await channel.ask({ kind: 'original', path });
      return file ?? unanswered(problem);
    },
    async changes() {
      const { problem, changes } = await channel.ask({ kind: 'changes' });
      return changes ?? unanswered(problem);
    },
  };

  /** Reads a file that an edit is about and that is not known yet. @returns why it cannot be edited; null: it can */
  async function known(path: string): Promise<string | null> {
    if (!isInHome(path) || files.some((file) => file.path === path)) return null;
    const found = await home.read(path);
    if ('problem' in found) return found.problem;
    return 'text' in found || found.why === 'missing' ? null : labWorkspaceTexts.noText({ path });
  }

  async function edit(request: Extract<EngineRequest, { kind: 'edit' }>): Promise<EngineReply> {
    const problem = await known(homePath(String(request.settings.file ?? '')));
    if (problem !== null) return { problem };
    const made = await editInWorker({ ...request, files });
    if ('problem' in made) return made;
    const before = files.find((file) => file.path === made.path)?.text;
    return makeEdit(made, before, {
      write,
      makeFolder: (path) => change({ kind: 'makeFolder', path }),
      copy: (from, path) => change({ kind: 'copy', from, path }),
      move: (from, path) => change({ kind: 'move', from, path }),
      remove: (path) => change({ kind: 'remove', path }),
    });
  }

  async function change(question: Parameters<typeof channel.ask>[0]): Promise<Pick<EngineReply, 'problem'>> {
    const { problem } = await channel.ask(question);
    return problem === undefined ? {} : { problem };
  }

  return {
    shells,
    // Its pages have an origin each.
    request: null,
    home,
    async ask(request): Promise<EngineReply> {
      switch (request.kind) {
        case 'write':
          return write(request.path, request.text);
        case 'edit':
          return edit(request);
        case 'test': {
          const { script, args, timeoutMs, input = '' } = request;
          const seconds = Math.max(1, Math.ceil(timeoutMs / 1_000));
          const given = input === '' ? {} : { input };
          const answer = await channel.ask({ kind: 'test', script, words: [...args], seconds, ...given }, timeoutMs);
          const { exitCode, output, problem } = answer;
          return problem === undefined ? { exitCode: exitCode ?? 1, stdout: output ?? '' } : { problem };
        }
        default:
          return { problem: labWorkspaceTexts.cannot };
      }
    },
    files: () => files,
    others: () => [],
    settle: null,
    async restart() {
      restarts += 1;
      const { problem } = await channel.ask({ kind: 'restart' });
      restarts -= 1;
      return problem === undefined ? {} : { problem };
    },
    retry: null,
    close: () => channel.close(),
  };
}

const byPath = (a: LabFile, b: LabFile): number => (a.path < b.path ? -1 : 1);
