import { AcademyError } from '@academy/contract/errors';
import { completeLesson, getLesson, type Lesson, listLessons } from '@academy/contract/lessons';
import { lockOf } from '@academy/contract/rules/access';
import type { CallTable } from '../calls/bind.ts';
import type { OpenLabOf } from '../catalogue/open-labs.ts';
import type { CourseOutline, CoursesService } from '../courses/courses.service.ts';
import type { ProgressService } from '../progress/progress.service.ts';
import type { Scope } from '../values/scope.ts';
import type { LessonsService } from './lessons.service.ts';
import type { LessonBody } from './lessons.store.ts';

const CLOSED: LessonBody = {
  html: null,
  headings: [],
  video: null,
  transcript: null,
  links: [],
  readingMinutes: 0,
  hasQuestions: false,
  lab: null,
};

const lockedFor = ({ actor, tenant }: Scope, { course }: CourseOutline): boolean =>
  lockOf({ view: course.data.entitlements }, actor, tenant.signedInIsPro) !== null;

export function bindLessons(
  calls: CallTable,
  lessons: LessonsService,
  courses: CoursesService,
  progress: ProgressService,
  openLab: OpenLabOf,
): void {
  calls.bind(listLessons, async ({ scope, query }) => {
    const outline = await courses.outline(scope.tenantId, { slug: query.slug });
    if (outline === null) throw new AcademyError('not-found');
    const items = await courses.lessonItems(scope.tenant, outline.listed);
    return {
      ...(await lessons.merged(scope, outline, items)),
      // The course's own conclusion is locked like its lessons.
      courseConclusion:
        (lockedFor(scope, outline) ? null : outline.course.data.conclusion) ?? scope.tenant.courseConclusion,
      courseTitle: outline.course.title,
      courseId: outline.course.id,
      courseStatus: outline.course.status,
    };
  });

  calls.bind(getLesson, async ({ scope, params }) => {
    const { item, part, language } = await lessons.withBody(scope, params);
    const { lab, ...body } = part ?? CLOSED;
    return { ...item, ...body, language, ...(await openLab(scope.tenantId, lab)) } satisfies Lesson;
  });

  calls.bind(completeLesson, ({ scope, body, headers }) =>
    progress.complete(scope, body.courseId, body.lessonId, headers['idempotency-key']),
  );
}
