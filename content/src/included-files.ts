import { extensionOf } from './file-names.ts';

/** A file, or lines of one, that stands in for the code of a fence. */
export interface IncludedFile {
  /** As written: relative to the text, or with a leading slash to the item's folder. */
  path: string;
  /** `3-9`, `3-`, `1-2,7`; null for the whole file. */
  lines: string | null;
  /** The rest of the words behind the fence. */
  rest: string;
}

const FILE = /(^|[\s{])file=(?:"([^"]*)"|'([^']*)'|([^\s}]+))/;
const LINES = /(^|[\s{])lines=(?:"([^"]*)"|'([^']*)'|([^\s}]+))/;
/** The form of GitHub's addresses: `Main.java#L3-L9`. */
const LINES_IN_PATH = /#L(\d+)(?:-L?(\d+)?)?$/;

/** The file that the words behind a fence name: ` ```java file="Main.java" lines="3-9" `; null when they name none. */
export function includedFile(words: string): IncludedFile | null {
  const named = valueIn(words, FILE);
  if (named === null || named === '') return null;
  const inPath = LINES_IN_PATH.exec(named);
  const lines = inPath === null ? null : `${inPath[1]}${inPath[0].includes('-') ? `-${inPath[2] ?? ''}` : ''}`;
  return {
    path: named.replace(LINES_IN_PATH, ''),
    lines: valueIn(words, LINES) ?? lines,
    rest: words.replace(FILE, '$1').replace(LINES, '$1').trim(),
  };
}

function valueIn(words: string, pattern: RegExp): string | null {
  const [, , double, single, bare] = pattern.exec(words) ?? [];
  return double ?? single ?? bare ?? null;
}

/**
 * Lines of a text, without the indentation that they share.
 *
 * @param lines `3-9`, `3-`, `-5`, `1-2,7`, counted from 1
 * @returns null when they are not such a list, or name lines that the text does not have
 */
export function linesOf(text: string, lines: string): string | null {
  const all = text.replace(/\n$/, '').split('\n');
  const chosen: string[] = [];
  for (const part of lines.split(',')) {
    const found = /^\s*(\d{0,7})\s*(-?)\s*(\d{0,7})\s*$/.exec(part);
    const [, first = '', dash = '', last = ''] = found ?? [];
    if (found === null || (first === '' && last === '')) return null;
    const from = first === '' ? 1 : Number(first);
    const to = dash === '' ? from : last === '' ? all.length : Number(last);
    if (from < 1 || to < from || to > all.length) return null;
    chosen.push(...all.slice(from - 1, to));
  }
  const indents = chosen.filter((line) => line.trim() !== '').map((line) => /^[ \t]*/.exec(line)?.[0] ?? '');
  const shared = indents.reduce((a, b) => commonStart(a, b), indents[0] ?? '');
  return chosen.map((line) => line.slice(line.startsWith(shared) ? shared.length : line.length)).join('\n');
}

function commonStart(a: string, b: string): string {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return a.slice(0, length);
}

/** The usual words for languages whose files end otherwise. */
const WORDS: Readonly<Record<string, string>> = {
  ...{
    kt: 'kotlin',
    kts: 'kotlin',
    py: 'python',
    rb: 'ruby',
    rs: 'rust',
    cs: 'csharp',
    sh: 'bash',
    zsh: 'bash',
    js: 'javascript',
  },
  ...{
    mjs: 'javascript',
    cjs: 'javascript',
    ts: 'typescript',
    yml: 'yaml',
    tf: 'hcl',
    gradle: 'groovy',
    ps1: 'powershell',
  },
  ...{ htm: 'html', h: 'c', hpp: 'cpp', cc: 'cpp', patch: 'diff', txt: 'text', log: 'text', csv: 'text' },
};

/** The language of a file's code, by its name. */
export function languageOfName(file: string): string {
  const extension = extensionOf(file);
  if (extension === '')
    return /(?:Docker|Container)file$/.test(file) ? 'dockerfile' : /Makefile$/.test(file) ? 'makefile' : 'text';
  return WORDS[extension] ?? extension;
}
