import type { Call, Word } from './program-rules.ts';

/** Forms of a language that the shell's library gets wrong, by name. The first that is found is named. */
type Forms = readonly (readonly [pattern: RegExp, what: string])[];

/** Of programs whose texts are blanked. */
const AWK: Forms = [
  [/\bRS\b/, 'RS'],
  [/\b(RT|IGNORECASE|FIELDWIDTHS|FPAT|CONVFMT|ARGIND|ERRNO)\b/, 'a variable of this program'],
  [/\$(\w+|\([^()]*\))\s*(\^|\*\*)/, 'powers of fields'],
  [/\/\s*0+(\.0*)?(?![\w.])(?=\s*[-+;})\n]|$)/, 'a division by 0'],
  [/\bgetline\b[^;}]*<.*\bclose\s*\(/s, 'close of a file that is read'],
  [
    /\b(asorti?|PROCINFO|strftime|systime|mktime|system|fflush|patsplit|typeof|isarray|and|or|xor|lshift|rshift|compl)\b(?=\s*[[(])/,
    'a function of this program',
  ],
  [/\bswitch\s*\(/, 'switch'],
  [/\|(?!\|)(?!\s*getline)(?<!\|\|)\s*[""\w]/, 'print into a program'],
  [/BEGIN\s*\{[^}]*(?<!\|\s*)\bgetline\b(?!\s*(\w+\s*)?<)/, 'getline in BEGIN'],
  [/(^|[^\w.])0\d/, 'numbers that begin with 0'],
  [/""\s*<|(?<!getline\s*\w*\s*)<=?\s*""|\(\s*""\s*>/, 'texts that are compared'],
  [
    /\bprintf?\b(?:[^;{}\n()]|\([^()]*\))*>{1,2}(?!>|\s*(?:""|\w+)\s*(?:[;}\n]|$))/,
    'print into a file whose name is put together',
  ],
  [/\bgetline\b\s*(<|[^\s;})])?.*\bclose\b.*\bprintf?\b.*>/, 'a file that is written and read'],
];

const SED_COMMAND =
  /(?:^|[;\n{}!/\d$,IM~+])\s*s([^\w\s\\;])((?:\\.|\[[^\]]*\]|(?!\1)[^\\])*?)\1((?:\\.|(?!\1)[^\\])*)\1([a-zA-Z\d]*)([^;\n}]*)/g;
const SED_ADDRESS = /(?:^|[;\n{}]\s*|,\s*)\/((?:\\.|[^/\\])*)\//g;

const BACK_REFERENCE = /\\\(.*\\\).*\\[1-9]|\(.*\).*\\[1-9]/s;

const first = (forms: Forms, text: Word | undefined): string | null =>
  typeof text !== 'string' ? null : (forms.find(([pattern]) => pattern.test(text))?.[1] ?? null);

/** A variable that is set among the files. */
export const ASSIGNED = /^[A-Za-z_]\w*=/;

export function awkWrong({ options, operands }: Call): string | null {
  const [program, ...files] = operands;
  for (const [name, value] of options) if (name === '-v' && /\\|^RS=/.test(value ?? '')) return `-v ${value}`;
  const assigned = files.findLast((file) => ASSIGNED.test(file ?? ''));
  const isFirst = files.findIndex((file) => !ASSIGNED.test(file ?? '')) > files.lastIndexOf(assigned ?? null);
  if (assigned != null && (!isFirst || /\bBEGIN\b/.test(program ?? 'BEGIN'))) return `"${assigned}"`;
  if (typeof program !== 'string') return null;
  const stream = /[>]\s*"(\/dev\/std\w+)"/.exec(program)?.[1];
  if (stream !== undefined) return `print into ${stream}`;
  for (const [, name = ''] of program.matchAll(/\bfunc(?:tion)?\s+(\w+)/g))
    if (new RegExp(`(?<!func|function)\\s${name}\\s+\\(`).test(program)) return 'a function and its parenthesis apart';
  if (/(?<![=!<>])=\s*"-?\d+(\.\d+)?"/.test(program)) return 'texts that are numbers';
  const blanked = program.replace(/"(?:\\.|[^"\\])*"/g, '""').replace(/#.*/g, '');
  for (const [, name = ''] of blanked.matchAll(/\blength\s*\(\s*(\w+)\s*\)/g))
    if (new RegExp(`\\b${name}\\s*\\[|\\bsplit\\s*\\([^;{}]*,\\s*${name}\\b`).test(blanked))
      return 'length of an array';
  return first(AWK, blanked) ?? formatWrong(program) ?? unsetWrong(blanked, options);
}

/** A format of `printf` with more places than values, or with places that the library fills otherwise. */
function formatWrong(program: string): string | null {
  for (const [, format = '', rest = ''] of program.matchAll(
    /printf\s*\(?\s*"((?:\\.|[^"\\])*)"((?:"(?:\\.|[^"\\])*"|[^;}\n"])*)/g,
  )) {
    const places = format.replaceAll('%%', '').match(/%[^a-zA-Z%]*[a-zA-Z]/g) ?? [];
    const wrong = places.find((place) => !/^%[-+]?\d*(\.\d+)?[sdicxof]$/.test(place) || /^%0\d*\./.test(place));
    if (wrong !== undefined) return wrong;
    const values = rest
      .replace(/"(?:\\.|[^"\\])*"/g, (text) => (/^"\d+\D/.test(text) ? '\u0001' : '""'))
      .replace(/\[[^\]]*\]/g, '');
    if (values.includes('\u0001')) return 'texts as numbers in printf';
    const flat = values.replace(/\b\w+\([^()]*\)/g, 'x');
    if ((flat.match(/,/g) ?? []).length < places.length) return 'printf with too few values';
  }
  return null;
}

/** A variable that is compared with 0 and may never have got a value. */
function unsetWrong(program: string, options: Call['options']): string | null {
  for (const [, name = ''] of program.matchAll(/(?<![\w$\])])([A-Za-z_]\w*)\s*[!=]=\s*0(?![\w.])/g)) {
    const isGiven = options.some(([option, value]) => option === '-v' && value?.startsWith(`${name}=`));
    const isOwn = /^(NR|NF|FNR|RSTART|RLENGTH)$/.test(name);
    if (!isGiven && !isOwn && !new RegExp(`\\b${name}\\s*=(?!=)`).test(program))
      return `${name} == 0 of a variable without a value`;
  }
  return null;
}

export function sedWrong({ options, operands, has }: Call): string | null {
  const given = options.flatMap(([name, value]) => (name === '-e' ? [value] : []));
  const isFile = has('-f');
  const scripts = given.length > 0 || isFile ? given : operands.slice(0, 1);
  for (const script of scripts) {
    const wrong = typeof script === 'string' ? sedScriptWrong(script, has('-E')) : null;
    if (wrong !== null) return wrong;
  }
  return null;
}

function sedScriptWrong(script: string, isExtended: boolean): string | null {
  for (const [, , pattern = '', replacement = '', flags = '', rest = ''] of script.matchAll(SED_COMMAND)) {
    if (/\d/.test(flags) && flags.includes('g')) return `the flags ${flags}`;
    if (/[wem]/i.test(flags.replace('I', ''))) return `the flag ${flags.replace(/[^wemM]/g, '')}`;
    if (/^\s*w/.test(rest)) return 'the flag w';
    if (/\\[ULulE]/.test(replacement)) return '\\U, \\L, \\u or \\l in a replacement';
    if (BACK_REFERENCE.test(pattern)) return 'a pattern with \\1';
    if (replacement.includes('\\\\')) return 'a backslash in a replacement';
  }
  if (/(^|[^\\])[aic]\\$/.test(script) || /^[a-z]+\.[a-z]+$/.test(script)) return 'this script';
  for (const [, pattern = ''] of script.matchAll(SED_ADDRESS)) {
    if (BACK_REFERENCE.test(pattern)) return 'a pattern with \\1';
    if (isExtended && /[(|+?{]/.test(pattern)) return `-E for "/${pattern}/"`;
  }
  return null;
}

export function grepWrong({ options, operands, has }: Call): string | null {
  const given = options.flatMap(([name, value]) => (name === '-e' ? [value] : []));
  const patterns = given.length > 0 ? given : operands.slice(0, 1);
  return !has('-F') && patterns.some((pattern) => BACK_REFERENCE.test(pattern ?? '')) ? 'a pattern with \\1' : null;
}
