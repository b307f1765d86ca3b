import { markdownOf } from '@academy/content/markdown/markdown-of';
import { listDue } from '@academy/contract/assignments';
import { type CourseItem, getCourse, listCourses } from '@academy/contract/courses';
import { getGuide } from '@academy/contract/guides';
import { getRunningLab } from '@academy/contract/labs-running';
import { getLearningPath, listLearningPaths } from '@academy/contract/learning-paths';
import { getLesson } from '@academy/contract/lessons';
import { itemPath } from '@academy/contract/rules/site-paths';
import { MAX_SEARCH_LENGTH, SEARCH_KINDS, searchAcademy, type TextPart } from '@academy/contract/search';
import * as v from 'valibot';
import { assistantTexts } from './assistant-texts.ts';
import { type AssistantTool, assistantTool } from './tool.ts';

const PAGE_SIZE = 50;

/** As search and lists give it. */
const slug = v.pipe(v.string(), v.minLength(1), v.maxLength(200));
/** From 0. */
const page = v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(10_000)), 0);

/** What assistants may do: each a call that the person may make. None gives an answer to a question or a lab's solution. */
export const TOOLS: readonly AssistantTool[] = [
  assistantTool({
    name: 'search',
    input: v.strictObject({
      words: v.pipe(v.string(), v.minLength(1), v.maxLength(MAX_SEARCH_LENGTH)),
      kind: v.optional(v.picklist(SEARCH_KINDS)),
    }),
    call: searchAcademy,
    ask: ({ words, kind }) => ({ query: { q: words, ...(kind === undefined ? {} : { kind }) } }),
    tell: ({ total, corrected, groups }, origin) =>
      json({
        total,
        ...(corrected === null ? {} : { corrected }),
        hits: groups.flatMap(({ hits }) =>
          hits.map(({ kind, path, title, parent, excerpt, locked }) => ({
            ...{ kind, title: wordsOf(title), in: parent, address: origin + path, excerpt: wordsOf(excerpt) },
            ...(locked === null ? {} : { locked }),
          })),
        ),
      }),
  }),
  assistantTool({
    name: 'list_courses',
    input: v.strictObject({
      mine: v.optional(v.boolean(), false),
      page,
    }),
    call: listCourses,
    ask: ({ mine, page: pageNumber }) => ({
      query: {
        ...{ pageNumber: String(pageNumber), pageSize: String(PAGE_SIZE) },
        ...(mine ? { progressFilterRequired: 'true' as const } : {}),
      },
    }),
    tell: ({ courses, totalElements }, origin) =>
      json({ total: totalElements ?? courses.length, courses: courses.map((course) => courseOf(course, origin)) }),
  }),
  assistantTool({
    name: 'read_course',
    input: v.strictObject({ course: slug }),
    call: getCourse,
    ask: ({ course }) => ({ query: { slug: course } }),
    tell: (course, origin) =>
      json({
        ...courseOf(course, origin),
        summary: markdownOf(course.summary),
        lessons: course.lessons.map(({ slug: lesson, title, type, duration, progressStatus, locked }) => ({
          ...{ slug: lesson, title, type, minutes: minutesOf(duration), progress: progressStatus },
          ...(locked === null ? {} : { locked }),
        })),
      }),
  }),
  assistantTool({
    name: 'read_lesson',
    input: v.strictObject({ course: slug, lesson: slug }),
    call: getLesson,
    ask: ({ course, lesson }) => ({ params: { courseSlug: course, lessonSlug: lesson } }),
    tell: ({ title, html, summary, transcript, type, locked }) =>
      locked === null
        ? text(
            `# ${title}`,
            `(${type})`,
            markdownOf(html ?? summary),
            transcript === null ? '' : markdownOf(transcript),
          )
        : text(`# ${title}`, `(locked: ${locked})`, markdownOf(summary)),
  }),
  assistantTool({
    name: 'read_guide',
    input: v.strictObject({ guide: slug }),
    call: getGuide,
    ask: ({ guide }) => ({ query: { slug: guide } }),
    tell: ({ title, html, summary, locked }) =>
      locked === null
        ? text(`# ${title}`, markdownOf(html ?? summary))
        : text(`# ${title}`, `(locked: ${locked})`, markdownOf(summary)),
  }),
  assistantTool({
    name: 'list_learning_paths',
    input: v.strictObject({ page }),
    call: listLearningPaths,
    ask: ({ page: pageNumber }) => ({ query: { pageNumber: String(pageNumber), pageSize: String(PAGE_SIZE) } }),
    tell: ({ paths, totalElements }, origin) =>
      json({
        total: totalElements ?? paths.length,
        paths: paths.map(({ slug: path, title, description }) => ({
          ...{ slug: path, title, description, address: origin + itemPath('path', path) },
        })),
      }),
  }),
  assistantTool({
    name: 'read_learning_path',
    input: v.strictObject({ path: slug }),
    call: getLearningPath,
    ask: ({ path }) => ({ query: { slug: path } }),
    tell: ({ courses, slug: path, title, summary, percent }, origin) =>
      json({
        ...{ slug: path, title, percent, summary: markdownOf(summary), address: origin + itemPath('path', path) },
        courses: courses.map((course) => courseOf(course, origin)),
      }),
  }),
  assistantTool({
    name: 'what_is_due',
    input: v.strictObject({}),
    call: listDue,
    ask: () => ({}),
    tell: ({ result }, origin) =>
      json(
        result.map(({ title, kind, path, mandatory, state, dueOn, daysLeft, isRenewal }) => ({
          ...{ title, kind, mandatory, state, dueOn, daysLeft, isRenewal, address: origin + path },
        })),
      ),
  }),
  assistantTool({
    name: 'my_running_lab',
    input: v.strictObject({}),
    call: getRunningLab,
    ask: () => ({}),
    tell: ({ lab }, origin) =>
      lab === null ? assistantTexts.noLab : json({ ...lab, path: undefined, address: origin + lab.path }),
  }),
];

const json = (value: unknown): string => JSON.stringify(value);
const text = (...parts: string[]): string => parts.filter((part) => part !== '').join('\n\n');
const wordsOf = (parts: readonly TextPart[]): string => parts.map((part) => part.text).join('');
const minutesOf = (seconds: number): number => Math.ceil(seconds / 60);

const courseOf = (course: Omit<CourseItem, 'progressStatus' | 'instructors'>, origin: string) => ({
  ...{ slug: course.slug, title: course.title, description: course.description, level: course.level },
  ...{ minutes: minutesOf(course.duration), lessons: course.lessonsCount, completed: course.completedLesson },
  ...{ address: origin + itemPath('course', course.slug) },
  ...(course.locked === null ? {} : { locked: course.locked }),
});
