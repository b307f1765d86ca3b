import type { ExecResult } from 'just-bash/browser';
import type { Context } from './program-input.ts';

const MISSING = 'No such file or directory';
/** `name: file: No such file or directory`, as the library says it for most programs. */
const LIBRARY = new RegExp(`^(\\w+): (.+): ${MISSING}$`, 'gm');
/** What the library says in its own words, without the name of the file. */
const RAW = /ENOENT: no such file or directory, open '[^']*'/;

/** How programs name a file that is not there, where they do not say `name: file: ...`. */
const FORMS: Readonly<Record<string, (file: string) => string>> = {
  awk: (file) => `fatal: cannot open file \`${file}' for reading: ${MISSING}`,
  find: (file) => `‘${file}’: ${MISSING}`,
  head: (file) => `cannot open '${file}' for reading: ${MISSING}`,
  jq: (file) => `error: Could not open file ${file}: ${MISSING}`,
  ls: (file) => `cannot access '${file}': ${MISSING}`,
  rev: (file) => `cannot open ${file}: ${MISSING}`,
  sed: (file) => `can't read ${file}: ${MISSING}`,
  split: (file) => `cannot open '${file}' for reading: ${MISSING}`,
  tac: (file) => `failed to open '${file}' for reading: ${MISSING}`,
  tail: (file) => `cannot open '${file}' for reading: ${MISSING}`,
};

/** Words that differ in their quotes, or in a word. */
const OTHERS: Readonly<Record<string, readonly (readonly [pattern: RegExp, words: string])[]>> = {
  mkdir: [[/cannot create directory '([^'\n]*)'/g, 'cannot create directory ‘$1’']],
  seq: [[/argument: '([^'\n]*)'/g, 'argument: ‘$1’']],
  sleep: [[/interval '([^'\n]*)'/g, 'interval ‘$1’']],
  stat: [[/cannot stat /g, 'cannot statx ']],
};

/** The errors of a program as the real one words them, and its status, which scripts read. */
export async function inRealWords(
  name: string,
  args: readonly string[],
  { fs, cwd }: Context,
  result: ExecResult,
): Promise<ExecResult> {
  let { stderr, exitCode } = result;
  if (stderr === '') return result;
  const stats = args.map(async (word) => [word, await fs.stat(fs.resolvePath(cwd, word)).catch(() => null)] as const);
  const all = await Promise.all(stats);
  const isFolder = (word: string) => all.some(([one, stat]) => one === word && stat?.isDirectory === true);
  if (RAW.test(stderr)) {
    const file = all.findLast(([word, stat]) => stat === null && !/^-./.test(word))?.[0] ?? '';
    stderr = /^\w+: cannot/.test(stderr) ? stderr.replace(RAW, MISSING) : `${name}: ${file}: ${MISSING}\n`;
  }
  stderr = stderr.replace(LIBRARY, (line, program: string, file: string) => {
    if (program !== name) return line;
    if (isFolder(file)) return `${name}: ${file}: Is a directory`;
    const form = FORMS[name];
    return form === undefined ? line : `${name}: ${form(file)}`;
  });
  for (const [pattern, words] of OTHERS[name] ?? []) stderr = stderr.replace(pattern, words);
  if (/^e?f?grep$/.test(name) && / Is a directory$/m.test(stderr)) exitCode = 2;
  if (name === 'tac' && / failed to open /.test(stderr)) exitCode = 1;
  if (name === 'sed' && exitCode === 1 && / can't read /.test(stderr)) exitCode = 2;
  return { ...result, stderr, exitCode };
}
