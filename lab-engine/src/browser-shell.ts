import type { BashOptions } from 'just-bash/browser';
import { edited } from './edit-files.ts';
import { type EngineReply, type EngineRequest, HOME, type LabFile } from './engine-protocol.ts';
import { type FileChanges, makeEdit } from './make-edit.ts';
import { curlCommand } from './services/curl.ts';
import { BUILTINS } from './shell/commands.ts';
import { completed } from './shell/completion.ts';
import { HonestBash } from './shell/honest-bash.ts';
import { LabFiles } from './shell/lab-files.ts';
import { limitsOf } from './shell/lab-limits.ts';
import { PROGRAMS } from './shell/program-table.ts';
import { isComplete } from './shell/shell-syntax.ts';
import { TerminalShell } from './shell/terminal-shell.ts';

/** A terminal, and what runs in it. */
interface Terminal {
  shell: TerminalShell;
  running: AbortController | null;
}

const TEST_FILE = '/opt/workshop/test';
/** Programs that answer `curl`, each under the name of its host. */
const SERVICES = `${HOME}/exercises/services`;
/** Bytes of one output; more would only make the page slow. */
const MAX_OUTPUT = 200_000;
/** Exit status of a command that was interrupted, and what the library says then. */
const INTERRUPTED = 130;
const ABORTED = /^bash: execution aborted\n/m;
const COMMANDS = [...Object.keys(PROGRAMS), ...BUILTINS];

const shown = (folder: string): string => (folder === HOME ? '~' : folder.replace(`${HOME}/`, '~/'));
const cut = (text: string): string =>
  text.length > MAX_OUTPUT ? `${text.slice(0, MAX_OUTPUT)}\n... (more is left out)\n` : text;
const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;

/** The shell of labs that run in the browser: a page runs it in a worker, `labs prove` in Node. */
export class BrowserShell {
  #fs = new LabFiles();
  #terminals = new Map<string, Terminal>();
  #startFolder = HOME;

  /** Answers a request of the lab. Rejects when the request cannot be carried out at all. */
  async answer(request: EngineRequest): Promise<EngineReply> {
    switch (request.kind) {
      case 'start':
        await this.#begin(request.files);
        return { folder: shown(this.#startFolder) };
      case 'run':
        return this.#run(request.session, request.command);
      case 'parse':
        return { isComplete: isComplete(request.command) };
      case 'complete':
        return this.#complete(request.session, request.text);
      case 'interrupt':
        this.#terminals.get(request.session)?.running?.abort();
        return {};
      case 'write':
        await this.#fs.create(`${HOME}/${request.path}`, request.text);
        return { files: await this.files() };
      case 'edit':
        return this.#edit(request);
      case 'test':
        return this.#test(request);
      case 'judge':
        return { refused: limitsOf(request.steps).filter((obstacles) => obstacles.length > 0).length };
      case 'ping':
        return {};
    }
  }

  /** Text files of the home folder, by path. */
  async files(): Promise<LabFile[]> {
    const files: LabFile[] = [];
    for (const path of this.#fs.getAllPaths()) {
      if (!path.startsWith(`${HOME}/`)) continue;
      if (!(await this.#fs.stat(path).catch(() => null))?.isFile) continue;
      files.push({ path: path.slice(HOME.length + 1), text: await this.#fs.readFile(path) });
    }
    return files.sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  async #begin(files: readonly LabFile[]): Promise<void> {
    this.#startFolder = files.some(({ path }) => path.startsWith('exercises/')) ? `${HOME}/exercises` : HOME;
    this.#fs = new LabFiles();
    for (const folder of [HOME, '/tmp']) await this.#fs.mkdir(folder, { recursive: true });
    for (const { path, text } of files) await this.#fs.create(`${HOME}/${path}`, text);
    this.#terminals = new Map();
  }

  #options(): BashOptions {
    return {
      fs: this.#fs,
      cwd: HOME,
      env: { HOME, USER: 'learner', LOGNAME: 'learner', LANG: 'C.UTF-8', SHELL: '/bin/bash' },
      customCommands: [curlCommand(SERVICES)],
      executionLimits: { maxLoopIterations: 200_000, maxExecutionTimeMs: 60_000 },
    };
  }

  #terminal(name: string): Terminal {
    const fs = this.#fs;
    const shell = () => new TerminalShell(this.#options(), this.#startFolder, () => fs.reads);
    const terminal = this.#terminals.get(name) ?? { shell: shell(), running: null };
    this.#terminals.set(name, terminal);
    return terminal;
  }

  async #complete(session: string, text: string): Promise<EngineReply> {
    const { shell } = this.#terminal(session);
    const { functions, aliases, variables } = shell.names();
    const completion = await completed(text, {
      commands: [...COMMANDS, ...functions, ...aliases],
      variables,
      home: HOME,
      folder: shell.folder,
      list: async (folder) => {
        const entries = await this.#fs.readdirWithFileTypes(this.#fs.resolvePath('/', folder)).catch(() => []);
        return entries.map(({ name, isDirectory }) => ({ name, isFolder: isDirectory }));
      },
    });
    return completion === null ? {} : { completion };
  }

  async #run(name: string, command: string): Promise<EngineReply> {
    const terminal = this.#terminal(name);
    const { shell } = terminal;
    const abort = new AbortController();
    terminal.running = abort;
    try {
      const { stdout, stderr, exitCode } = await shell.run(command, abort.signal);
      const { aborted } = abort.signal;
      return {
        stdout: cut(stdout),
        stderr: cut(aborted ? stderr.replace(ABORTED, '') : stderr),
        exitCode: aborted ? INTERRUPTED : exitCode,
        folder: shown(shell.folder),
        files: await this.files(),
      };
    } catch (error) {
      const stderr = abort.signal.aborted ? '' : `bash: ${error instanceof Error ? error.message : String(error)}\n`;
      return { stdout: '', stderr, exitCode: INTERRUPTED, folder: shown(shell.folder), files: await this.files() };
    } finally {
      terminal.running = null;
    }
  }

  async #edit({ name, settings, selection }: Extract<EngineRequest, { kind: 'edit' }>): Promise<EngineReply> {
    const files = new Map((await this.files()).map(({ path, text }) => [path, text]));
    const edit = edited(name, settings, files, selection);
    if ('failure' in edit) return edit;
    const changed = await makeEdit(edit, files.get(edit.path), this.#changes());
    return { ...changed, files: await this.files() };
  }

  #changes(): FileChanges {
    const fs = this.#fs;
    const at = (path: string) => `${HOME}/${path}`;
    const isThere = async (path: string) => (await fs.stat(at(path)).catch(() => null)) !== null;
    const makeFolder = async (path: string) => {
      await fs.mkdir(at(path), { recursive: true });
      return {};
    };
    /** Makes the folder of a new file, then the file. */
    const transfer = async (from: string, path: string, how: 'cp' | 'mv') => {
      if (!(await isThere(from))) return { failure: 'noFile' as const, path: from };
      if (from === path) return {};
      await makeFolder(path.split('/').slice(0, -1).join('/'));
      await fs[how](at(from), at(path));
      return {};
    };
    return {
      makeFolder,
      async write(path, text) {
        await fs.create(at(path), text);
        return {};
      },
      copy: (from, path) => transfer(from, path, 'cp'),
      move: (from, path) => transfer(from, path, 'mv'),
      async remove(path) {
        if (!(await isThere(path))) return { failure: 'noFile', path };
        await fs.rm(at(path));
        return {};
      },
    };
  }

  async #test({ script, args, timeoutMs, input = '' }: Extract<EngineRequest, { kind: 'test' }>): Promise<EngineReply> {
    await this.#fs.create(TEST_FILE, script);
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(), timeoutMs);
    try {
      const command = ['bash', TEST_FILE, ...args.map(quoted)].join(' ');
      const options = { cwd: HOME, signal: abort.signal, stdin: input };
      const { stdout, stderr, exitCode } = await new HonestBash(this.#options()).exec(command, options);
      return { stdout: cut(stdout), stderr: cut(stderr), exitCode };
    } catch {
      return { tookTooLong: true, exitCode: 1 };
    } finally {
      clearTimeout(timer);
    }
  }
}
