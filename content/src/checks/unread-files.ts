import path from 'node:path';
import type { Finding } from '@academy/contract/findings';
import { isLanguage, LANGUAGES, ORIGINAL } from '@academy/contract/i18n/languages';
import type { ContentKind } from '@academy/contract/publishing';
import { isNearly } from '@academy/contract/rules/near-names';
import { FILE_TABLES, type FileKind } from '../file-tables/file-table.ts';
import { FindingList } from '../finding-list.ts';
import { namesIn } from '../named-files.ts';
import type { SourceFiles } from '../source-files.ts';
import { PAGE_TEMPLATE } from '../template-variables.ts';
import { shortened } from '../text-source.ts';
import { translationIn } from '../translations/translated-files.ts';

const MARKDOWN = /\.(?:md|mdx|markdown|mdown|mkd)$/i;
const TEXT = /\.(?:md|mdx|markdown|mdown|mkd|txt|rst|adoc)$/i;
/** Files of folders that belong to the repository, not to readers: `SECURITY.md`. */
const OF_REPOSITORY = /^[A-Z][A-Z0-9_-]+\.[a-z]+$/;

/**
 * Texts beside an item's JSON files that nothing reads, because they are called otherwise than the texts of that kind.
 *
 * @param file the item's own file
 * @param others names of files in its folder that are of no type of content
 */
export function unreadFiles(
  kind: Exclude<ContentKind, 'workshop' | 'tags'>,
  files: SourceFiles,
  file: string,
  others: readonly string[],
): Finding[] {
  const findings = new FindingList();
  const named = linkedFiles(files);
  for (const name of [...files.keys(), ...others]) {
    const folder = path.posix.dirname(name);
    const at = kindOfFolder(kind, files, folder);
    if (name === file || named.has(name)) continue;
    if (at === null) {
      const base = path.posix.basename(name);
      if (!MARKDOWN.test(name) || OF_REPOSITORY.test(base) || isOfIncompleteLesson(name)) continue;
      const message =
        kind === 'course' && isLessonOfOthers(name)
          ? 'a lesson is a folder with lesson.json and content.md. Add the first, and rename this file'
          : `the texts of a ${kind} lie beside its JSON files. Link or include it in one of them, move it, or remove it`;
      findings.warning('file-unread', name, 1, `nothing reads "${shortened(base, 80)}": ${message}`);
      continue;
    }
    const message = troubleOf(path.posix.basename(name), at, (beside) => files.has(path.posix.join(folder, beside)));
    if (message !== null) findings.warning('file-unread', name, 1, message);
  }
  return findings.list();
}

/** The kind whose texts a folder holds; null for a folder without a JSON file of its own. */
function kindOfFolder(
  kind: Exclude<ContentKind, 'workshop' | 'tags'>,
  files: SourceFiles,
  folder: string,
): FileKind | null {
  if (folder === '.') return kind;
  if (kind !== 'course') return null;
  if (files.has(`${folder}/lesson.json`)) return 'lesson';
  return files.has(`${folder}/module.json`) ? 'module' : null;
}

function linkedFiles(files: SourceFiles): Set<string> {
  const named = new Set<string>();
  for (const [text, bytes] of files) {
    if (!text.endsWith('.md')) continue;
    for (const name of namesIn(new TextDecoder().decode(bytes)))
      named.add(
        path.posix.normalize(name.startsWith('/') ? name.slice(1) : path.posix.join(path.posix.dirname(text), name)),
      );
  }
  return named;
}

/** The texts that are read beside a JSON file. */
function textsOf(kind: FileKind): string[] {
  const texts = FILE_TABLES[kind].texts.map(({ file }) => file);
  return kind === 'page' ? [...texts, PAGE_TEMPLATE] : kind === 'module' ? [...texts, 'summary.md'] : texts;
}

/** Whether a file is the text of a numbered folder at a place for lessons. */
function isLessonOfOthers(file: string): boolean {
  const [name = '', folder = '', ...above] = file.split('/').reverse();
  return isIndex(name) && /^\d+[-_.]/.test(folder) && above.length < 2;
}

/** The text of a numbered folder without a JSON file, which is refused where the course is read. */
function isOfIncompleteLesson(file: string): boolean {
  const [name = '', folder = ''] = file.split('/').reverse();
  return /^\d+-/.test(folder) && FILE_TABLES.lesson.texts.some((text) => text.file === name);
}

/** The name of a folder's text in other renderers. */
const isIndex = (name: string): boolean => /^_?index\.(?:mdx?|markdown)$/i.test(name);

/** What is wrong with a name, and what may be meant; null for files that are read or no texts. */
function troubleOf(name: string, kind: FileKind, has: (beside: string) => boolean): string | null {
  if (/^_category_\.(?:json|ya?ml)$/.test(name))
    return `nothing reads "${name}": a folder of lessons has module.json, and the numbers of folders are the order`;
  if (/\.json$/i.test(name)) return jsonTrouble(name, kind);
  const known = textsOf(kind);
  if (!TEXT.test(name) || known.includes(name)) return null;
  const [original] = translationIn(name)?.originals ?? [];
  if (original !== undefined && known.includes(original)) return null;

  if (known.includes('content.md') && isIndex(name)) {
    const advice = has('content.md') ? 'Merge it into "content.md" or remove it' : 'Rename it to "content.md"';
    return `nothing reads "${shortened(name, 80)}": the text of a ${kind} is content.md. ${advice}`;
  }
  const plain = name.replace(TEXT, '');
  const [, stem = plain, mark = ''] = /^(.+?)[-_. ]([a-z]{2})(?:[-_][a-z]{2})?$/i.exec(plain) ?? [];
  const meant = near(plain, known) ?? (mark === '' ? null : near(stem, known));
  if (meant === null) {
    if (OF_REPOSITORY.test(name) || /\.(?:txt|rst|adoc)$/i.test(name)) return null;
    return `nothing reads "${shortened(name, 80)}": the texts of a ${kind} are ${known.join(', ')}. Rename or remove it`;
  }
  const language = near(plain, known) === null ? mark.toLowerCase() : ORIGINAL;
  if (!isLanguage(language)) {
    const spoken = Object.keys(LANGUAGES).join(', ');
    return `nothing reads "${shortened(name, 80)}": pages come in ${spoken}, not in "${language}". Remove it or move it away`;
  }
  const right = language === ORIGINAL ? meant : meant.replace(/\.md$/, `.${language}.md`);
  const advice = has(right) ? `Merge it into "${right}" or remove it` : `Did you mean "${right}"?`;
  return `nothing reads "${shortened(name, 80)}". ${advice}`;
}

function jsonTrouble(name: string, kind: FileKind): string | null {
  const own = path.posix.basename(FILE_TABLES[kind].file);
  if (name === own || !isNearly(name, own)) return null;
  return `nothing reads "${shortened(name, 80)}". Merge it into "${own}" or remove it`;
}

/** The text whose name a stem resembles; short names must be equal but for their case. */
function near(stem: string, known: readonly string[]): string | null {
  const nameOf = (file: string) => file.replace(/\.md$/, '');
  const same = known.find((file) => nameOf(file) === stem.toLowerCase());
  return same ?? known.find((file) => isNearly(stem, nameOf(file))) ?? null;
}
