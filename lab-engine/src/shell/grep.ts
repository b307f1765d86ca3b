import type { ExecResult } from 'just-bash/browser';
import { type Context, inputText, isOption, type Refuse, type Run } from './program-input.ts';

const NOT_ASCII = /[^\0-\x7f]/;
const VALUES = /^-[efABCm]$/;
const original = ({ origCommand }: Context, args: string[]): Promise<ExecResult> =>
  origCommand?.(args) ?? Promise.resolve({ stdout: '', stderr: 'bash: command not found\n', exitCode: 127 });

/** `grep` with several patterns, and with the forms `\+`, `\?` and `\<`, which the library knows in another spelling. */
export const grep =
  (refuse: Refuse): Run =>
  async (args, context) => {
    const { options, patterns, operands } = await readWords(args, context);
    if (patterns === null)
      return { stdout: '', stderr: `grep: ${operands[0]}: No such file or directory\n`, exitCode: 2 };
    const kind = options.includes('-F') ? '-F' : options.includes('-E') ? '-E' : '-G';
    if (patterns.length > 1 && options.includes('-o')) return refuse('grep', '-o with several patterns', '');
    const own = patterns.map((pattern) => (kind === '-F' ? pattern : pattern.replace(/\\[<>]/g, '\\b')));
    const isRecursive = options.includes('-r');
    if (isRecursive && operands.length > 1 && operands.includes('.')) return refuse('grep', '-r of "." and others', '');
    if (!isRecursive && patterns.some((pattern) => /\[:(upper|lower|alpha|alnum)|\\[wWbB]|\\[<>]/.test(pattern))) {
      const { text } = await inputText(operands, context);
      if (NOT_ASCII.test(text)) return refuse('grep', 'classes of letters in texts with letters beyond ASCII', '');
    }
    const isNamed = options.includes('-H') && !isRecursive && operands.length === 1;
    if (isNamed && options.some((option) => /^-[cL]$/.test(option))) return refuse('grep', '-H with a count', '');
    const rest = options.filter((option) => !/^-[EFGHs]$|^--color/.test(option));
    const [first = ''] = own;
    const isExtended = kind === '-G' && /\\[+?]/.test(first);
    const spelled =
      own.length > 1
        ? ['-E', '-e', own.map((pattern) => `(${extended(pattern, kind)})`).join('|')]
        : isExtended
          ? ['-E', '-e', extended(first, kind)]
          : [...(kind === '-G' ? [] : [kind]), '-e', first];
    // With a second file, which is empty, the name of the first is shown.
    const files = isNamed ? [...operands, '/dev/null'] : operands;
    const result = await original(context, [...rest, ...spelled, ...(files.some(isOption) ? ['--'] : []), ...files]);
    const stderr = options.includes('-s') ? '' : result.stderr;
    if (!isRecursive || operands[0] !== '.' || options.includes('-h') || options.includes('-q'))
      return { ...result, stderr };
    return { ...result, stderr, stdout: result.stdout.replace(/^(?!--$)(?=.)/gm, './') };
  };

/** A pattern in the extended form. */
function extended(pattern: string, kind: string): string {
  if (kind === '-E') return pattern;
  if (kind === '-F') return pattern.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  return pattern.replace(/\[[^\]]*\]|\\?[+?(){}|]/g, (sign) =>
    sign.startsWith('[') ? sign : sign.startsWith('\\') ? sign.slice(1) : `\\${sign}`,
  );
}

/** @returns patterns: null when a file of patterns, the only operand, is not there */
async function readWords(args: readonly string[], context: Context) {
  const options: string[] = [];
  const operands: string[] = [];
  const patterns: string[] = [];
  let isOver = false;
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at] ?? '';
    if (isOver || !isOption(word)) operands.push(word);
    else if (word === '--') isOver = true;
    else if (!VALUES.test(word)) options.push(word);
    else {
      const value = args[++at] ?? '';
      if (word === '-e') patterns.push(...value.split('\n'));
      else if (word !== '-f') options.push(word, value);
      else {
        const { text, error } = await inputText([value], context);
        if (error !== null) return { options, patterns: null, operands: [value] };
        patterns.push(...text.split('\n').slice(0, -1));
      }
    }
  }
  if (!args.some((word) => word === '-e' || word === '-f')) patterns.push(...(operands.shift() ?? '').split('\n'));
  return { options, patterns, operands };
}
