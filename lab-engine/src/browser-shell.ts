import { Bash } from 'just-bash/browser';
import { edited } from './edit-files.ts';
import { type EngineReply, type EngineRequest, HOME, type LabFile } from './engine-protocol.ts';
import { type FileChanges, makeEdit } from './make-edit.ts';
import { curlCommand } from './services/curl.ts';

/** A terminal: what one command leaves behind for the next. */
interface Terminal {
  env: Record<string, string>;
  folder: string;
  running: AbortController | null;
}

const TEST_FILE = '/opt/workshop/test';
/** Programs that answer `curl`, each under the name of its host. */
const SERVICES = `${HOME}/exercises/services`;
/** Bytes of one output; more would only make the page slow. */
const MOST_OUTPUT = 200_000;

const shown = (folder: string): string => (folder === HOME ? '~' : folder.replace(`${HOME}/`, '~/'));
const cut = (text: string): string =>
  text.length > MOST_OUTPUT ? `${text.slice(0, MOST_OUTPUT)}\n... (more is left out)\n` : text;
const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;

/** The shell of labs that run in the browser: a page runs it in a worker, `labs prove` in Node. */
export class BrowserShell {
  #bash = new Bash();
  #terminals = new Map<string, Terminal>();
  #startFolder = HOME;

  /** Answers a request of the lab. Rejects when the request cannot be carried out at all. */
  async answer(request: EngineRequest): Promise<EngineReply> {
    switch (request.kind) {
      case 'start':
        this.#begin(request.files);
        return { folder: shown(this.#startFolder) };
      case 'run':
        return this.#run(request.session, request.command);
      case 'interrupt':
        this.#terminals.get(request.session)?.running?.abort();
        return {};
      case 'write':
        await this.#bash.fs.writeFile(`${HOME}/${request.path}`, request.text);
        return { files: await this.files() };
      case 'edit':
        return this.#edit(request);
      case 'test':
        return this.#test(request);
      case 'ping':
        return {};
    }
  }

  /** Text files of the home folder, by path. */
  async files(): Promise<LabFile[]> {
    const { fs } = this.#bash;
    const files: LabFile[] = [];
    for (const path of fs.getAllPaths()) {
      if (!path.startsWith(`${HOME}/`) || path === `${HOME}/.keep`) continue;
      if (!(await fs.stat(path).catch(() => null))?.isFile) continue;
      files.push({ path: path.slice(HOME.length + 1), text: await fs.readFile(path) });
    }
    return files.sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  #begin(files: readonly LabFile[]): void {
    const env = { HOME, USER: 'learner', LANG: 'C.UTF-8', SHELL: '/bin/bash' };
    this.#startFolder = files.some(({ path }) => path.startsWith('exercises/')) ? `${HOME}/exercises` : HOME;
    this.#bash = new Bash({
      env,
      cwd: HOME,
      customCommands: [curlCommand(SERVICES)],
      files: Object.fromEntries([[`${HOME}/.keep`, ''], ...files.map(({ path, text }) => [`${HOME}/${path}`, text])]),
      executionLimits: { maxLoopIterations: 200_000, maxFileSystemBytes: 32_000_000, maxExecutionTimeMs: 60_000 },
    });
    this.#terminals = new Map();
  }

  async #run(name: string, command: string): Promise<EngineReply> {
    const terminal = this.#terminals.get(name) ?? { env: {}, folder: this.#startFolder, running: null };
    this.#terminals.set(name, terminal);
    const abort = new AbortController();
    terminal.running = abort;
    try {
      const result = await this.#bash.exec(command, { cwd: terminal.folder, env: terminal.env, signal: abort.signal });
      terminal.env = result.env;
      terminal.folder = result.env.PWD ?? terminal.folder;
      const { stdout, stderr, exitCode } = result;
      return {
        stdout: cut(stdout),
        stderr: cut(stderr),
        exitCode,
        folder: shown(terminal.folder),
        files: await this.files(),
      };
    } catch (error) {
      const stderr = abort.signal.aborted ? '' : `bash: ${error instanceof Error ? error.message : String(error)}\n`;
      return { stdout: '', stderr, exitCode: 130, folder: shown(terminal.folder), files: await this.files() };
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
    const { fs } = this.#bash;
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
        await fs.writeFile(at(path), text);
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
    await this.#bash.fs.writeFile(TEST_FILE, script);
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(), timeoutMs);
    try {
      const command = ['bash', TEST_FILE, ...args.map(quoted)].join(' ');
      const options = { cwd: HOME, signal: abort.signal, stdin: input };
      const { stdout, stderr, exitCode } = await this.#bash.exec(command, options);
      return { stdout: cut(stdout), stderr: cut(stderr), exitCode };
    } catch {
      return { tookTooLong: true, exitCode: 1 };
    } finally {
      clearTimeout(timer);
    }
  }
}
