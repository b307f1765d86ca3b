import { AcademyError } from '@academy/contract/errors';
import { completeLesson, getLesson, type Lesson, type LessonItem, listLessons } from '@academy/contract/lessons';
import { lockOf } from '@academy/contract/rules/access';
import type { CallTable } from '../calls/bind.ts';
import type { CourseOutline, CoursesService } from '../courses/courses.service.ts';
import type { ProgressService } from '../progress/progress.service.ts';
import type { Scope } from '../scope.ts';
import type { LessonBody, LessonsStore } from './lessons.store.ts';

const CLOSED: LessonBody = { html: null, headings: [], video: null, transcript: null, links: [], readingMinutes: 0 };

const lockedFor = ({ actor, tenant }: Scope, { course }: CourseOutline): boolean =>
  lockOf({ view: course.data.entitlements }, actor, tenant.signedInIsPro) !== null;

export function bindLessons(
  calls: CallTable,
  lessons: LessonsStore,
  courses: CoursesService,
  progress: ProgressService,
): void {
  /** Items as the viewer sees them: a visitor's for everybody, the learner's own state on top. */
  async function merged<L extends LessonItem>(scope: Scope, outline: CourseOutline, items: L[]) {
    const { actor } = scope;
    return actor === null
      ? { lessons: items, completedLesson: 0 }
      : progress.mergeLessons({ ...scope, actor }, outline, items);
  }

  calls.bind(listLessons, async ({ scope, query }) => {
    const outline = await courses.outline(scope.tenantId, { slug: query.slug });
    if (outline === null) throw new AcademyError('not-found');
    const items = await courses.lessonItems(scope.tenant, outline.listed);
    return {
      ...(await merged(scope, outline, items)),
      // The course's own conclusion is content like its lessons.
      courseConclusion:
        (lockedFor(scope, outline) ? null : outline.course.data.conclusion) ?? scope.tenant.courseConclusion,
      courseTitle: outline.course.title,
      courseId: outline.course.id,
    };
  });

  calls.bind(getLesson, async ({ scope, params }) => {
    const outline = await courses.outline(scope.tenantId, { slug: params.courseSlug });
    const row = outline?.reachable.find((one) => one.slug === params.lessonSlug && one.type !== 'module');
    if (outline === null || row === undefined) throw new AcademyError('not-found');
    const item = await courses.lessonItem(scope.tenant, row);
    const [own = item] = (await merged(scope, outline, [item])).lessons;
    // The body is read only for those who may have it: what is locked never leaves the database.
    const body =
      own.locked === null ? ((await lessons.body(scope.tenantId, row.lessonId, row.entitlements)) ?? CLOSED) : CLOSED;
    return { ...own, ...body } satisfies Lesson;
  });

  calls.bind(completeLesson, ({ scope, body }) => progress.complete(scope, body.courseId, body.lessonId));
}
