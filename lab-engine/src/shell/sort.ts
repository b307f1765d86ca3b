import type { Refuse, Run } from './program-input.ts';
import { inputText, isOption } from './program-input.ts';

/** A key of `-k`: from a field to a field, and how it is compared. */
interface Key {
  from: number;
  to: number;
  how: string;
}

const KEY = /^(\d+)([bfnhr]*)(?:,(\d+)([bfnhr]*))?$/;
const UNITS = 'KMGTPE';

/** `sort` as GNU's sorts in the locale C.UTF-8: by bytes, with keys. */
export const sort =
  (refuse: Refuse): Run =>
  async (args, context) => {
    const { flags, values, operands } = optionsOf(args);
    const keys: Key[] = [];
    for (const text of values.get('-k') ?? []) {
      const [, from = '', one = '', to, two = ''] = KEY.exec(text) ?? [];
      if (from === '') return refuse('sort', `-k ${text}`, '');
      keys.push({ from: Number(from), to: to === undefined ? Number.POSITIVE_INFINITY : Number(to), how: one + two });
    }
    const separator = values.get('-t')?.at(-1) ?? null;
    if (separator !== null && separator.length !== 1) return refuse('sort', `-t ${separator}`, '');
    const { text, error } = await inputText(operands, context);
    if (error !== null) return { stdout: '', stderr: `sort: cannot read: ${error}\n`, exitCode: 2 };
    const lines = text.replace(/\n$/, '').split('\n');
    if (text === '') lines.pop();
    const global = [...flags].map((flag) => flag.slice(1)).join('');
    const compareKeys = comparison(keys, global, separator);
    const isReverse = flags.has('-r');
    const isWhole = flags.has('-u') || flags.has('-s');
    const compare = (a: string, b: string) =>
      compareKeys(a, b) || (isWhole ? 0 : isReverse ? byBytes(b, a) : byBytes(a, b));
    if (flags.has('-c')) {
      const at = lines.findIndex(
        (line, place) => place > 0 && compare(lines[place - 1] ?? '', line) > (flags.has('-u') ? -1 : 0),
      );
      if (at < 0) return { stdout: '', stderr: '', exitCode: 0 };
      return { stdout: '', stderr: `sort: ${operands[0] ?? '-'}:${at + 1}: disorder: ${lines[at]}\n`, exitCode: 1 };
    }
    const sorted = lines.sort(compare);
    const kept = flags.has('-u')
      ? sorted.filter((line, at) => at === 0 || compareKeys(sorted[at - 1] ?? '', line) !== 0)
      : sorted;
    const stdout = kept.map((line) => `${line}\n`).join('');
    const output = values.get('-o')?.at(-1);
    if (output === undefined) return { stdout, stderr: '', exitCode: 0 };
    await context.fs.writeFile(context.fs.resolvePath(context.cwd, output), stdout);
    return { stdout: '', stderr: '', exitCode: 0 };
  };

function optionsOf(args: readonly string[]) {
  const flags = new Set<string>();
  const values = new Map<string, string[]>();
  const operands: string[] = [];
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at] ?? '';
    if (/^-[kto]$/.test(word)) values.set(word, [...(values.get(word) ?? []), args[++at] ?? '']);
    else if (isOption(word)) flags.add(word);
    else operands.push(word);
  }
  return { flags, values, operands };
}

function comparison(keys: readonly Key[], global: string, separator: string | null) {
  const kinds = keys.length === 0 ? [{ from: 1, to: Number.POSITIVE_INFINITY, how: '' }] : keys;
  return (a: string, b: string): number => {
    for (const { from, to, how } of kinds) {
      const own = how === '' ? global : how;
      const part = (line: string) => {
        if (keys.length === 0) return line;
        const fields = separator === null ? (line.match(/\s*\S+|\s+$/g) ?? []) : line.split(separator);
        return fields.slice(from - 1, to).join(separator ?? '');
      };
      const result = byKind(part(a), part(b), own);
      if (result !== 0) return own.includes('r') ? -result : result;
    }
    return 0;
  };
}

function byKind(a: string, b: string, how: string): number {
  if (/[nh]/.test(how)) {
    const value = how.includes('h') ? humanNumber : plainNumber;
    return Math.sign(value(a) - value(b));
  }
  const text = (one: string) => {
    const own = how.includes('b') ? one.trimStart() : one;
    return how.includes('f') ? own.replace(/[a-z]/g, (sign) => sign.toUpperCase()) : own;
  };
  return byBytes(text(a), text(b));
}

const plainNumber = (text: string): number => Number(/^\s*(-?\d*\.?\d*)/.exec(text)?.[1] || 0) || 0;

function humanNumber(text: string): number {
  const unit = /^\s*-?\d*\.?\d*([KMGTPE])/i.exec(text)?.[1]?.toUpperCase() ?? '';
  return plainNumber(text) * 1024 ** (unit === '' ? 0 : UNITS.indexOf(unit) + 1);
}

/** Order of code points, which is the order of the bytes of UTF-8. */
export function byBytes(a: string, b: string): number {
  const [one, two] = [[...a], [...b]];
  for (let at = 0; at < Math.min(one.length, two.length); at += 1) {
    const difference = (one[at]?.codePointAt(0) ?? 0) - (two[at]?.codePointAt(0) ?? 0);
    if (difference !== 0) return Math.sign(difference);
  }
  return Math.sign(one.length - two.length);
}
