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
  const tokens = JSON.parse(await readFile(join(academy.dataFolder, 'local-tokens.json'), 'utf8')) as Record<
    string,
    string
  >;
  const lessons: LessonRef[] = [];
  const began = performance.now();
  for (let index = first; index < first + count; index += 1) {
    const id = `bench-${index}`;
    const files = new Map<string, Uint8Array>();
    const add = (path: string, content: string | object) =>
      files.set(path, encoder.encode(typeof content === 'string' ? content : JSON.stringify(content)));
    add('course.json', {
      ...{ id, slug: id, title: `Bench course ${index}`, status: 'live', order: 1000 + index, level: 'beginner' },
      ...{ topics: ['bench'], entitlements: [], instructors: [], settings: {} },
    });
    add('description.md', 'A course that is published to measure the academy.\n');
    for (let number = 0; number < LESSONS_PER_COURSE; number += 1) {
      const slug = `lesson-${number}`;
      const folder = `${String(number).padStart(2, '0')}-${slug}`;
      const lessonId = `${id}-${slug}`;
      add(`${folder}/lesson.json`, {
        ...{ id: lessonId, slug, title: `Lesson ${number}`, status: 'live', type: 'article', duration: 300 },
        settings: { manualCompletion: true },
      });
      add(`${folder}/content.md`, `${texts[number % texts.length]}\n\nLesson ${lessonId}.\n`);
      lessons.push({ courseId: id, courseSlug: id, lessonId, lessonSlug: slug });
    }
    const item = { kind: 'course' as const, id, files, options: { file: 'course.json', variables: {} } };
    await publish(academy, item, tokens[BENCH_TENANT] ?? '');
  }
  return { lessons, milliseconds: performance.now() - began };
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
export async function publish({ port }: RunningAcademy, item: PackedItem, token: string): Promise<void> {
  const address = `http://127.0.0.1:${port}${API_BASE_PATH}/content/${item.kind}/${item.id}`;
  const headers = {
    authorization: `Bearer ${token}`,
    [TENANT_HEADER]: BENCH_TENANT,
    'content-type': 'application/gzip',
  };
  const body = new Uint8Array(await packItem(item));
  const response = await fetch(address, { method: 'PUT', headers, body });
  if (!response.ok) throw new Error(`the course ${item.id} was refused: ${response.status} ${await response.text()}`);
}
