import { type Command, defineCommand, type ExecResult } from 'just-bash/browser';
import { jqProgram } from './jq-updates.ts';

/** Commands that the shell itself knows. */
export const BUILTINS =
  'cd declare dirs eval exec exit export getopts let local mapfile popd pushd read readarray readonly return set shift shopt source test type typeset unset wait'.split(
    ' ',
  );

type Context = Parameters<Command['execute']>[1];
type Run = (args: string[], context: Context) => Promise<ExecResult>;

const refused = (name: string, message: string): ExecResult => ({
  stdout: '',
  stderr: `${name}: ${message}\n`,
  exitCode: 2,
});
const notHere = (name: string, what: string, instead: string): ExecResult =>
  refused(name, `${what} does not work in labs of the browser; nothing was changed. Instead: ${instead}`);
const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;
const original = ({ origCommand }: Context, args: string[]): Promise<ExecResult> =>
  origCommand?.(args) ?? Promise.resolve(refused('bash', 'command not found'));
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

/** Ends options; the library takes it for one. */
const END = '--';
/** Options of `sed` with a value of their own. */
const SED_VALUE = /^(-[a-zA-Z]*[efl]|--(expression|file|line-length))$/;

/** `sed -i.bak` keeps a copy; replacements that the library writes as they stand are refused. */
const sed: Run = async (args, context) => {
  const { fs, cwd } = context;
  let suffix = '';
  const scripts: string[] = [];
  const files: string[] = [];
  const own: string[] = [];
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at] as string;
    const [, short, of] = /^(-[nErsu]*i)(.*)$/.exec(word) ?? [];
    const [, long] = /^--in-place(?:=(.*))?$/.exec(word) ?? [];
    if (short !== undefined || /^--in-place/.test(word)) {
      suffix = of || long || suffix;
      own.push(...(short === undefined ? ['-i'] : [short]));
    } else if (SED_VALUE.test(word)) {
      const value = args[++at] ?? '';
      if (/e$|expression/.test(word)) scripts.push(value);
      own.push(word, /e$|expression/.test(word) ? value.replace(ONE_LINE, '$1\n') : value);
    } else if (word.startsWith('-') && word !== '-') own.push(...(word === END ? [] : [word]));
    else if (scripts.length === 0 && !own.some((one) => /^(-[a-zA-Z]*f|--file|--expression=.*)$/.test(one))) {
      scripts.push(word);
      own.push(word.replace(ONE_LINE, '$1\n'));
    } else {
      files.push(word);
      own.push(word);
    }
  }
  if (scripts.some((script) => /^[^#]*s(.).*\1.*\\[ULulE].*\1/s.test(script)))
    return notHere('sed', '\\U, \\L, \\u or \\l in a replacement', 'toupper() or tolower() of awk');
  if (suffix !== '')
    for (const file of files) {
      const [name = '', folder = ''] = [file.split('/').at(-1), file.slice(0, file.lastIndexOf('/') + 1)];
      const copy = suffix.includes('*') ? suffix.replaceAll('*', name) : name + suffix;
      const to = fs.resolvePath(cwd, copy.includes('/') ? copy : folder + copy);
      const text = await fs.readFileBuffer(fs.resolvePath(cwd, file)).catch(() => null);
      if (text !== null) await fs.writeFile(to, text);
    }
  return original(context, own);
};

/** Options of `jq` with values of their own, and how many. */
const JQ_VALUES: Readonly<Record<string, number>> = {
  '--arg': 2,
  '--argjson': 2,
  '--slurpfile': 2,
  '--rawfile': 2,
  '--indent': 1,
  '-L': 1,
};

/** Updates that the library would lose are written so that it does not, or refused. */
const jq: Run = async (args, context) => {
  let at = 0;
  let isFile = false;
  while (at < args.length && /^-./.test(args[at] ?? '')) {
    if (/^(-[a-zA-Z]*f|--from-file)$/.test(args[at] ?? '')) isFile = true;
    at += 1 + (JQ_VALUES[args[at] ?? ''] ?? 0);
  }
  const given = args[at];
  if (given === undefined) return original(context, args);
  const text = isFile ? await context.fs.readFile(context.fs.resolvePath(context.cwd, given)).catch(() => '.') : given;
  const program = jqProgram(text);
  if ('wrong' in program) return notHere('jq', program.wrong, program.instead);
  // The library does not read programs from files.
  const options = isFile
    ? args.slice(0, at).flatMap((word) => word.replace(/^(-[a-zA-Z]*)f$|^--from-file$/, '$1') || [])
    : args.slice(0, at);
  return original(context, [...options.filter((word) => word !== '-'), program.program, ...args.slice(at + 1)]);
};

/** `mv` and `cp` to a folder that does not exist: every file would become the same one. */
const transfer =
  (name: 'cp' | 'mv'): Run =>
  async (args, context) => {
    const words = args.filter((word) => !/^-./.test(word));
    const to = words.at(-1) ?? '';
    const isMissing = to.endsWith('/') && words.length > 1 && !(await isFolder(context, to));
    const takesFolders = words.length === 2 && (await isFolder(context, words[0] ?? ''));
    if (isMissing && !takesFolders) return refused(name, `cannot create '${to}': there is no such folder`);
    return original(context, args);
  };

/** `rm -r` of the folder in which one stands, or of everything. */
const rm: Run = async (args, context) => {
  const here = context.fs.resolvePath('/', context.cwd);
  const wrong = args.find((word) => {
    const path = context.fs.resolvePath(context.cwd, word);
    return (
      !/^-./.test(word) &&
      (path === '/' || path === here || here.startsWith(`${path}/`)) &&
      /^(\.{0,2}\/*)+$/.test(word)
    );
  });
  return wrong === undefined ? original(context, args) : refused('rm', `refusing to remove '${wrong}'`);
};

/** Programs of ours in place of those of the shell's library, and in addition to them. */
export const OWN_COMMANDS: readonly Command[] = [
  defineCommand('whoami', async (_args, { env }) => ({
    stdout: `${env.get('USER') ?? 'learner'}\n`,
    stderr: '',
    exitCode: 0,
  })),
  defineCommand('find', find),
  defineCommand('sed', sed),
  defineCommand('jq', jq),
  defineCommand('cp', transfer('cp')),
  defineCommand('mv', transfer('mv')),
  defineCommand('rm', rm),
];
