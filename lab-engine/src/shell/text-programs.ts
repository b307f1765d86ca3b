import type { ExecResult } from 'just-bash/browser';
import type { Context, Refuse, Run } from './program-input.ts';
import { inputText, isOption } from './program-input.ts';

const DONE = { stderr: '', exitCode: 0 };
const NOT_ASCII = /[^\0-\x7f]/;
const original = ({ origCommand }: Context, args: string[]): Promise<ExecResult> =>
  origCommand?.(args) ?? Promise.resolve({ stdout: '', stderr: 'bash: command not found\n', exitCode: 127 });

const OUTPUT = '--output-delimiter=';

/** `cut` as GNU's: parts in the order of the line, and lines without the separator as they are. */
export const cut =
  (refuse: Refuse): Run =>
  async (args, context) => {
    const at = (name: string) => (args.includes(name) ? (args[args.indexOf(name) + 1] ?? '') : null);
    const fields = at('-f');
    const list = fields ?? at('-c') ?? at('-b') ?? '';
    const separator = at('-d') ?? '\t';
    const given = args.find((word) => word.startsWith(OUTPUT))?.slice(OUTPUT.length) ?? null;
    const between = given ?? (fields === null ? '' : separator);
    const operands = args.filter((word, place) => !isOption(word) && !/^-[bdfc]$/.test(args[place - 1] ?? ''));
    if (!/^\d*-?\d*(,\d*-?\d*)*$/.test(list) || list === '' || separator.length !== 1)
      return refuse('cut', 'these parts', '');
    if (given !== null && fields === null) return refuse('cut', `${OUTPUT} of characters`, '');
    const ranges = list.split(',').map((range) => {
      const [from = '', to = from] = range.split('-');
      return [Number(from || 1), to === '' ? Number.POSITIVE_INFINITY : Number(to)] as const;
    });
    const isRest = args.includes('--complement');
    const wanted = (place: number) => ranges.some(([from, to]) => place >= from && place <= to) !== isRest;
    const { text, error } = await inputText(operands, context);
    if (fields === null && NOT_ASCII.test(text)) return refuse('cut', '-c in texts with letters beyond ASCII', '');
    const lines = text === '' ? [] : text.replace(/\n$/, '').split('\n');
    const kept = lines.flatMap((line) => {
      if (fields === null) return [[...line].filter((_sign, place) => wanted(place + 1)).join('')];
      const parts = line.split(separator);
      if (parts.length === 1) return args.includes('-s') ? [] : [line];
      return [parts.filter((_part, place) => wanted(place + 1)).join(between)];
    });
    const stdout = kept.map((line) => `${line}\n`).join('');
    return error === null ? { ...DONE, stdout } : { stdout, stderr: `cut: ${error}\n`, exitCode: 1 };
  };

/** What differs, in the form that programs read by default; `-u` without the line that the library puts before it. */
export const diff =
  (refuse: Refuse): Run =>
  async (args, context) => {
    for (const word of args)
      if ((await context.fs.stat(context.fs.resolvePath(context.cwd, word)).catch(() => null))?.isDirectory === true)
        return refuse('diff', 'folders', '');
    if (args.includes('-q')) return original(context, args);
    const isUnified = args.includes('-u');
    const result = await original(context, isUnified ? args : ['-u', ...args]);
    const lines = result.stdout.replace(/^=+\n/, '').split('\n');
    if (isUnified || result.exitCode !== 1) return { ...result, stdout: lines.join('\n') };
    let [left, right] = [0, 0];
    let [removed, added]: [string[], string[]] = [[], []];
    let stdout = '';
    const range = (from: number, count: number) =>
      count > 1 ? `${from},${from + count - 1}` : `${count === 0 ? from - 1 : from}`;
    const flush = () => {
      if (removed.length + added.length === 0) return;
      const kind = removed.length === 0 ? 'a' : added.length === 0 ? 'd' : 'c';
      stdout += `${range(left - removed.length, removed.length)}${kind}${range(right - added.length, added.length)}\n`;
      stdout += removed.map((line) => `< ${line}\n`).join('') + (kind === 'c' ? '---\n' : '');
      stdout += added.map((line) => `> ${line}\n`).join('');
      [removed, added] = [[], []];
    };
    for (const line of lines.slice(2)) {
      const [, from, to] = /^@@ -(\d+)(?:,\d+)? \+(\d+)/.exec(line) ?? [];
      if (from !== undefined) {
        flush();
        [left, right] = [Number(from), Number(to)];
      } else if (line.startsWith('-')) {
        // A removed line behind an added one belongs to the next change.
        if (added.length > 0) flush();
        removed.push(line.slice(1));
        left += 1;
      } else if (line.startsWith('+')) {
        added.push(line.slice(1));
        right += 1;
      } else if (line.startsWith(' ')) {
        flush();
        left += 1;
        right += 1;
      }
    }
    flush();
    return { ...result, stdout };
  };

/** Rows with fewer cells than others are filled with blanks by the real one, as its version pleases. */
export const column =
  (refuse: Refuse): Run =>
  async (args, context) => {
    if (args.includes('-t')) {
      const at = args.indexOf('-s');
      const separator = at < 0 ? null : (args[at + 1] ?? '');
      const { text } = await inputText(
        args.filter((word, place) => !isOption(word) && (at < 0 || place !== at + 1)),
        context,
      );
      const lines = text.split('\n').filter((line) => line.trim() !== '');
      const cells = (line: string) =>
        separator === null
          ? line.trim().split(/\s+/)
          : line
              .split('')
              .filter((sign) => separator.includes(sign))
              .concat('');
      if (new Set(lines.map((line) => cells(line).length)).size > 1)
        return refuse('column', 'rows of several lengths', '');
    }
    return original(context, args);
  };

/** Lines that are not numbered are as wide as those of the real one. */
export const nl: Run = async (args, context) => {
  const result = await original(context, args);
  return { ...result, stdout: result.stdout.replace(/^ {6}\t$/gm, ' '.repeat(7)) };
};

/** Without files it reads its input. */
export const paste: Run = (args, context) => {
  const files = args.filter((word, at) => (!isOption(word) || word === '-') && args[at - 1] !== '-d');
  const own = args.map((word, at) => (args[at - 1] === '-d' ? word.replace(/\\n/g, '\n').replace(/\\t/g, '\t') : word));
  return original(context, files.length === 0 ? [...own, '-'] : own);
};

export const od: Run = async (args, context) => {
  const result = await original(context, args);
  return args.includes('-c') ? { ...result, stdout: result.stdout.replace(/^(\d{7}) (?= )/gm, '$1') } : result;
};

/** The lines of a tree as they are drawn in a terminal of today, and the folder itself counted. */
export const tree: Run = async (args, context) => {
  const result = await original(context, args);
  const lines = result.stdout.split('\n').map((line) => {
    const [, before = '', corner = ''] = /^((?:\| {3}| {4})*)(\|-- |`-- )/.exec(line) ?? [];
    if (corner === '')
      return line.replace(/^(\d+) director(?:y|ies)/, (_all, count: string) => folders(Number(count) + 1));
    const drawn = before.replaceAll('|   ', '│\u00a0\u00a0 ') + (corner.startsWith('|') ? '├── ' : '└── ');
    return drawn + line.slice(before.length + corner.length);
  });
  return { ...result, stdout: lines.join('\n') };
};

const folders = (count: number): string => `${count} director${count === 1 ? 'y' : 'ies'}`;

/** Programs whose command is run for words of the input. */
export const xargs =
  (refuse: Refuse): Run =>
  async (args, context) => {
    const { text } = await inputText([], context);
    const isPlain = !args.includes('-0') && !args.includes('-d');
    if (isPlain && /["'\\]/.test(text)) return refuse('xargs', 'quotes in what it reads', '');
    if (text.trim() === '' && !args.includes('-r')) return refuse('xargs', 'nothing to read without -r', '');
    const isReplacing = args.includes('-I') && isPlain;
    const result = await original(context, isReplacing ? ['-d', '\n', ...args] : args);
    return result.exitCode > 0 && result.exitCode < 126 ? { ...result, exitCode: 123 } : result;
  };
