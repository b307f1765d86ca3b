/** What the shell has right of a program. Everything else is refused. */
export interface Program {
  /**
   * Options, separated by blanks: `-n`, with other names behind a comma (`-n,--number`), with `=` when a value follows, `==`
   * when two do, and `?` when one may follow in the same word. The library gets the first name.
   */
  options?: string;
  /** `words`: each word with a dash must be one of the options, as of `find`. `none`: there are no options, as of `echo`. */
  reads?: 'options' | 'words' | 'none';
  /** Options end at the first operand, which is a command. */
  stops?: boolean;
  /** Stands for a number with a dash, as in `head -3`. */
  number?: string;
  /** A word that is a negative number is an operand. */
  negative?: boolean;
  /** The library takes options apart itself: it gets the words as they were written. */
  asWritten?: boolean;
  /** Values and operands that are refused: of an option, of the operand with a number (from 1), of each operand (`*`). */
  not?: readonly (readonly [of: string, pattern: RegExp, what?: string])[];
  /** What is wrong with everything together, as a noun; null: nothing. Words that are not known are null. */
  wrong?: (call: Call) => string | null;
}

/** A word of a command; null: it is known only when the command runs. */
export type Word = string | null;

export interface Call {
  options: readonly (readonly [name: string, value: Word])[];
  operands: readonly Word[];
  has(...names: string[]): boolean;
  /** A number with a dash was given, as in `head -3`. */
  isNumbered: boolean;
}

/** The words for the library, or what is wrong with them, as a noun. */
export type Judged = { words: Word[] } | { wrong: string };

interface Option {
  name: string;
  takes: 'nothing' | 'value' | 'two' | 'perhaps';
}

const END = '--';
/** Stands between the values of an option that takes two. */
const BETWEEN = '\0';
const MARKS: Readonly<Record<string, Option['takes']>> = { '=': 'value', '==': 'two', '?': 'perhaps' };
const optionsOf = new WeakMap<Program, Map<string, Option>>();

function known(program: Program): Map<string, Option> {
  const before = optionsOf.get(program);
  if (before !== undefined) return before;
  const options = new Map<string, Option>();
  for (const entry of (program.options ?? '').split(' ').filter(Boolean)) {
    const [, marks = ''] = /([=?]*)$/.exec(entry) ?? [];
    const takes = MARKS[marks] ?? 'nothing';
    const names = entry.slice(0, entry.length - marks.length).split(',');
    for (const name of names) options.set(name, { name: names[0] ?? '', takes });
  }
  optionsOf.set(program, options);
  return options;
}

/** Holds the words of a command against what the shell has right of its program. */
export function judgeWords(program: Program, words: readonly Word[]): Judged {
  const read = program.reads === 'words' ? readWords(program, words) : readOptions(program, words);
  if ('wrong' in read) return read;
  const { options, operands, asked } = read;
  const isNumbered = program.number !== undefined && words.some((word) => /^-\d+$/.test(word ?? ''));
  const call: Call = {
    options,
    operands,
    isNumbered,
    has: (...names) => options.some(([name]) => names.includes(name)),
  };
  for (const [of, pattern, what] of program.not ?? []) {
    const values = /^\d/.test(of)
      ? [operands[Number(of) - 1]]
      : of === '*'
        ? operands
        : options.filter(([name]) => name === of).map(([, value]) => value);
    const value = values.find((one) => typeof one === 'string' && pattern.test(one));
    if (typeof value === 'string') return { wrong: what ?? named(of, value) };
  }
  const wrong = program.wrong?.(call) ?? null;
  return wrong === null ? { words: program.asWritten === true ? [...words] : asked } : { wrong };
}

const MAX_NAMED = 40;
const named = (of: string, value: string): string => {
  const short = value.length > MAX_NAMED ? `${value.slice(0, MAX_NAMED)}...` : value;
  return /^-/.test(of) ? `${of} ${short.replaceAll('\n', ' ')}` : `"${short.replaceAll('\n', ' ')}"`;
};

type Read = { options: [string, Word][]; operands: Word[]; asked: Word[] } | { wrong: string };

function readWords(program: Program, words: readonly Word[]): Read {
  const all = known(program);
  const options: [string, Word][] = [];
  const operands: Word[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? null;
    if (word === null || !/^-./.test(word) || /^-\d/.test(word)) {
      operands.push(word);
      continue;
    }
    const option = all.get(word);
    if (option === undefined) return { wrong: word };
    if (option.takes === 'value') at += 1;
    options.push([option.name, option.takes === 'value' ? (words[at] ?? null) : '']);
    // The words of a command that is run for each file are that command's.
    if (word === '-exec') while (at + 1 < words.length && !/^[;+]$/.test(words[at] ?? '')) at += 1;
  }
  return { options, operands, asked: [...words] };
}

function readOptions(program: Program, words: readonly Word[]): Read {
  const all = known(program);
  const options: [string, Word][] = [];
  const operands: Word[] = [];
  const rest = [...words];
  const take = (name: string, glued: string | null): string | null => {
    const option = all.get(name);
    if (option === undefined) return name;
    if (option.takes === 'nothing' && glued !== null) return name;
    const next = () => rest.shift() ?? null;
    if (option.takes === 'two') options.push([option.name, `${next()}${BETWEEN}${next()}`]);
    else if (option.takes === 'value') options.push([option.name, glued ?? next()]);
    else options.push([option.name, option.takes === 'nothing' ? '' : glued]);
    return null;
  };
  while (rest.length > 0) {
    const word = rest.shift() as Word;
    const isNumber = program.negative === true && /^-\d/.test(word ?? '');
    if (program.reads === 'none' || isNumber || word === null || word === '-' || !word.startsWith('-')) {
      operands.push(word);
      if (program.stops !== true) continue;
      operands.push(...rest);
      break;
    }
    if (word === END) {
      operands.push(...rest);
      break;
    }
    if (program.number !== undefined && /^-\d+$/.test(word)) {
      options.push([program.number, word.slice(1)]);
      continue;
    }
    const [, long = word, value] = /^(--[^=]+)=(.*)$/s.exec(word) ?? [];
    if (word.startsWith('--')) {
      const wrong = take(long, value ?? null);
      if (wrong !== null) return { wrong };
      continue;
    }
    for (let at = 1; at < word.length; at += 1) {
      const name = `-${word[at]}`;
      const takes = all.get(name)?.takes ?? 'nothing';
      const glued = takes === 'nothing' || at + 1 === word.length ? null : word.slice(at + 1);
      const wrong = take(name, glued);
      if (wrong !== null) return { wrong: at > 1 ? `${name} in ${word}` : name };
      if (glued !== null) break;
    }
  }
  return { options, operands, asked: spelled(options, operands, program, all) };
}

/** The words as the library reads them best: one option a word, its value in the next, then the operands. */
function spelled(
  options: readonly [string, Word][],
  operands: readonly Word[],
  program: Program,
  all: ReadonlyMap<string, Option>,
): Word[] {
  const before = options.flatMap(([name, value]): Word[] => {
    const takes = all.get(name)?.takes ?? 'value';
    if (takes === 'nothing' || (takes === 'perhaps' && value === null)) return [name];
    if (takes === 'two') return [name, ...(value ?? '').split(BETWEEN)];
    if (name.startsWith('--')) return value === null ? [name, null] : [`${name}=${value}`];
    return takes === 'perhaps' ? [`${name}${value}`] : [name, value];
  });
  const needsEnd =
    program.reads !== 'none' && program.negative !== true && operands.some((word) => word !== null && /^-./.test(word));
  return [...before, ...(needsEnd && program.stops !== true ? [END] : []), ...operands];
}
