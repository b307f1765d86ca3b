import type { BuiltKnowledgeCheck } from '@academy/content/built-item';
import { AcademyError } from '@academy/contract/errors';
import { lockOf } from '@academy/contract/rules/access';
import type { CoursesService } from '../courses/courses.service.ts';
import type { LessonsService } from '../lessons/lessons.service.ts';
import { refuseLock } from '../progress/progress.service.ts';
import type { Scope } from '../values/scope.ts';

export interface CheckSources {
  lessons: Pick<LessonsService, 'withKnowledgeCheck'>;
  courses: Pick<CoursesService, 'outline' | 'coursesOfLessons'>;
}

/** Finds the knowledge check of a lesson by the lesson's id, for those who may open it. */
export function checksOfLessons({ lessons, courses }: CheckSources) {
  async function lessonOf({ tenantId }: Scope, lessonId: string) {
    const courseId = (await courses.coursesOfLessons(tenantId, [lessonId])).get(lessonId);
    const outline = courseId === undefined ? null : await courses.outline(tenantId, { id: courseId });
    const row = outline?.reachable.find((one) => one.lessonId === lessonId && one.type !== 'module');
    return outline == null || row === undefined ? null : { courseSlug: outline.course.slug, row };
  }

  return {
    /** @throws AcademyError not-found for a lesson without questions, locked-auth, locked-pro */
    async checkOf(scope: Scope, lessonId: string): Promise<BuiltKnowledgeCheck> {
      const lesson = await lessonOf(scope, lessonId);
      if (lesson === null) throw noQuestions();
      const address = { courseSlug: lesson.courseSlug, lessonSlug: lesson.row.slug };
      const { item, part } = await lessons.withKnowledgeCheck(scope, address);
      refuseLock(item.locked);
      if (part === null || part === 'none' || part.questions.length === 0) throw noQuestions();
      return part;
    },

    /**
     * The questions are content: people who may no longer open the lesson do not see them. A removed lesson locks
     * nobody out.
     */
    async refuseLocked(scope: Scope, lessonId: string): Promise<void> {
      const lesson = await lessonOf(scope, lessonId);
      if (lesson === null) return;
      refuseLock(lockOf({ view: lesson.row.entitlements }, scope.actor, scope.tenant.signedInIsPro));
    },
  };
}

const noQuestions = () => new AcademyError('not-found', { field: 'lessonId' });
