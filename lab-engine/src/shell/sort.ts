import type { Refuse, Run } from './program-input.ts';
import { inputText, isOption } from './program-input.ts';

/** A key of `-k`: from a field to a field, and how it is compared. */
interface Key {
  from: number;
  /** Place in the first and in the last field, from 1; 0: the whole field. */
  fromSign: number;
  to: number;
  toSign: number;
  how: string;
}

const KEY = /^(\d+)(?:\.(\d+))?([bfnhgrV]*)(?:,(\d+)(?:\.(\d+))?([bfnhgrV]*))?$/;
const UNITS = 'KMGTPE';

/** `sort` as GNU's sorts in the locale C.UTF-8: by bytes, with keys. */
export const sort =
  (refuse: Refuse): Run =>
  async (args, context) => {
    const { flags, values, operands } = optionsOf(args);
    const keys: Key[] = [];
    for (const text of values.get('-k') ?? []) {
      const [, from = '', fromSign = '1', one = '', to, toSign = '0', two = ''] = KEY.exec(text) ?? [];
      const how = one + two;
      if (from === '' || (how.includes('b') && (fromSign !== '1' || toSign !== '0')))
        return refuse('sort', `-k ${text}`, '');
      const end = to === undefined ? Number.POSITIVE_INFINITY : Number(to);
      keys.push({ from: Number(from), fromSign: Number(fromSign), to: end, toSign: Number(toSign), how });
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
  const whole = { from: 1, fromSign: 1, to: Number.POSITIVE_INFINITY, toSign: 0, how: '' };
  const kinds = keys.length === 0 ? [whole] : keys;
  return (a: string, b: string): number => {
    for (const { from, fromSign, to, toSign, how } of kinds) {
      const own = how === '' ? global : how;
      const part = (line: string) => {
        if (keys.length === 0) return line;
        const fields = separator === null ? (line.match(/\s*\S+|\s+$/g) ?? []) : line.split(separator);
        const last = toSign > 0 && fields[to - 1] !== undefined ? [(fields[to - 1] ?? '').slice(0, toSign)] : [];
        const kept = [...fields.slice(from - 1, last.length > 0 ? to - 1 : to), ...last];
        // A key that begins and ends in one field is cut from its end first.
        return kept.join(separator ?? '').slice(Math.max(0, fromSign - 1));
      };
      const result = byKind(part(a), part(b), own);
      if (result !== 0) return own.includes('r') ? -result : result;
    }
    return 0;
  };
}

function byKind(a: string, b: string, how: string): number {
  if (how.includes('V')) return byVersion(a, b);
  if (/[nhg]/.test(how)) {
    const value = how.includes('h') ? humanNumber : how.includes('g') ? generalNumber : plainNumber;
    return Math.sign(value(a) - value(b));
  }
  const text = (one: string) => {
    const own = how.includes('b') ? one.trimStart() : one;
    return how.includes('f') ? own.replace(/[a-z]/g, (sign) => sign.toUpperCase()) : own;
  };
  return byBytes(text(a), text(b));
}

const plainNumber = (text: string): number => Number(/^\s*(-?\d*\.?\d*)/.exec(text)?.[1] || 0) || 0;

/** Texts that are no number come first. */
const generalNumber = (text: string): number => {
  const number = Number.parseFloat(text);
  return Number.isNaN(number) ? Number.MIN_SAFE_INTEGER : number;
};

/** Digits are compared as numbers; the end of a text comes first, then letters, then all other signs. */
function byVersion(a: string, b: string): number {
  const weight = (sign: string | undefined) =>
    sign === undefined || /\d/.test(sign)
      ? 0
      : sign === '~'
        ? -1
        : /[a-z]/i.test(sign)
          ? sign.charCodeAt(0)
          : sign.charCodeAt(0) + 256;
  const suffix = /(\.[A-Za-z~][A-Za-z0-9~]*)*$/;
  const compare = (one: string, two: string): number => {
    let [i, j] = [0, 0];
    while (i < one.length || j < two.length) {
      while ((i < one.length && !/\d/.test(one[i] ?? '')) || (j < two.length && !/\d/.test(two[j] ?? ''))) {
        const difference = weight(one[i]) - weight(two[j]);
        if (difference !== 0) return Math.sign(difference);
        i += 1;
        j += 1;
      }
      const [left = '', right = ''] = [/^\d+/.exec(one.slice(i))?.[0], /^\d+/.exec(two.slice(j))?.[0]];
      const difference = Number(left) - Number(right);
      if (difference !== 0) return Math.sign(difference);
      i += left.length;
      j += right.length;
    }
    return 0;
  };
  return compare(a.replace(suffix, ''), b.replace(suffix, '')) || compare(a, b);
}

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
