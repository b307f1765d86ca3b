import { Bash } from 'just-bash/browser';
import { edited } from './edit-files.ts';
import { type EngineReply, type EngineRequest, HOME, type LabFile } from './engine-protocol.ts';

/** A terminal: what one command leaves behind for the next. */
interface Terminal {
  env: Record<string, string>;
  folder: string;
  running: AbortController | null;
}

const TEST_FILE = '/opt/workshop/test';
/** Bytes of one output; more would only make the page slow. */
const MOST_OUTPUT = 200_000;

let bash = new Bash();
let terminals = new Map<string, Terminal>();
let startFolder = HOME;

function begin(files: readonly LabFile[]): void {
  const env = { HOME, USER: 'learner', LANG: 'C.UTF-8', SHELL: '/bin/bash' };
  startFolder = files.some(({ path }) => path.startsWith('exercises/')) ? `${HOME}/exercises` : HOME;
  bash = new Bash({
    env,
    cwd: HOME,
    files: Object.fromEntries([[`${HOME}/.keep`, ''], ...files.map(({ path, text }) => [`${HOME}/${path}`, text])]),
    executionLimits: { maxLoopIterations: 200_000, maxFileSystemBytes: 32_000_000, maxExecutionTimeMs: 60_000 },
  });
  terminals = new Map();
}

/** Text files of the home folder, by path. */
async function filesNow(): Promise<LabFile[]> {
  const files: LabFile[] = [];
  for (const path of bash.fs.getAllPaths()) {
    if (!path.startsWith(`${HOME}/`) || path === `${HOME}/.keep`) continue;
    if (!(await bash.fs.stat(path).catch(() => null))?.isFile) continue;
    files.push({ path: path.slice(HOME.length + 1), text: await bash.fs.readFile(path) });
  }
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}

const shown = (folder: string): string => (folder === HOME ? '~' : folder.replace(`${HOME}/`, '~/'));
const cut = (text: string): string =>
  text.length > MOST_OUTPUT ? `${text.slice(0, MOST_OUTPUT)}\n... (more is left out)\n` : text;

async function run(name: string, command: string): Promise<EngineReply> {
  const terminal = terminals.get(name) ?? { env: {}, folder: startFolder, running: null };
  terminals.set(name, terminal);
  const abort = new AbortController();
  terminal.running = abort;
  try {
    const result = await bash.exec(command, { cwd: terminal.folder, env: terminal.env, signal: abort.signal });
    terminal.env = result.env;
    terminal.folder = result.env.PWD ?? terminal.folder;
    const { stdout, stderr, exitCode } = result;
    return {
      stdout: cut(stdout),
      stderr: cut(stderr),
      exitCode,
      folder: shown(terminal.folder),
      files: await filesNow(),
    };
  } catch (error) {
    const stderr = abort.signal.aborted ? '' : `bash: ${error instanceof Error ? error.message : String(error)}\n`;
    return { stdout: '', stderr, exitCode: 130, folder: shown(terminal.folder), files: await filesNow() };
  } finally {
    terminal.running = null;
  }
}

const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;

async function test(script: string, args: readonly string[], timeoutMs: number): Promise<EngineReply> {
  await bash.fs.writeFile(TEST_FILE, script);
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), timeoutMs);
  try {
    const command = ['bash', TEST_FILE, ...args.map(quoted)].join(' ');
    const { stdout, stderr, exitCode } = await bash.exec(command, { cwd: HOME, signal: abort.signal });
    return { stdout: cut(stdout), stderr: cut(stderr), exitCode };
  } catch {
    return { tookTooLong: true, exitCode: 1 };
  } finally {
    clearTimeout(timer);
  }
}

async function answer(request: EngineRequest): Promise<EngineReply> {
  switch (request.kind) {
    case 'start':
      begin(request.files);
      return { folder: shown(startFolder) };
    case 'run':
      return run(request.session, request.command);
    case 'interrupt':
      terminals.get(request.session)?.running?.abort();
      return {};
    case 'write':
      await bash.fs.writeFile(`${HOME}/${request.path}`, request.text);
      return { files: await filesNow() };
    case 'edit': {
      const files = new Map((await filesNow()).map(({ path, text }) => [path, text]));
      const edit = edited(request.name, request.settings, files, request.selection);
      if ('failure' in edit) return edit;
      if (edit.folder !== undefined) await bash.fs.mkdir(`${HOME}/${edit.folder}`, { recursive: true });
      else if (edit.text !== files.get(edit.path)) await bash.fs.writeFile(`${HOME}/${edit.path}`, edit.text);
      return { path: edit.path, range: edit.range, files: await filesNow() };
    }
    case 'test':
      return test(request.script, request.args, request.timeoutMs);
    case 'ping':
      return {};
  }
}

const port = globalThis as unknown as {
  onmessage: (event: MessageEvent<{ id: number; request: EngineRequest }>) => void;
  postMessage(message: { id: number; reply: EngineReply }): void;
};
port.onmessage = ({ data: { id, request } }) => {
  void answer(request)
    .catch((error: unknown) => ({ problem: error instanceof Error ? error.message : String(error) }))
    .then((reply) => port.postMessage({ id, reply }));
};
