import { codeLanguage } from './code-languages.ts';

/** What stands behind a code fence, and what its lines say of themselves. */
export interface CodeWords {
  /** Name of the language as written; empty without one. */
  word: string;
  title: string | null;
  /** Lines that are marked, counted from 1. */
  marked: ReadonlySet<number>;
  /** The code without comments that mark lines. */
  value: string;
}

/** Longer words after a fence are not read. */
const MAX_INFO = 500;
const MAX_MARKED = 1_000;

/**
 * Reads the words behind a fence as the tools that authors come from write them: `java title="Main.java" {2-3}`,
 * `java:Main.java`, `js [config.js]`, `bash,copy`, `{.python .numbered}`, `hl_lines="2 4"`; and the comments that mark
 * lines, `highlight-next-line` and `[!code highlight]`.
 */
export function readCodeWords(lang: string, meta: string, value: string): CodeWords {
  const info = `${lang} ${meta}`.trim().slice(0, MAX_INFO);
  const marked = new Set<number>();
  const code = markedByComments(value, marked);
  if (/^[\w+#-]*$/.test(info)) return { word: info, title: null, marked, value: code };
  for (const lines of linesNamedIn(info)) addLines(lines, marked);
  const { word, title } = wordIn(info);
  return { word, title: titleIn(info) ?? title, marked, value: code };
}

function wordIn(info: string): { word: string; title: string | null } {
  // A class of Pandoc and of MkDocs, or the language of a notebook.
  const inBraces = /^\{\s*\.?([\w+#-]+)/.exec(info)?.[1];
  if (inBraces !== undefined)
    return { word: codeLanguage(inBraces) === null ? `{${inBraces}}` : inBraces, title: null };
  const first = /^[^\s{[]+/.exec(info)?.[0] ?? '';
  if (/^[\w-]+=/.test(first)) return { word: '', title: null };
  if (codeLanguage(first) !== null) return { word: first, title: null };
  const [, word = first, mark = '', rest = ''] = /^([\w+#.-]+)([:,;])(.*)$/.exec(first) ?? [];
  const title = mark === ':' ? rest.replace(/^title=/, '') : '';
  return { word, title: /[./]|^[A-Z]\w+file$/.test(title) ? title : null };
}

function titleIn(info: string): string | null {
  const named =
    /(?:^|[\s{,])(?:title|filename|file|name|caption|label)\s*=\s*(?:\{\s*)?(?:"([^"]*)"|'([^']*)'|([^\s"'{},]+))/.exec(
      info,
    );
  const title = named?.[1] ?? named?.[2] ?? named?.[3] ?? /\s\[([^\]"]+)\]/.exec(info)?.[1];
  return title === undefined || title.trim() === '' ? null : title.trim();
}

/** `{1,3-5}`, `hl_lines="1 3-5"`, `{hl_lines=[1,"3-5"]}`, `mark={2}`. */
function linesNamedIn(info: string): string[] {
  const named =
    /(?:hl_lines|highlight|mark|emphasize-lines)\s*[=:]\s*(?:"([^"]*)"|'([^']*)'|\[([^\]]*)\]|\{([^}]*)\})/i.exec(info);
  const lines = named?.slice(1).find((one) => one !== undefined);
  const inBraces = /\{\s*([\d\s,-]+)\}/.exec(info.replace(named?.[0] ?? '', ''))?.[1];
  return [lines, inBraces].filter((one) => one !== undefined);
}

function addLines(text: string, marked: Set<number>): void {
  for (const [, from = '', to = from] of text.matchAll(/(\d{1,5})(?:\s*-\s*(\d{1,5}))?/g))
    for (let line = Number(from); line <= Number(to) && marked.size < MAX_MARKED; line += 1) marked.add(line);
}

const COMMENT = /^\s*(?:\/\/|#|--|;|%|<!--|\/\*|\{\/\*)\s*highlight-(next-line|start|end)\s*(?:-->|\*\/\}?)?\s*$/;
const CODE_COMMENT =
  /[ \t]*(?:\/\/|#|--|;|%|<!--|\/\*|\{\/\*)[ \t]*\[!code (?:highlight|hl|focus|warning|error)\][ \t]*(?:-->|\*\/\}?)?[ \t]*$/;

/** Takes out the comments that mark lines. */
function markedByComments(value: string, marked: Set<number>): string {
  if (!/highlight-(?:next-line|start)|\[!code /.test(value)) return value;
  const lines: string[] = [];
  let isNext = false;
  let isWithin = false;
  for (const line of value.split('\n')) {
    const mark = COMMENT.exec(line)?.[1];
    if (mark !== undefined) {
      isNext = mark === 'next-line' || isNext;
      isWithin = mark === 'start' || (mark !== 'end' && isWithin);
      continue;
    }
    const bare = line.includes('[!code ') ? line.replace(CODE_COMMENT, '') : line;
    lines.push(bare);
    if ((isNext || isWithin || bare !== line) && marked.size < MAX_MARKED) marked.add(lines.length);
    isNext = false;
  }
  return lines.join('\n');
}
