import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type PackedItem, packItem } from '@academy/content/pack';
import { readFolder } from '@academy/content/source-files';
import { API_BASE_PATH, TENANT_HEADER } from '@academy/contract/constants';
import type { RunningAcademy } from './academy.ts';
import { ROOT } from './root.ts';

export interface LessonRef {
  courseId: string;
  courseSlug: string;
  lessonId: string;
  lessonSlug: string;
}

/** The tenant that gets the bench's courses; pages are measured in another one. */
export const BENCH_TENANT = 'kube';
export const LESSONS_PER_COURSE = 25;

const encoder = new TextEncoder();

/** A lesson of a made course. */
export interface MadeLesson {
  slug: string;
  title: string;
  /** Markdown. */
  text: string;
  /** Number of its module, in ascending order; left out: outside modules. */
  module?: number;
}

/** A course of articles, in the content format; ids of its lessons begin with its own. */
export function madeCourse(id: string, title: string, lessons: readonly MadeLesson[], order = 1000): PackedItem {
  const files = new Map<string, Uint8Array>();
  const add = (path: string, content: string | object) =>
    files.set(path, encoder.encode(typeof content === 'string' ? content : JSON.stringify(content)));
  add('course.json', {
    ...{ id, slug: id, title, status: 'live', order, level: 'beginner' },
    ...{ topics: ['bench'], entitlements: [], instructors: [], settings: {} },
  });
  add('description.md', 'A course that is published to measure the academy.\n');
  lessons.forEach(({ slug, title, text, module }, number) => {
    const inModule = module === undefined ? '' : `${padded(module)}-module/`;
    if (module !== undefined)
      add(`${inModule}module.json`, {
        ...{ id: `${id}-module-${module}`, slug: `module-${module}`, title: `Module ${module + 1}`, status: 'live' },
      });
    const folder = `${inModule}${padded(number)}-${slug}`;
    add(`${folder}/lesson.json`, {
      ...{ id: `${id}-${slug}`, slug, title, status: 'live', type: 'article', duration: 300 },
      settings: { manualCompletion: true },
    });
    add(`${folder}/content.md`, text);
  });
  return { kind: 'course', id, files, options: { file: 'course.json', variables: {} } };
}

/** Folders are sorted by their names. */
const padded = (number: number): string => String(number).padStart(4, '0');

/**
 * Publishes courses over HTTP as `./academy apply` does. Their lessons have the texts of the sample academy, so
 * rendering has realistic costs.
 *
 * @param first number of the first course, so that others can follow
 * @returns every lesson, and how long publishing took, ms
 */
export async function publishCourses(
  academy: RunningAcademy,
  count: number,
  first = 0,
): Promise<{ lessons: LessonRef[]; milliseconds: number }> {
  const texts = await sampleTexts();
  const token = await publishingToken(academy);
  const lessons: LessonRef[] = [];
  const began = performance.now();
  for (let index = first; index < first + count; index += 1) {
    const id = `bench-${index}`;
    const made = Array.from({ length: LESSONS_PER_COURSE }, (_, number): MadeLesson => {
      const slug = `lesson-${number}`;
      const text = `${texts[number % texts.length]}\n\nLesson ${id}-${slug}.\n`;
      return { slug, title: `Lesson ${number}`, text };
    });
    for (const { slug } of made)
      lessons.push({ courseId: id, courseSlug: id, lessonId: `${id}-${slug}`, lessonSlug: slug });
    await publish(academy, madeCourse(id, `Bench course ${index}`, made, 1000 + index), token);
  }
  return { lessons, milliseconds: performance.now() - began };
}

/** The publishing token of an academy. */
export async function publishingToken({ dataFolder }: RunningAcademy, tenantId = BENCH_TENANT): Promise<string> {
  const tokens = JSON.parse(await readFile(join(dataFolder, 'local-tokens.json'), 'utf8')) as Record<string, string>;
  return tokens[tenantId] ?? '';
}

/** Texts of sample articles, without their pictures. */
export async function sampleTexts(): Promise<string[]> {
  const { files } = await readFolder(join(ROOT, 'samples', BENCH_TENANT, 'courses'));
  const decoder = new TextDecoder();
  return [...files]
    .filter(([path]) => path.endsWith('/content.md'))
    .map(([, bytes]) => decoder.decode(bytes).replace(/!\[[^\]]*\]\([^)]*\)/g, ''))
    .filter((text) => !text.includes('quizdown'));
}

/** Sends one item as `./academy apply` does. @throws Error when it is refused */
export async function publish(
  { port }: RunningAcademy,
  item: PackedItem,
  token: string,
  tenantId = BENCH_TENANT,
): Promise<void> {
  const address = `http://127.0.0.1:${port}${API_BASE_PATH}/content/${item.kind}/${item.id}`;
  const headers = {
    authorization: `Bearer ${token}`,
    [TENANT_HEADER]: tenantId,
    'content-type': 'application/gzip',
  };
  const body = new Uint8Array(await packItem(item));
  const response = await fetch(address, { method: 'PUT', headers, body });
  if (!response.ok) throw new Error(`the course ${item.id} was refused: ${response.status} ${await response.text()}`);
}
