import { readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

export const ROOT = join(import.meta.dirname, '..');

/** A stretch of prose in a file: a comment, the title of a test, or a line of Markdown. */
export interface Prose {
  file: string;
  line: number;
  text: string;
}

const COMMENT = /^\s*(?:\/\*+|\*+\/?|\/\/+|#(?!!))\s?(.*?)(?:\*\/)?\s*$/;
const COMMENT_BESIDE_CODE = /\s\/\/\s(.*)$/;
const TEST_TITLE = /\b(?:describe|it|test)(?:\.\w+)*\(\s*(['"`])(.*?)\1/;

/** Comments, neighbouring lines joined, and titles of tests. */
export function proseOfCode(file: string, code: string): Prose[] {
  const found: Prose[] = [];
  let open: Prose | null = null;
  for (const [at, text] of code.split('\n').entries()) {
    const comment = COMMENT.exec(text)?.[1];
    if (comment !== undefined) {
      if (open === null) {
        open = { file, line: at + 1, text: '' };
        found.push(open);
      }
      open.text = `${open.text} ${comment}`.trim();
      continue;
    }
    open = null;
    const beside = COMMENT_BESIDE_CODE.exec(text)?.[1] ?? TEST_TITLE.exec(text)?.[2];
    if (beside !== undefined) found.push({ file, line: at + 1, text: beside });
  }
  return found;
}

/** Paragraphs of a Markdown file without its fenced code. */
export function proseOfMarkdown(file: string, markdown: string): Prose[] {
  const found: Prose[] = [];
  let open: Prose | null = null;
  for (const { line, text } of unfenced(markdown)) {
    if (text.trim() === '' || /^\s*(?:#|[-*|]|\d+\.)/.test(text)) open = null;
    if (text.trim() === '') continue;
    if (open === null) {
      open = { file, line, text: '' };
      found.push(open);
    }
    open.text = `${open.text} ${text}`.trim();
  }
  return found;
}

/** Words that name a text by a number: readers of this repository do not have that text. */
const NUMBERED =
  /\b(?:(?:security |house )?rules?|specification|spec|clauses?|content[- ]format|pitfalls?|traps?|web-stack|checklist|requirements?|sections?|chapters?|appendix|paragraphs?)(?: (?:sections?|no\.|number))? \d+(?:\.\d+)*\b|§ ?\d/i;
/** Outside texts by name. A standard that everybody can read (RFC, WCAG) is named by its own name. */
const UNREADABLE = /\b(?:as|what|than|of|by|in|with) the (?:academy[’']s |product )?specification\b|\bas specified\b/i;
/** Four digits alone are a record; with an underscore they are a migration. */
const DECISION = /\bdecisions? (?:no\. |number )?#?(\d+)\b|(?<![\d.])(00\d\d)(?![\d._])/gi;
/** A file that the repository should have: below one of its folders, or a source file by the end of its path. */
const FILE = /(?<![\w@/.<>*{}-])(?:[\w.-]+\/)*[\w-][\w.-]*\.(?:css|json|md|mjs|sh|sql|tsx?|ya?ml)\b(?:#[\w-]+)?/g;

/** Where a reference may lead. */
export interface Repository {
  /** Every file, as a path from the root. */
  files: ReadonlySet<string>;
  /** Names of Markdown files that authors of content write. */
  contentNames: ReadonlySet<string>;
  anchorsOf: (file: string) => ReadonlySet<string>;
}

/** What a stretch of prose refers to that is not in the repository. */
export function danglingIn({ text }: Pick<Prose, 'text'>, repository: Repository): string[] {
  const bad: string[] = [];
  const cited = NUMBERED.exec(text) ?? UNREADABLE.exec(text);
  if (cited !== null) bad.push(cited[0]);
  for (const [whole, named, bare] of text.matchAll(DECISION)) {
    const number = named ?? bare ?? '';
    const known = [...repository.files].some((one) => one.startsWith(`docs/decisions/${number}-`));
    if (number.length !== 4 || !known) bad.push(whole);
  }
  for (const [path] of text.matchAll(FILE)) if (!leadsSomewhere(path, repository)) bad.push(path);
  return bad;
}

/**
 * Source files may be named by the end of their path (`mail/outbox.store.ts`), documents by their name where no author of
 * content writes one like it. Other files are examples (`courses/tea/course.json`) unless their path says where they are.
 */
function leadsSomewhere(reference: string, { files, contentNames, anchorsOf }: Repository): boolean {
  const [path = '', anchor] = reference.replace(/^\.{1,2}\//, '').split('#');
  if (files.has(path)) return anchor === undefined || !path.endsWith('.md') || anchorsOf(path).has(anchor);
  const isSource = /\.tsx?$/.test(path);
  if (!isSource && path.includes('/')) return !/^(?:docs|e2e|scripts|\w+\/src)\//.test(path);
  if (!isSource && (!path.endsWith('.md') || contentNames.has(path))) return true;
  return [...files].some((file) => file.endsWith(`/${path}`));
}

/** Relative links of a Markdown file that lead nowhere. */
export function deadLinks(file: string, markdown: string, { files, anchorsOf }: Repository): string[] {
  const dead: string[] = [];
  for (const { line, text } of unfenced(markdown)) {
    const bare = text.replace(/(`+)(?!`).*?\1/g, '');
    for (const [, target = ''] of bare.matchAll(/\]\(<?([^)\s>]+)>?(?:\s"[^"]*")?\)/g)) {
      if (/^(?:[a-z]+:|\/)/i.test(target)) continue;
      const [path = '', anchor] = target.split('#');
      const full = path === '' ? file : posix.normalize(posix.join(dirname(file), path)).replace(/\/$/, '');
      const exists = files.has(full) || [...files].some((one) => one.startsWith(`${full}/`));
      const isThere = exists && (anchor === undefined || !full.endsWith('.md') || anchorsOf(full).has(anchor));
      if (!isThere) dead.push(`${file}:${line} ${target}`);
    }
  }
  return dead;
}

/** Anchors of a Markdown file as GitHub makes them of its headings. */
export function anchorsIn(markdown: string): Set<string> {
  const anchors = new Set<string>();
  for (const { text } of unfenced(markdown)) {
    const heading = /^#{1,6}\s+(.*?)\s*#*$/.exec(text)?.[1];
    const named = /<a (?:name|id)="([^"]+)"/.exec(text)?.[1];
    if (named !== undefined) anchors.add(named);
    if (heading === undefined) continue;
    const slug = heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-');
    let unique = slug;
    for (let at = 1; anchors.has(unique); at += 1) unique = `${slug}-${at}`;
    anchors.add(unique);
  }
  return anchors;
}

function unfenced(markdown: string): { line: number; text: string }[] {
  const lines: { line: number; text: string }[] = [];
  let fence = '';
  for (const [at, text] of markdown.split('\n').entries()) {
    const marks = /^\s*(`{3,}|~{3,})/.exec(text)?.[1] ?? '';
    if (fence === '' && marks !== '') fence = marks;
    else if (fence !== '') {
      if (marks.startsWith(fence)) fence = '';
    } else lines.push({ line: at + 1, text });
  }
  return lines;
}

/** The repository as it is, with anchors read when they are asked for. */
export function repositoryOf(files: readonly string[], contentNames: Iterable<string>): Repository {
  const anchors = new Map<string, Set<string>>();
  const anchorsOf = (file: string) => {
    const known = anchors.get(file) ?? anchorsIn(readFileSync(join(ROOT, file), 'utf8'));
    anchors.set(file, known);
    return known;
  };
  return { files: new Set(files), contentNames: new Set(contentNames), anchorsOf };
}
