import path from 'node:path';
import type { Finding } from '@academy/contract/findings';
import { findQuizBlocks, withoutQuizBlocks } from '@academy/contract/rules/quiz-blocks';
import { checkCourse } from '../checks/index.ts';
import type { CourseSource, LessonSource } from '../courses/course-source.ts';
import { compare, FindingList } from '../finding-list.ts';
import type { SourceFiles } from '../source-files.ts';
import type { TextSource } from '../text-source.ts';
import {
  authorsOf,
  type HugoPage,
  identityOf,
  NO_LAB,
  NO_VIDEO,
  namedPage,
  nameOf,
  oneText,
  readHugoPage,
  slugOfName,
} from './hugo-page.ts';
import { lessonNames } from './lesson-names.ts';
import { type HugoOptions, levelOf, minutesOf } from './read-hugo-items.ts';

/** A page of a course with the pages below it. */
interface Node {
  page: HugoPage;
  children: Node[];
}

/**
 * Reads a folder of pages as a course: pages are lessons in the order of their weight, a section with pages of its own
 * is a module, and questions in a page are a knowledge check after it.
 */
export function readHugoCourse(
  found: SourceFiles,
  options: HugoOptions,
): { course: CourseSource | null; findings: Finding[] } {
  const findings = new FindingList();
  const files = withSections(found, path.posix.dirname(options.file), findings);
  const page = readHugoPage(files, options.file, findings);
  const course = page === null ? null : courseOf(page, found, files, options, findings);
  if (course !== null) checkCourse(course, options.tenantId, findings);
  return { course: findings.refused ? null : course, findings: findings.list() };
}

/** With a page for each folder of pages that has none: like Hugo, it takes the folder's name as title. */
function withSections(files: SourceFiles, folder: string, findings: FindingList): SourceFiles {
  const all = new Map(files);
  for (const file of [...files.keys()].sort(compare)) {
    if (!file.startsWith(`${folder}/`) || !file.endsWith('.md')) continue;
    const inside = file.slice(folder.length + 1).split('/');
    for (let depth = 1; depth < inside.length; depth += 1) {
      const section = `${folder}/${inside.slice(0, depth).join('/')}`;
      // A page with files of its own: other texts beside it are no pages.
      if (all.has(`${section}/index.md`)) break;
      if (all.has(`${section}/_index.md`)) continue;
      const title = titleOfFolder(section);
      all.set(`${section}/_index.md`, new TextEncoder().encode(`---\ntitle: ${JSON.stringify(title)}\n---\n`));
      const message = `"${section}" has no _index.md: its pages come last, under the title "${title}". Add one with "title" and "weight"`;
      findings.warning('section-without-page', file, 1, message);
    }
  }
  return all;
}

/** `content/02-first_steps` is "First steps". */
function titleOfFolder(folder: string): string {
  const words = path.posix
    .basename(folder)
    .replace(/^\d+[-_. ]+(?=\S)/, '')
    .replace(/[-_]+/g, ' ')
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** @param found the pages that the author wrote, whose names are their addresses */
function courseOf(
  page: HugoPage,
  found: SourceFiles,
  files: SourceFiles,
  options: HugoOptions,
  findings: FindingList,
): CourseSource {
  const identity = identityOf(options);
  const folder = path.posix.dirname(options.file);
  const nodes = pagesBelow(folder, files, findings);
  const pages = [...found.keys()].filter((file) => file.startsWith(`${folder}/`) && file.endsWith('.md'));
  const people = new Map(Object.entries(options.people ?? {}));
  const makers = { courseId: identity.id.value, files, people, findings, names: lessonNames(folder, pages) };
  const lessons = nodes.flatMap((node) => lessonsOf(node, null, makers));
  share(minutesOf(page, 'duration', findings) * 60, lessons);
  return {
    file: page.file,
    ...identity,
    title: page.title,
    status: page.status,
    order: page.weight,
    level: levelOf(page, findings),
    topics: page.topics,
    isPro: false,
    entitlements: [],
    instructors: [
      ...new Set([...authorsOf(page, people, findings), ...lessons.flatMap((lesson) => lesson.instructors)]),
    ],
    lab: NO_LAB,
    thumbnail: null,
    description: page.description,
    summary: page.text,
    conclusion: null,
    lessons,
  };
}

/** Distributes a path's time over its steps; whole minutes, the first ones longer. */
function share(seconds: number, lessons: LessonSource[]): void {
  const timed = lessons.filter(({ type }) => type !== 'module');
  const minutes = Math.floor(seconds / 60);
  timed.forEach((lesson, at) => {
    lesson.duration = 60 * (Math.floor(minutes / timed.length) + (at < minutes % timed.length ? 1 : 0));
  });
}

function pagesBelow(folder: string, files: SourceFiles, findings: FindingList): Node[] {
  const own: string[] = [];
  const sections = new Set<string>();
  for (const file of files.keys()) {
    if (!file.startsWith(`${folder}/`) || !file.endsWith('.md')) continue;
    const rest = file.slice(folder.length + 1).split('/');
    if (rest.length === 1 && rest[0] !== '_index.md' && rest[0] !== 'index.md') own.push(file);
    else if (rest.length === 2 && rest[1] === 'index.md') own.push(file);
    else if (rest.length >= 2 && files.has(`${folder}/${rest[0]}/_index.md`)) sections.add(`${folder}/${rest[0]}`);
  }
  const nodes = [
    ...own.map((file) => ({ file, below: null })),
    ...[...sections].map((below) => ({ file: `${below}/_index.md`, below })),
  ];
  return nodes
    .flatMap(({ file, below }): Node[] => {
      const page = readHugoPage(files, file, findings);
      return page === null ? [] : [{ page, children: below === null ? [] : pagesBelow(below, files, findings) }];
    })
    .sort((a, b) => weightOf(a) - weightOf(b) || compare(a.page.file, b.page.file));
}

/** Pages without a weight, or with the weight 0, come last, as in Hugo. */
function weightOf({ page }: Node): number {
  return page.weight || Number.MAX_SAFE_INTEGER;
}

interface Makers {
  courseId: string;
  files: SourceFiles;
  people: ReadonlyMap<string, string>;
  findings: FindingList;
  names: ReturnType<typeof lessonNames>;
}

function lessonsOf({ page, children }: Node, moduleFolder: string | null, makers: Makers): LessonSource[] {
  if (children.length === 0) return pageLessons(page, moduleFolder, makers);
  // A course has two levels: deeper pages join the module.
  if (moduleFolder !== null) {
    const own = page.text === null ? [] : pageLessons(page, moduleFolder, makers);
    return [...own, ...children.flatMap((child) => lessonsOf(child, moduleFolder, makers))];
  }
  const module = lesson(page, makers, {
    type: 'module',
    folder: page.file,
    moduleFolder: null,
    summary: sectionText(page),
  });
  return [module, ...children.flatMap((child) => lessonsOf(child, page.file, makers))];
}

/** The text of a section; null when it only repeats the title. */
function sectionText({ text, title }: HugoPage): TextSource | null {
  const words = text?.text.replace(/^\s*#\s*/, '').trim() ?? '';
  return words === '' || words === title ? null : text;
}

/** One lesson, or two when the page holds questions. */
function pageLessons(page: HugoPage, moduleFolder: string | null, makers: Makers): LessonSource[] {
  const text = textOf(page, makers);
  const blocks = text === null ? [] : findQuizBlocks(text.text);
  const [first] = blocks;
  if (text === null || first === undefined) {
    return [lesson(page, makers, { type: 'article', folder: page.file, moduleFolder, content: text })];
  }
  const lines = text.text.split('\n');
  const from = introStart(lines, first.from);
  const intro = { from, to: first.from - 1 };
  const without = withoutQuizBlocks(text.text, blocks).split('\n');
  if (intro.to >= intro.from) without.fill('', intro.from, intro.to + 1);
  const quiz = lines.map((line, at) => (at >= from && at <= first.to ? line : ''));
  return [
    lesson(page, makers, {
      type: 'article',
      folder: page.file,
      moduleFolder,
      content: { ...text, text: without.join('\n') },
    }),
    lesson(page, makers, {
      type: 'knowledge-check',
      folder: `${page.file}#knowledge-check`,
      moduleFolder,
      content: { ...text, text: quiz.join('\n') },
    }),
  ];
}

/** The heading of a section about the questions goes with them; other text before them stays with the chapter. */
function introStart(lines: readonly string[], quiz: number): number {
  for (let at = quiz - 1; at >= 0; at -= 1) {
    const heading = /^#{1,6}\s+(.*)$/.exec(lines[at] ?? '')?.[1];
    if (heading === undefined) continue;
    return /\b(?:quiz|knowledge check|questions?)\b/i.test(heading) ? at : quiz;
  }
  return quiz;
}

/** A step may have the text of another page. */
function textOf(page: HugoPage, { files, findings }: Makers): TextSource | null {
  const named = page.fields.texts('contentPage')[0];
  if (named === undefined) return page.text;
  const file = namedPage(files, named.value);
  const text = file === null ? null : (readHugoPage(files, file, new FindingList())?.text ?? null);
  if (text !== null) return text;
  const message = `the page "${named.value.slice(0, 200)}" that holds the text does not exist; the lesson shows its own text only`;
  findings.error('content-page-missing', page.file, named.line, message);
  return page.text;
}

function lesson(
  page: HugoPage,
  { courseId, people, findings, names }: Makers,
  {
    type,
    folder,
    moduleFolder,
    content = null,
    summary = null,
  }: Pick<LessonSource, 'type' | 'folder' | 'moduleFolder'> & Partial<Pick<LessonSource, 'content' | 'summary'>>,
): LessonSource {
  const isCheck = type === 'knowledge-check';
  const name = `${names.get(page.file)?.name ?? slugOfName(nameOf(page.file))}${isCheck ? '-knowledge-check' : ''}`;
  const title = isCheck ? `Knowledge check: ${page.title.replace(/^\d+[.):]?\s+/, '')}` : page.title;
  return {
    file: page.file,
    folder,
    moduleFolder,
    namedParent: null,
    id: { value: `${courseId}--${name}`, line: 1 },
    slug: { value: name, line: 1 },
    title,
    type,
    status: page.status,
    duration: 0,
    ownEntitlements: null,
    instructors: type === 'module' ? [] : authorsOf(page, people, findings),
    manualCompletion: type === 'article',
    links: [],
    lab: NO_LAB,
    video: NO_VIDEO,
    description: isCheck || oneText(page.fields, 'description') === null ? null : page.description,
    summary,
    content,
    preview: null,
    transcript: null,
  };
}
