import type { ExecResult } from 'just-bash/browser';
import { awk } from './awk.ts';
import { grep } from './grep.ts';
import { jqProgram } from './jq-updates.ts';
import { type Context, isOption, type Refuse, type Run } from './program-input.ts';
import { cat, date, head, mktemp, realpath, tr } from './small-programs.ts';
import { sort } from './sort.ts';
import { column, cut, diff, nl, od, paste, tree, xargs } from './text-programs.ts';

/** Commands that the shell itself knows. */
export const BUILTINS =
  'cd declare dirs eval exec exit export getopts let local mapfile popd pushd read readarray readonly return set shift shopt source test type typeset unset wait'.split(
    ' ',
  );

/** Ends options. */
const END = '--';

const failed = (name: string, message: string): ExecResult => ({
  stdout: '',
  stderr: `${name}: ${message}\n`,
  exitCode: 1,
});
const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;
const original = ({ origCommand }: Context, args: string[]): Promise<ExecResult> =>
  origCommand?.(args) ?? Promise.resolve(failed('bash', 'command not found'));
const isFolder = async ({ fs, cwd }: Context, path: string): Promise<boolean> =>
  (await fs.stat(fs.resolvePath(cwd, path)).catch(() => null))?.isDirectory === true;

/** `{}` within a word, as in `mv {} {}.old`: the library leaves it as it is, and every file becomes the same one. */
const find: Run = (args, context) => {
  const words: string[] = [];
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at] as string;
    words.push(word);
    if (word !== '-exec') continue;
    const end = args.findIndex(
      (one, place) => place > at && (one === ';' || (one === '+' && args[place - 1] === '{}')),
    );
    const command = args.slice(at + 1, end < 0 ? args.length : end);
    const isGlued = command.some((one) => one !== '{}' && one.includes('{}'));
    if (!isGlued) continue;
    const script = command.map((one) => quoted(one).replaceAll('{}', `'"$1"'`)).join(' ');
    words.push('bash', '-c', script, 'find', '{}');
    at += command.length;
  }
  return original(context, words);
};

/** The command of `sed` that puts text in, with the text behind a backslash on the same line. */
const ONE_LINE =
  /^(\s*(?:(?:\d+|\$|\/(?:[^/\\\n]|\\.)*\/)(?:,(?:\d+|\$|\/(?:[^/\\\n]|\\.)*\/))?)?\s*!?\s*[aic]\\)(?=[^\n])/;

/** A range that ends at a pattern. */
const RANGE = /(?:^|[\n;{]\s*)(\d+|\/(?:\\.|[^\\/\n])+\/),\s*(\/(?:\\.|[^\\/\n])+\/)/g;

/** Whether the first line of a range has the pattern of its end: the real one looks for that from the next line on. */
async function hasShortRange(words: string[], files: string[], context: Context): Promise<boolean> {
  const options = words.includes('-E') ? ['-n', '-E'] : ['-n'];
  const scripts = words.filter((word) => !files.includes(word)).join('\n');
  for (const [, from = '', to = ''] of scripts.matchAll(RANGE)) {
    if (from === '0') continue;
    const { stdout } = await original(context, [...options, `${from}{\n${to}p\n}`, ...files]);
    if (stdout !== '') return true;
  }
  return false;
}

/** `sed -i.bak` keeps a copy; text behind `i\` may stand on the same line. */
const sed =
  (refuse: Refuse): Run =>
  async (args, context) => {
    const { fs, cwd } = context;
    const isGiven = args.some((word) => word === '-e' || word === '-f');
    const words: string[] = [];
    const files: string[] = [];
    let suffix = '';
    let isScriptNext = !isGiven;
    for (let at = 0; at < args.length; at += 1) {
      const word = args[at] as string;
      if (word === '-e' || word === '-f') {
        const value = args[++at] ?? '';
        words.push(word, word === '-e' ? value.replace(ONE_LINE, '$1\n') : value);
      } else if (/^-i/.test(word)) {
        suffix = word.slice(2);
        words.push('-i');
      } else if (isOption(word)) words.push(...(word === END ? [] : [word]));
      else if (isScriptNext) {
        words.push(word.replace(ONE_LINE, '$1\n'));
        isScriptNext = false;
      } else {
        files.push(word);
        words.push(word);
      }
    }
    if (suffix !== '')
      for (const file of files) {
        const [name = '', folder = ''] = [file.split('/').at(-1), file.slice(0, file.lastIndexOf('/') + 1)];
        const copy = suffix.includes('*') ? suffix.replaceAll('*', name) : name + suffix;
        const to = fs.resolvePath(cwd, copy.includes('/') ? copy : folder + copy);
        const text = await fs.readFileBuffer(fs.resolvePath(cwd, file)).catch(() => null);
        if (text !== null) await fs.writeFile(to, text);
      }
    if (await hasShortRange(words, files, context))
      return refuse('sed', 'a range whose first line could be its last', '');
    const there: string[] = [];
    for (const file of files) if (await fs.exists(fs.resolvePath(cwd, file))) there.push(file);
    if (there.length > 0 && there.length < files.length) {
      // The library stops at the first file that is not there.
      const rest = words.filter((word) => !files.includes(word) || there.includes(word));
      const stderr = files.flatMap((file) => (there.includes(file) ? [] : `sed: ${file}: No such file or directory\n`));
      return { ...(await original(context, rest)), stderr: stderr.join(''), exitCode: 2 };
    }
    const result = await original(context, words);
    const isItsError = result.exitCode !== 0 && /^sed: (?!(?!couldn't)[^:\n]*: No such file)/.test(result.stderr);
    return isItsError ? refuse('sed', 'this script', '') : result;
  };

/** Options of `jq` with values of their own, and how many. */
const JQ_VALUES: Readonly<Record<string, number>> = { '--arg': 2, '--argjson': 2 };

/** Updates that the library would lose are written so that it does not, or refused. */
const jq =
  (refuse: Refuse): Run =>
  async (args, context) => {
    let at = 0;
    while (at < args.length && isOption(args[at] ?? '')) at += 1 + (JQ_VALUES[args[at] ?? ''] ?? 0);
    const given = args[at];
    if (given === undefined) return original(context, args);
    const isFile = args.slice(0, at).includes('-f');
    const path = context.fs.resolvePath(context.cwd, given);
    const written = isFile ? await context.fs.readFile(path).catch(() => '.') : given;
    // The library does not know letters by their number.
    const program = jqProgram(
      written.replace(/\\u(?!00[0-3]|005c|d[89a-f])([\da-f]{4})/gi, (_all, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      ),
    );
    if ('wrong' in program) return refuse('jq', program.wrong, program.instead);
    // The library does not read programs from files.
    const options = args.slice(0, at).filter((word) => word !== '-f' && word !== END);
    const result = await original(context, [...options, program.program, ...args.slice(at + 1)]);
    const isItsError = /^jq: (parse error|error: Unknown function)/.test(result.stderr);
    return isItsError ? refuse('jq', 'the status of this error', '') : result;
  };

/** `mv` and `cp` to a folder that does not exist: every file would become the same one. */
const transfer =
  (name: 'cp' | 'mv'): Run =>
  async (args, context) => {
    const words = args.filter((word) => !isOption(word));
    const to = words.at(-1) ?? '';
    const isMissing = to.endsWith('/') && words.length > 1 && !(await isFolder(context, to));
    const takesFolders = words.length === 2 && (await isFolder(context, words[0] ?? ''));
    if (isMissing && !takesFolders) return failed(name, `cannot create '${to}': there is no such folder`);
    const { fs, cwd } = context;
    const folder = fs.resolvePath(cwd, to.replace(/\/+$/, '')).replace(/\/[^/]*$/, '') || '/';
    if (words.length > 1 && !(await fs.exists(folder))) {
      const what = name === 'mv' ? `cannot move '${words[0]}' to '${to}'` : `cannot create regular file '${to}'`;
      return failed(name, `${what}: No such file or directory`);
    }
    return original(context, args);
  };

/** `rm -r` of the folder in which one stands, or of everything. */
const rm: Run = async (args, context) => {
  const here = context.fs.resolvePath('/', context.cwd);
  const wrong = args.find((word) => {
    const path = context.fs.resolvePath(context.cwd, word);
    return (
      !isOption(word) && (path === '/' || path === here || here.startsWith(`${path}/`)) && /^(\.{0,2}\/*)+$/.test(word)
    );
  });
  if (wrong !== undefined) return failed('rm', `refusing to remove '${wrong}'`);
  // The library takes a link to a folder for the folder.
  const { fs, cwd } = context;
  const others: string[] = [];
  for (const word of args) {
    const path = fs.resolvePath(cwd, word);
    const isLink = !isOption(word) && (await fs.lstat(path).catch(() => null))?.isSymbolicLink === true;
    if (isLink) await fs.rm(path);
    else others.push(word);
  }
  return others.every(isOption) && others.length < args.length
    ? { stdout: '', stderr: '', exitCode: 0 }
    : original(context, others);
};

/** Whether there is a file whose name could be taken for a pattern. */
async function anyIsThere(operands: readonly string[], { fs, cwd }: Context): Promise<boolean> {
  for (const word of operands) if (/[[*?]/.test(word) && (await fs.exists(fs.resolvePath(cwd, word)))) return true;
  return false;
}

/** Whether a list with rights would hold a link, or a file that one can run. */
async function isUnusual(operands: readonly string[], { fs, cwd }: Context): Promise<boolean> {
  for (const word of operands.length === 0 ? ['.'] : operands) {
    const path = fs.resolvePath(cwd, word);
    const names = (await fs.stat(path).catch(() => null))?.isDirectory === true ? await fs.readdir(path) : [''];
    for (const name of names) {
      const stat = await fs.lstat(name === '' ? path : fs.resolvePath(path, name)).catch(() => null);
      if (stat?.isSymbolicLink === true || (stat?.isFile === true && (stat.mode & 0o777) !== 0o644)) return true;
    }
  }
  return false;
}

/** The library knows `-c` alone: other options become a first line of the script. */
async function withoutOptions(args: string[], { fs, cwd }: Context): Promise<string[]> {
  const end = args.findIndex((word) => !/^-[ceu]+$/.test(word));
  const [options, rest] = end < 0 ? [args, []] : [args.slice(0, end), args.slice(end)];
  const letters = options.join('');
  const set = ['e', 'u'].filter((letter) => letters.includes(letter)).join('');
  const [first, ...others] = rest;
  if (set === '' || first === undefined) return letters.includes('c') ? ['-c', ...rest] : args;
  if (letters.includes('c')) return ['-c', `set -${set}\n${first}`, ...others];
  const text = await fs.readFile(fs.resolvePath(cwd, first)).catch(() => null);
  return text === null ? rest : ['-c', `set -${set}\n${text}`, ...rest];
}

/** The size of a folder is that of a disk. */
const stat =
  (refuse: Refuse): Run =>
  async (args, context) => {
    const format = args[args.indexOf('-c') + 1] ?? '';
    for (const word of args)
      if (format.includes('%s') && (await isFolder(context, word))) return refuse('stat', '%s of a folder', '');
    return original(context, args);
  };

/** A script that ends at a variable without a value loses what it has written before. */
const bash =
  (refuse: Refuse): Run =>
  async (args, context) => {
    const result = await original(context, await withoutOptions(args, context));
    const isUnset = result.exitCode === 1 && /(unbound variable|parameter null or not set)\n$/.test(result.stderr);
    return isUnset ? refuse('bash', 'the end of a script at a variable without a value', '') : result;
  };

/** Files before folders, and no empty lines between files. */
const ls =
  (refuse: Refuse): Run =>
  async (args, context) => {
    const options = args.filter(isOption);
    const operands = args.filter((word) => !isOption(word));
    for (const word of operands) {
      const path = context.fs.resolvePath(context.cwd, word);
      if ((await context.fs.lstat(path).catch(() => null)) !== null && !(await context.fs.exists(path)))
        return refuse('ls', 'links that lead nowhere', '');
    }
    if (operands.some((word) => /[[*?]/.test(word)) && (await anyIsThere(operands, context)))
      return refuse('ls', 'files with [, * or ? in their names', '');
    if (options.includes('-l') && (await isUnusual(operands, context)))
      return refuse('ls', '-l of links and of files with rights of their own', '');
    if (operands.length < 2) return original(context, args);
    const folders: string[] = [];
    const files: string[] = [];
    const isOfOneKind = options.includes('-d');
    for (const word of operands) (!isOfOneKind && (await isFolder(context, word)) ? folders : files).push(word);
    const result: ExecResult = { stdout: '', stderr: '', exitCode: 0 };
    const add = async (word: string, before: string) => {
      const { stdout, stderr, exitCode } = await original(context, [...options, word]);
      result.stdout += (stdout === '' && stderr !== '' ? '' : before) + stdout;
      result.stderr += stderr;
      result.exitCode = Math.max(result.exitCode, exitCode);
    };
    const inOrder = (words: string[]) => {
      const sorted = words.sort((a, b) => (a < b ? -1 : 1));
      return options.includes('-r') ? sorted.reverse() : sorted;
    };
    for (const file of inOrder(files)) await add(file, '');
    for (const folder of inOrder(folders))
      await add(folder, `${result.stdout === '' ? '' : '\n'}${options.includes('-R') ? '' : `${folder}:\n`}`);
    return result;
  };

/** Columns of `wc` are as wide as those of the real one. */
const wc: Run = async (args, context) => {
  const result = await original(context, args);
  const counts = new Set(args.filter((word) => isOption(word) && word !== END)).size || 3;
  const files = args.filter((word) => !isOption(word));
  const rows = result.stdout.split('\n').flatMap((line) => {
    const [, numbers, name = ''] = new RegExp(`^\\s*(\\d+(?:\\s+\\d+){${counts - 1}})(?: (.*))?$`).exec(line) ?? [];
    return numbers === undefined ? [] : [{ numbers: numbers.split(/\s+/), name }];
  });
  let bytes = 0;
  for (const file of files)
    bytes += (await context.fs.stat(context.fs.resolvePath(context.cwd, file)).catch(() => null))?.size ?? 0;
  const isSingle = counts === 1 && rows.length === 1;
  const width = isSingle ? 1 : files.length === 0 || files.includes('-') ? 7 : String(bytes).length;
  const lines = rows.map(({ numbers, name }) =>
    [...numbers.map((one) => one.padStart(width)), ...(name === '' ? [] : [name])].join(' '),
  );
  return { ...result, stdout: lines.map((line) => `${line}\n`).join('') };
};

/** Counts of `uniq -c` are as wide as those of the real one. */
const uniq: Run = async (args, context) => {
  const result = await original(context, args);
  if (!args.includes('-c')) return result;
  return { ...result, stdout: result.stdout.replace(/^ *(\d+) /gm, (_all, count: string) => `${count.padStart(7)} `) };
};

/** The library writes what it could not read where the sums are. */
const sums: Run = async (args, context) => {
  const result = await original(context, args);
  const isError = (line: string) => line.endsWith(': No such file or directory');
  const lines = result.stdout.split('\n');
  const of = (kept: string[]) => kept.join('\n');
  const stderr = lines.filter(isError).map((line) => `${line}\n`);
  return { ...result, stdout: of(lines.filter((line) => !isError(line))), stderr: result.stderr + stderr.join('') };
};

/** Programs of ours in place of those of the shell's library, and in addition to them. */
export const ownCommands = (refuse: Refuse): Readonly<Record<string, Run>> => ({
  whoami: async (_args, { env }) => ({ stdout: `${env.get('USER') ?? 'learner'}\n`, stderr: '', exitCode: 0 }),
  awk: awk(refuse),
  bash: bash(refuse),
  sh: bash(refuse),
  cut: cut(refuse),
  diff: diff(refuse),
  egrep: grep(refuse),
  fgrep: grep(refuse),
  find,
  grep: grep(refuse),
  sed: sed(refuse),
  jq: jq(refuse),
  nl,
  od,
  paste,
  sort: sort(refuse),
  stat: stat(refuse),
  cat: cat(refuse),
  date: date(refuse),
  head: head(refuse),
  tr,
  realpath,
  mktemp,
  id: async () => ({ stdout: 'learner\n', stderr: '', exitCode: 0 }),
  uname: async () => ({ stdout: 'Linux\n', stderr: '', exitCode: 0 }),
  column: column(refuse),
  md5sum: sums,
  sha1sum: sums,
  sha256sum: sums,
  tree,
  xargs: xargs(refuse),
  cp: transfer('cp'),
  mv: transfer('mv'),
  rm,
  ls: ls(refuse),
  wc,
  uniq,
});
