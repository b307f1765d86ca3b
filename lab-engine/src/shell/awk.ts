import { DIVIDED_BY_ZERO, watchedDivisions } from './awk-divisions.ts';
import { ASSIGNED } from './language-rules.ts';
import { type Context, inputText, type Refuse, type Run } from './program-input.ts';

/** `int` of the library rounds down; this one cuts off, as awk's does. */
const INT = ' function academy_int(x) { x = x + 0; return x < 0 ? -int(-x) : int(x) }';
/** How the library writes numbers that awk writes otherwise. */
const EXPONENT = /\d(?:\.\d+)?e[+-]\d{1,2}\b/;

/** Variables that the library forgets when they are set by an option. */
const SEPARATOR = /^(OFS|ORS|FS|SUBSEP|OFMT|NR|FNR)=(.*)$/s;

/** The program of `awk` in the forms that the library knows, and its results held against what awk would write. */
export const awk =
  (refuse: Refuse): Run =>
  async (args, context: Context) => {
    const words = [...args];
    let at = 0;
    let begin = '';
    for (; words[at] === '-F' || words[at] === '-v'; at += 2)
      if (words[at] === '-F' && /^[|+?*.()[\]{}^$]$/.test(words[at + 1] ?? ''))
        words[at + 1] = words[at + 1] === '^' ? '\\^' : `[${words[at + 1]}]`;
    const program = words[at] ?? '';
    const operands = words.splice(at + 1);
    const files = operands.filter((word) => !ASSIGNED.test(word));
    // Set before the first file they are the same as options, where nothing runs before the files.
    const assigned = operands.filter((word) => ASSIGNED.test(word));
    const { fs, cwd } = context;
    for (const file of files.slice(1))
      if (!(await fs.exists(fs.resolvePath(cwd, file)))) return refuse('awk', `${file}, which is not there,`, '');
    if (/\btoupper\b/.test(program) && (await inputText(files, context)).text.includes('ß'))
      return refuse('awk', 'toupper of ß', '');
    const own = words.slice(0, at).filter((_word, place) => words[place - 1] === '-v');
    for (const assignment of [...own, ...assigned]) {
      const [, name, value = ''] = SEPARATOR.exec(assignment) ?? [];
      if (name !== undefined) begin += `${name} = ${JSON.stringify(value)}; `;
    }
    const watched = watchedDivisions(program);
    words[at] = spelled(begin === '' ? watched : `BEGIN { ${begin}}\n${watched}`);
    words.splice(at, 0, ...assigned.flatMap((word) => (SEPARATOR.test(word) ? [] : ['-v', word])));
    words.push(...files);
    const result = (await context.origCommand?.(words)) ?? { stdout: '', stderr: '', exitCode: 127 };
    if (result.stdout.includes(DIVIDED_BY_ZERO)) return refuse('awk', 'a division by 0', '');
    if (/-\d/.test(result.stdout) && /%[-+]?\d*[di]/.test(program) && !program.includes('>')) {
      const whole = words.map((word, place) =>
        place === words.length - files.length - 1 ? word.replace(/%[-+]?\d*[di]/g, '%s') : word,
      );
      const { stdout } = (await context.origCommand?.(whole)) ?? result;
      if (/-\d*\.\d/.test(stdout)) return refuse('awk', '%d of negative numbers', '');
    }
    if (EXPONENT.test(result.stdout)) return refuse('awk', 'numbers with an exponent', '');
    if (/^awk: .*(Unexpected|not implemented|not supported|out of bounds)/.test(result.stderr))
      return refuse('awk', 'this program', '');
    const isMissing = result.exitCode === 1 && /No such file or directory\n$/.test(result.stderr);
    return isMissing ? { ...result, exitCode: 2 } : result;
  };

/** Words that may stand before a parenthesis. */
const BEFORE_PARENTHESIS =
  /^(if|while|for|print|printf|return|in|delete|function|func|do|else|exit|getline|length|substr|index|split|sub|gsub|gensub|match|sprintf|sin|cos|atan2|exp|log|sqrt|int|rand|srand|tolower|toupper|system|close)$/;

/** The program in the forms that the library knows; texts stay as they are, but for `%i`. */
function spelled(program: string): string {
  let usesInt = false;
  const functions = new Set(Array.from(program.matchAll(/\bfunc(?:tion)?\s+(\w+)/g), ([, name]) => name ?? ''));
  const own = program
    .replace(/"(?:\\.|[^"\\])*"|\blength\b(?!\s*\()|\bint(?=\s*\()|(?<![\w$.])[A-Za-z_]\w*(?=[ \t]+\()/g, (word) => {
      if (word.startsWith('"')) return word.replace(/%([-+]?\d*(?:\.\d+)?)i/g, '%$1d');
      if (word === 'length') return 'length($0)';
      // A variable and a parenthesis are put together; the library would call a function.
      if (word !== 'int') return BEFORE_PARENTHESIS.test(word) || functions.has(word) ? word : `${word} ""`;
      usesInt = true;
      return 'academy_int';
    })
    // An item that is named alone is made.
    .replace(
      /"(?:\\.|[^"\\])*"|(?<=[;{]\s*)([A-Za-z_]\w*\[(?:[^\][;{}"]|"[^"]*")*\])(?=\s*[;}])/g,
      (text, item?: string) => (item === undefined ? text : `${item} = ${item}`),
    );
  return usesInt ? `${own}\n${INT}` : own;
}
