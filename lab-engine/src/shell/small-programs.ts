import type { ExecResult } from 'just-bash/browser';
import { type Context, inputText, isOption, type Refuse, type Run } from './program-input.ts';

const done = (stdout: string, exitCode = 0): ExecResult => ({ stdout, stderr: '', exitCode });
const failed = (stderr: string): ExecResult => ({ stdout: '', stderr, exitCode: 1 });
const original = ({ origCommand }: Context, args: string[]): Promise<ExecResult> =>
  origCommand?.(args) ?? Promise.resolve({ stdout: '', stderr: 'bash: command not found\n', exitCode: 127 });
const NOT_ASCII = /[^\0-\x7f]/;

const UNIT_SECONDS: Readonly<Record<string, number>> = {
  second: 1,
  sec: 1,
  minute: 60,
  min: 60,
  hour: 3_600,
  day: 86_400,
  week: 604_800,
};
const WORDS: Readonly<Record<string, number>> = { now: 0, today: 0, yesterday: -86_400, tomorrow: 86_400 };
const STEP = /^([+-]?\s*\d+)\s*(second|sec|minute|min|hour|day|week|month|year)s?(\s+ago)?\s*/;
const BASE = /^(@-?\d+|\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2})?Z?)?|now|today|yesterday|tomorrow)\s*/;

/** The moment that the text of `date -d` means, seconds since 1970 in UTC; null: it cannot be told. @param now seconds */
export function momentOf(text: string, now: number): number | null {
  let rest = text.trim();
  const [whole = '', base = 'now'] = BASE.exec(rest) ?? [];
  rest = rest.slice(whole.length);
  const named = WORDS[base];
  const written = base.startsWith('@')
    ? Number(base.slice(1))
    : Date.parse(`${base.replace(' ', 'T').replace('Z', '')}${base.length > 10 ? 'Z' : ''}`) / 1_000;
  let moment = named === undefined ? written : now + named;
  // A number with a sign behind a time of day is its zone.
  if (base.includes(':') && /^[+-]/.test(rest)) return null;
  while (rest !== '') {
    const [step = '', count = '', unit = '', ago] = STEP.exec(rest) ?? [];
    if (step === '') return null;
    const number = Number(count.replaceAll(/\s/g, '')) * (ago === undefined ? 1 : -1);
    const seconds = UNIT_SECONDS[unit];
    if (seconds !== undefined) moment += number * seconds;
    else {
      const day = new Date(moment * 1_000);
      if (unit === 'year') day.setUTCFullYear(day.getUTCFullYear() + number);
      else day.setUTCMonth(day.getUTCMonth() + number);
      moment = day.getTime() / 1_000;
    }
    rest = rest.slice(step.length);
  }
  return Number.isNaN(moment) ? null : Math.floor(moment);
}

/** `date` with the words of `-d`, `-I` and `-R`, which the library does not know. */
export const date =
  (refuse: Refuse): Run =>
  async (args, context) => {
    const words: string[] = [];
    for (let at = 0; at < args.length; at += 1) {
      const word = args[at] ?? '';
      if (word === '-d') {
        const text = args[++at] ?? '';
        const zone = context.env.get('TZ') ?? '';
        const moment = /^(UTC|)$/.test(zone) || args.includes('-u') ? momentOf(text, Date.now() / 1_000) : null;
        if (moment === null) return refuse('date', `-d ${text}`, '');
        words.push('-d', `@${moment}`);
      } else if (word === '-I') words.push('+%Y-%m-%d');
      else if (word === '-Iseconds') words.push('+%Y-%m-%dT%H:%M:%S+00:00');
      else if (word === '-R') words.push('+%a, %d %b %Y %H:%M:%S +0000');
      else words.push(word);
    }
    return original(context, words);
  };

/** `head -n -3`: everything but the last lines. */
export const head =
  (refuse: Refuse): Run =>
  async (args, context) => {
    const at = args.findIndex((word, place) => word === '-n' && args[place + 1]?.startsWith('-'));
    if (at < 0) return original(context, args);
    const files = [...args.slice(0, at), ...args.slice(at + 2)];
    if (files.some(isOption) || files.length > 1) return refuse('head', '-n of several files', '');
    const { text, error } = await inputText(files, context);
    if (error !== null) return failed(`head: ${error}\n`);
    const lines = text.split('\n').slice(0, -1);
    const count = Number(args[at + 1]);
    return done((count === 0 ? lines : lines.slice(0, count)).map((line) => `${line}\n`).join(''));
  };

/** `cat` with what shows blanks and ends of lines, and `-b`, `-s`. */
export const cat =
  (refuse: Refuse): Run =>
  async (args, context) => {
    const options = args.filter(isOption).join('');
    if (!/[AETbs]/.test(options)) return original(context, args);
    const { text, error } = await inputText(
      args.filter((word) => !isOption(word)),
      context,
    );
    if (error !== null) return failed(`cat: ${error}\n`);
    if (NOT_ASCII.test(text) && /A/.test(options)) return refuse('cat', '-A of letters beyond ASCII', '');
    const tabs = /[AT]/.test(options);
    const ends = /[AE]/.test(options) ? '$' : '';
    let number = 0;
    let wasEmpty = false;
    let stdout = '';
    for (const line of text.split('\n').slice(0, -1)) {
      const isEmpty = line === '';
      if (options.includes('s') && isEmpty && wasEmpty) continue;
      wasEmpty = isEmpty;
      const isNumbered = options.includes('b') ? !isEmpty : options.includes('n');
      const before = isNumbered ? `${String(++number).padStart(6)}\t` : '';
      stdout += `${before}${tabs ? line.replaceAll('\t', '^I') : line}${ends}\n`;
    }
    return done(stdout);
  };

/** `\0` and other numbers of characters, which the library takes for letters. */
export const tr: Run = (args, context) =>
  original(
    context,
    args.map((word) =>
      word.replace(/\\([0-7]{1,3})/g, (_all, digits: string) => String.fromCharCode(Number.parseInt(digits, 8))),
    ),
  );

/** Paths without links, `.` and `..`; the last part may be missing. */
export const realpath: Run = async (args, { fs, cwd }) => {
  let [stdout, stderr] = ['', ''];
  for (const word of args.filter((one) => !isOption(one))) {
    const path = fs.resolvePath(cwd, word);
    const folder = path.slice(0, path.lastIndexOf('/')) || '/';
    const real = await fs.realpath(path).catch(async () => ((await fs.exists(folder)) ? path : null));
    if (real === null) stderr += `realpath: ${word}: No such file or directory\n`;
    else stdout += `${real}\n`;
  }
  return { stdout, stderr, exitCode: stderr === '' ? 0 : 1 };
};

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/** A new file, or a folder with `-d`, of a name that nobody has used. */
export const mktemp: Run = async (args, { fs, cwd }) => {
  const given = args.find((word) => !isOption(word));
  const template = given ?? '/tmp/tmp.XXXXXXXXXX';
  if (!/X{3}/.test(template)) return failed(`mktemp: too few X's in template ‘${template}’\n`);
  const name = template.replace(/X{3,}(?!.*X{3})/, (all) =>
    Array.from(all, () => LETTERS[Math.floor(Math.random() * LETTERS.length)]).join(''),
  );
  const path = fs.resolvePath(cwd, given !== undefined && args.includes('-t') ? `/tmp/${name}` : name);
  if (args.includes('-d')) await fs.mkdir(path);
  else await fs.writeFile(path, '');
  return done(`${given !== undefined && !args.includes('-t') ? name : path}\n`);
};
