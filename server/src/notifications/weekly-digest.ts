import { inOrder } from '../catalogue/filtered-page.ts';
import type { LinkedItem, WeeklyDigest } from '../mail/templates/notification-mail.ts';
import type { SignedInScope } from '../values/scope.ts';
import { isOpen, type NotificationSources, saysPro } from './notification-sources.ts';

/** Most courses to continue, and most new ones. */
const MAX_NEXT = 3;
const MAX_NEW = 5;

interface Week {
  after: Date;
  until: Date;
}

/**
 * A learner's week: completed lessons, where to continue, and new courses, counted as on the learner's own pages.
 *
 * @returns null when nothing was completed and nothing is new: no mail reminds learners of an absence
 */
export async function digestOf(
  sources: NotificationSources,
  scope: SignedInScope,
  week: Week,
): Promise<WeeklyDigest | null> {
  const { news, guides } = sources;
  const { tenant, tenantId, actor } = scope;
  const [finished, newCourses] = await Promise.all([
    news.completed({ personId: actor.personId, tenantId, ...week }),
    newCoursesOf(sources, scope, week),
  ]);
  const [completed, ofGuides] = await Promise.all([
    completedCourses(sources, scope, finished.lessons),
    finished.guides.length === 0 ? [] : guides.byIds(scope, finished.guides),
  ]);
  const completedGuides = ofGuides
    .filter(({ progressStatus }) => progressStatus === 'Completed')
    .map(({ title, slug, entitlements }) => ({ title, path: `/guides/${slug}`, isPro: saysPro(entitlements, tenant) }));
  if (completed.length + completedGuides.length + newCourses.length === 0) return null;
  return { completed, guides: completedGuides, next: await nextLessons(sources, scope), newCourses };
}

async function completedCourses(
  { courses, progress }: NotificationSources,
  scope: SignedInScope,
  lessonIds: readonly string[],
): Promise<WeeklyDigest['completed']> {
  const { tenantId } = scope;
  const courseOf = await courses.coursesOfLessons(tenantId, [...lessonIds]);
  const outlines = await courses.outlines(tenantId, [...new Set(courseOf.values())]);
  const lines = [...outlines.values()].map(async ({ course, counted }) => {
    const overlay = await progress.overlayOfCourse(scope, course.slug);
    const still = counted.filter(
      ({ lessonId }) => lessonIds.includes(lessonId) && overlay.lessons[lessonId]?.progressStatus === 'Completed',
    );
    const { completedLesson = 0, lessonsCount = 0 } = overlay.items[course.id] ?? {};
    const { title, slug } = course;
    return { title, path: `/courses/${slug}`, lessons: still.length, done: completedLesson, of: lessonsCount };
  });
  return (await Promise.all(lines)).filter(({ lessons }) => lessons > 0);
}

/** Where to continue: the last used courses that are unfinished and open to the learner. */
async function nextLessons(
  { courses, progress }: NotificationSources,
  scope: SignedInScope,
): Promise<WeeklyDigest['next']> {
  const { tenant, tenantId, actor } = scope;
  const { items } = await progress.overlayOfCourses(scope);
  const open = Object.entries(items)
    .flatMap(([courseId, { continueAt, unlisted }]) =>
      continueAt == null || unlisted === true ? [] : [{ courseId, ...continueAt }],
    )
    .sort((a, b) => b.at.localeCompare(a.at));
  const outlines = await courses.outlines(
    tenantId,
    open.map(({ courseId }) => courseId),
  );
  return open
    .flatMap(({ courseId, slug, title }) => {
      const outline = outlines.get(courseId);
      const row = outline?.counted.find((lesson) => lesson.slug === slug);
      if (outline === undefined || row === undefined || !isOpen({ view: row.entitlements }, actor, tenant)) return [];
      const { course } = outline;
      return [{ course: course.title, lesson: title, path: `/courses/${course.slug}/lessons/${slug}` }];
    })
    .slice(0, MAX_NEXT);
}

async function newCoursesOf(
  { courses }: NotificationSources,
  { tenant, actor }: SignedInScope,
  { after, until }: Week,
): Promise<WeeklyDigest['newCourses']> {
  const catalogue = await courses.catalogue(tenant);
  const found: LinkedItem[] = [];
  // The newest come first, so that a long catalogue is not read to its end for each learner.
  for (const { publishedAt, title, slug, entitlements } of inOrder(catalogue.courses, 'newest')) {
    const at = Date.parse(publishedAt);
    if (at <= after.getTime() || found.length === MAX_NEW) break;
    if (at <= until.getTime() && isOpen(entitlements, actor, tenant))
      found.push({ title, path: `/courses/${slug}`, isPro: saysPro(entitlements, tenant) });
  }
  return found;
}
