import type { BuiltKnowledgeCheck, LabPlace } from '@academy/content/built-item';
import { AcademyError } from '@academy/contract/errors';
import type { Language } from '@academy/contract/i18n/languages';
import type { LessonItem } from '@academy/contract/lessons';
import type { ReadVersions } from '../catalogue/catalogue-version.ts';
import { retryOnStaleRead, STALE } from '../catalogue/stale-reads.ts';
import type { CourseOutline, CoursesService } from '../courses/courses.service.ts';
import type { ProgressService } from '../progress/progress.service.ts';
import type { Scope } from '../values/scope.ts';
import type { LessonBody, LessonsStore } from './lessons.store.ts';

/** A lesson as one viewer sees it, and one of its fields for entitled viewers: null when it is locked. */
export interface OpenedLesson<Part> {
  item: LessonItem;
  part: Part | null;
  /** Language of its main text. */
  language: Language;
}

type Address = { courseSlug: string; lessonSlug: string };

/** Reads lessons: item and content are of the same version of the course, and locked content is never read. */
export function lessonsService(
  lessons: LessonsStore,
  courses: CoursesService,
  progress: ProgressService,
  versions: ReadVersions,
) {
  /** Items as the viewer sees them: the visitor's version, with the learner's own state on top. */
  async function merged<L extends LessonItem>(scope: Scope, outline: CourseOutline, items: L[]) {
    const { actor } = scope;
    return actor === null
      ? { lessons: items, completedLesson: 0 }
      : progress.mergeLessons({ ...scope, actor }, outline, items);
  }

  type Reader<Part> = (...lesson: Parameters<LessonsStore['body']>) => Promise<Part | null>;

  function open<Part>(scope: Scope, { courseSlug, lessonSlug }: Address, read: Reader<Part>) {
    return retryOnStaleRead(versions, scope.tenantId, async (): Promise<OpenedLesson<Part> | typeof STALE> => {
      const outline = await courses.outline(scope.tenantId, { slug: courseSlug });
      const row = outline?.reachable.find((one) => one.slug === lessonSlug && one.type !== 'module');
      if (outline === null || row === undefined) throw new AcademyError('not-found');
      const item = await courses.lessonItem(scope.tenant, row);
      const [own = item] = (await merged(scope, outline, [item])).lessons;
      if (own.locked !== null) return { item: own, part: null, language: row.language };
      const part = await read(scope.tenantId, row, outline.course.version);
      return part === null ? STALE : { item: own, part, language: row.language };
    });
  }

  return {
    merged,
    /** @throws AcademyError not-found */
    withBody: (scope: Scope, address: Address): Promise<OpenedLesson<LessonBody>> => open(scope, address, lessons.body),
    /** @throws AcademyError not-found */
    withLab: (scope: Scope, address: Address): Promise<OpenedLesson<LabPlace | 'none'>> =>
      open(scope, address, lessons.lab),
    /** @throws AcademyError not-found */
    withKnowledgeCheck: (scope: Scope, address: Address): Promise<OpenedLesson<BuiltKnowledgeCheck | 'none'>> =>
      open(scope, address, lessons.knowledgeCheck),
  };
}

export type LessonsService = ReturnType<typeof lessonsService>;
