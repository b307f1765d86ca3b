import { itemPath, lessonPath } from '@academy/contract/rules/site-paths';
import { placePicture } from '../assets.ts';
import type { BuiltCourse, BuiltLesson, SearchEntry } from '../built-item.ts';
import { pictureAddress } from '../item-picture.ts';
import { readingMinutes, renderText } from '../item-text.ts';
import { buildKnowledgeCheck } from '../knowledge-checks/build-knowledge-check.ts';
import { readKnowledgeCheck } from '../knowledge-checks/read-knowledge-check.ts';
import { safeLink } from '../links.ts';
import { downloadFacts } from '../markdown/anchors.ts';
import type { RenderContext } from '../markdown/context.ts';
import { type ItemPages, pageOfFile } from '../markdown/item-pages.ts';
import { plainText } from '../markdown/plain-text.ts';
import { searchEntry } from '../search-entry.ts';
import { LAST } from '../values.ts';
import { buildVideo } from './build-video.ts';
import type { CourseSource, LessonSource } from './course-source.ts';

/** Renders a course that was read without fatal findings. */
export async function buildCourse(course: CourseSource, around: RenderContext): Promise<BuiltCourse> {
  const context = { ...around, pages: pagesOf(course) };
  const lessons: BuiltLesson[] = [];
  for (const [at, lesson] of course.lessons.entries()) {
    lessons.push(await buildLesson(lesson, at, course, context));
  }
  const description = plainText(course.description, context.findings);
  const summary = (await renderText(course.summary, 'summary', context))?.html ?? '';
  return {
    kind: 'course',
    id: course.id.value,
    slug: course.slug.value,
    title: course.title,
    status: course.status,
    sortOrder: course.order ?? LAST,
    data: {
      description,
      summary,
      topics: course.topics,
      level: course.level,
      isPro: course.isPro,
      entitlements: course.entitlements,
      instructors: course.instructors,
      labType: course.lab.labType,
      labUrl: course.lab.labUrl,
      thumbnail: await pictureAddress(course.thumbnail, course.file, 'thumbnail', context),
      conclusion: (await renderText(course.conclusion, 'page', context))?.html ?? null,
    },
    lessons,
    search: [
      searchEntry({
        kind: 'course',
        id: course.id.value,
        path: itemPath('course', course.slug.value),
        title: course.title,
        texts: [description],
        summary,
        html: [],
        entitlements: [],
        listed: course.status === 'live',
      }),
      ...lessons.flatMap((lesson) => lessonEntry(lesson, course)),
    ],
  };
}

async function buildLesson(
  lesson: LessonSource,
  at: number,
  course: CourseSource,
  context: RenderContext,
): Promise<BuiltLesson> {
  const module = course.lessons.find(({ folder, type }) => type === 'module' && folder === lesson.moduleFolder);
  const { body: content, check } = await buildContent(lesson, context);
  const transcript = await renderText(lesson.transcript, 'note', context);
  const { labType, labUrl, workshop } = lesson.lab;
  return {
    lessonId: lesson.id.value,
    slug: lesson.slug.value,
    type: lesson.type,
    title: lesson.title,
    // A hidden module hides its lessons.
    status: module?.status === 'draft' ? 'draft' : lesson.status,
    orderColumn: (at + 1) * 10,
    parentId: module?.id.value ?? null,
    // An unlisted course is reachable by address, with its whole outline.
    listed: [lesson.status, module?.status ?? 'live'].every((status) => status === 'live'),
    entitlements: lesson.type === 'module' ? [] : (lesson.ownEntitlements ?? course.entitlements),
    data: {
      duration: lesson.type === 'module' ? durationOf(lesson, course) : lesson.duration,
      description: plainText(lesson.description, context.findings),
      summary: (await renderText(lesson.summary, 'note', context))?.html ?? '',
      instructors: lesson.instructors,
      manualCompletion: lesson.manualCompletion,
    },
    body: {
      html: content?.html ?? null,
      headings: content?.headings ?? [],
      video: lesson.type === 'module' ? null : buildVideo({ ...lesson, isNeeded: lesson.type === 'video' }, context),
      transcript: transcript?.html ?? null,
      links: safeLinks(lesson, context),
      readingMinutes: readingMinutes(content),
      preview: (await renderText(lesson.preview, 'note', context))?.html ?? null,
      lab: labType === null ? null : { labType, workshop, labUrl },
    },
    knowledgeCheck: check,
  };
}

/** The pages of a course; modules have none. */
function pagesOf({ slug, lessons }: CourseSource): ItemPages {
  const ofLessons = lessons.filter(({ type }) => type !== 'module');
  return new Map([
    ['.', itemPath('course', slug.value)],
    ...ofLessons.map((lesson) => [lesson.folder, lessonPath(slug.value, lesson.slug.value)] as const),
  ]);
}

/** Modules have no page, and drafts cannot be found. */
function lessonEntry(lesson: BuiltLesson, { slug, status }: CourseSource): SearchEntry[] {
  if (lesson.type === 'module' || lesson.status === 'draft') return [];
  const { data, body, knowledgeCheck: check } = lesson;
  const entry = searchEntry({
    kind: 'lesson',
    id: lesson.lessonId,
    path: lessonPath(slug.value, lesson.slug),
    title: lesson.title,
    texts: [data.description],
    // Of a knowledge check only its texts: questions out of context would not help anybody to learn.
    summary: data.summary,
    html: [body.html, body.preview, body.transcript, check?.intro ?? null, check?.closing ?? null],
    entitlements: lesson.entitlements,
    listed: lesson.listed && status === 'live',
  });
  return [entry];
}

function durationOf(module: LessonSource, course: CourseSource): number {
  return course.lessons
    .filter(({ moduleFolder, status }) => moduleFolder === module.folder && status === 'live')
    .reduce((sum, { duration }) => sum + duration, 0);
}

/** A lesson with questions has texts around them; every other lesson, and a check without questions, has a body. */
async function buildContent({ content, type }: LessonSource, context: RenderContext) {
  if (content === null) return { body: null, check: null };
  const { text, quiz } = readKnowledgeCheck(content, type, context.findings);
  const check = quiz === null ? null : await buildKnowledgeCheck(quiz, content, context);
  const body = check === null ? await renderText(text, 'page', context) : null;
  return { body, check };
}

function safeLinks(
  lesson: LessonSource,
  { findings, found, assetStore, pages = new Map() }: RenderContext,
): { text: string; url: string }[] {
  return lesson.links.flatMap(({ value, line }) => {
    const place = placePicture(value.url, lesson.file, assetStore, null);
    const download = place.kind === 'file' ? assetStore.download(place.file) : null;
    if (download !== null) {
      const words = value.text === '' ? download.name : value.text;
      return [{ text: `${words} (${downloadFacts(download.name, download.size)})`, url: download.address }];
    }
    const link = safeLink(pageOfFile(value.url, lesson.file, pages) ?? value.url);
    const isProgram = link.kind === 'mail' || link.kind === 'app';
    const url = link.kind === 'external' || link.kind === 'site' || isProgram ? link.href : null;
    if (url !== null) {
      if (!isProgram) found.push({ file: lesson.file, line, href: url });
      return [{ text: value.text === '' ? value.url : value.text, url }];
    }
    const message = `the link "${value.url.slice(0, 200)}" cannot be followed; it was left out. Write an https address`;
    findings.warning('link-refused', lesson.file, line, message);
    return [];
  });
}
