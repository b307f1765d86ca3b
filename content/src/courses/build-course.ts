import type { BuiltCourse, BuiltLesson } from '../built-item.ts';
import { pictureAddress } from '../item-picture.ts';
import { readingMinutes, renderText } from '../item-text.ts';
import { safeLink } from '../links.ts';
import type { RenderContext } from '../markdown/context.ts';
import { plainText } from '../markdown/plain-text.ts';
import { findQuizzes, withoutQuizzes } from '../markdown/quiz-block.ts';
import type { TextSource } from '../text-source.ts';
import { LAST } from '../values.ts';
import { buildVideo } from './build-video.ts';
import type { CourseSource, LessonSource } from './course-source.ts';

/** Renders a course that was read without fatal findings. */
export async function buildCourse(course: CourseSource, context: RenderContext): Promise<BuiltCourse> {
  const lessons: BuiltLesson[] = [];
  for (const [at, lesson] of course.lessons.entries()) {
    lessons.push(await buildLesson(lesson, at, course, context));
  }
  return {
    kind: 'course',
    id: course.id.value,
    slug: course.slug.value,
    title: course.title,
    status: course.status,
    sortOrder: course.order ?? LAST,
    data: {
      description: plainText(course.description, context.findings),
      summary: (await renderText(course.summary, 'summary', context))?.html ?? '',
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
    search: [],
  };
}

async function buildLesson(
  lesson: LessonSource,
  at: number,
  course: CourseSource,
  context: RenderContext,
): Promise<BuiltLesson> {
  const module = course.lessons.find(({ folder, type }) => type === 'module' && folder === lesson.moduleFolder);
  const content = await renderText(withoutQuiz(lesson, context), 'page', context);
  const transcript = await renderText(lesson.transcript, 'note', context);
  const { labType, labUrl, workshop } = lesson.lab;
  return {
    lessonId: lesson.id.value,
    slug: lesson.slug.value,
    type: lesson.type,
    title: lesson.title,
    // What is hidden from everybody hides what lies in it.
    status: module?.status === 'draft' ? 'draft' : lesson.status,
    orderColumn: (at + 1) * 10,
    parentId: module?.id.value ?? null,
    // An unlisted course is reachable by address, and then its outline is whole.
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
    knowledgeCheck: null,
  };
}

function durationOf(module: LessonSource, course: CourseSource): number {
  return course.lessons
    .filter(({ moduleFolder, status }) => moduleFolder === module.folder && status === 'live')
    .reduce((sum, { duration }) => sum + duration, 0);
}

/** The text of a lesson without its knowledge check, which is built on its own. */
function withoutQuiz(lesson: LessonSource, { findings }: RenderContext): TextSource | null {
  const { content, type } = lesson;
  if (content === null) return null;
  const places = findQuizzes(content.text);
  const [first] = places;
  if (first === undefined) {
    if (type === 'knowledge-check') {
      findings.warning('quiz-missing', content.file, 1, 'a knowledge check without questions; add a block ```quizdown');
    }
    return content;
  }
  if (!first.closed) {
    const message = 'the knowledge check that opens here is not closed before the end of the file; close it';
    findings.error('quiz-unclosed', content.file, first.from + 1, message);
  } else if (type === 'knowledge-check') {
    const message = 'the questions are kept in the file, but this version shows the text only';
    findings.warning('quiz-later', content.file, first.from + 1, message);
  } else {
    const message = `questions belong to a lesson of type "knowledge-check", not "${type}"; they are left out`;
    findings.warning('quiz-wrong-type', content.file, first.from + 1, message);
  }
  return { ...content, text: withoutQuizzes(content.text, places) };
}

function safeLinks(lesson: LessonSource, { findings, found }: RenderContext): { text: string; url: string }[] {
  return lesson.links.flatMap(({ value, line }) => {
    const link = safeLink(value.url);
    const url = link.kind === 'external' || link.kind === 'site' || link.kind === 'mail' ? link.href : null;
    if (url !== null) {
      found.push({ file: lesson.file, line, href: url });
      return [{ text: value.text === '' ? value.url : value.text, url }];
    }
    const message = `the link "${value.url.slice(0, 200)}" cannot be followed; it was left out. Write an https address`;
    findings.warning('link-refused', lesson.file, line, message);
    return [];
  });
}
