import type { Context, Refuse, Run } from './program-input.ts';

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
    for (let option = 0; option < at; option += 2) {
      const [, name, value = ''] = words[option] === '-v' ? (SEPARATOR.exec(words[option + 1] ?? '') ?? []) : [];
      if (name !== undefined) begin += `${name} = ${JSON.stringify(value)}; `;
    }
    const program = words[at] ?? '';
    words[at] = spelled(begin === '' ? program : `BEGIN { ${begin}}\n${program}`);
    const result = (await context.origCommand?.(words)) ?? { stdout: '', stderr: '', exitCode: 127 };
    if (EXPONENT.test(result.stdout)) return refuse('awk', 'numbers with an exponent', '');
    if (/^awk: .*(Unexpected|not implemented|not supported|out of bounds)/.test(result.stderr))
      return refuse('awk', 'this program', '');
    const isMissing = result.exitCode === 1 && /No such file or directory\n$/.test(result.stderr);
    return isMissing ? { ...result, exitCode: 2 } : result;
  };

/** `length` without parentheses, and `int`, outside of texts. */
function spelled(program: string): string {
  let usesInt = false;
  const own = program.replace(/"(?:\\.|[^"\\])*"|\blength\b(?!\s*\()|\bint(?=\s*\()/g, (word) => {
    if (word.startsWith('"')) return word;
    if (word === 'length') return 'length($0)';
    usesInt = true;
    return 'academy_int';
  });
  return usesInt ? `${own}\n${INT}` : own;
}
