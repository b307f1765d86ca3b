import type { CallReply } from '@academy/contract/call';
import { MAX_FAVORITES } from '@academy/contract/constants';
import { AcademyError } from '@academy/contract/errors';
import type { FavoriteLesson, LikeableType, listFavorites } from '@academy/contract/favorites';
import type { CoursesService } from '../courses/courses.service.ts';
import type { GuidesService } from '../guides/guides.service.ts';
import { replyTexts } from '../http/reply-texts.ts';
import type { LearningPathsService } from '../learning-paths/learning-paths.service.ts';
import type { ProgressService } from '../progress/progress.service.ts';
import type { SignedInScope, TenantScope } from '../values/scope.ts';
import type { FavoritesStore } from './favorites.store.ts';

/** The subject of a favorite. A locked item may be a favorite, too. */
interface FavoriteSubject {
  kind: LikeableType;
  id: string;
}

export function favoritesService(
  store: FavoritesStore,
  courses: CoursesService,
  guides: GuidesService,
  paths: LearningPathsService,
  progress: ProgressService,
) {
  /** The reachable ones of these lessons, each with its course; no modules. */
  async function lessonsWith(tenantId: TenantScope, ids: readonly string[]) {
    const courseOf = await courses.coursesOfLessons(tenantId, [...ids]);
    const outlines = await courses.outlines(tenantId, [...courseOf.values()]);
    const lessons = [...outlines.values()].flatMap(({ course, reachable }) =>
      reachable.filter(({ type }) => type !== 'module').map((row) => [row.lessonId, { row, course }] as const),
    );
    const byId = new Map(lessons);
    return ids.flatMap((id) => byId.get(id) ?? []);
  }

  async function isThere(scope: SignedInScope, { kind, id }: FavoriteSubject): Promise<boolean> {
    const { tenantId } = scope;
    if (kind === 'course') return (await courses.outline(tenantId, { id })) !== null;
    if (kind === 'lesson') return (await lessonsWith(tenantId, [id])).length > 0;
    // As a visitor sees it: only whether it exists counts.
    return (await (kind === 'guide' ? guides : paths).byIds({ ...scope, actor: null }, [id])).length > 0;
  }

  async function lessonItems(scope: SignedInScope, ids: readonly string[]): Promise<FavoriteLesson[]> {
    const { tenant, tenantId } = scope;
    const found = await lessonsWith(tenantId, ids);
    const items = await courses.lessonItems(
      tenant,
      found.map(({ row }) => row),
    );
    const courseOf = new Map(found.map(({ row, course }) => [row.lessonId, course]));
    const own = await progress.mergeSeparateLessons(scope, items);
    return own.flatMap((lesson) => {
      const course = courseOf.get(lesson.lessonId);
      if (course === undefined) return [];
      return { ...lesson, isFavorite: true, courseSlug: course.slug, courseTitle: course.title };
    });
  }

  return {
    /**
     * Adds or removes a favorite; repeating it changes nothing. A favorite can be removed after its item is gone.
     *
     * @throws AcademyError not-found for items that this academy does not have, conflict above the limit
     */
    async set(scope: SignedInScope, subject: FavoriteSubject, isFavorite: boolean) {
      const favoriteKey = { personId: scope.actor.personId, tenantId: scope.tenantId, ...subject };
      const assertExists = async () => {
        if (!(await isThere(scope, subject))) throw new AcademyError('not-found', { field: 'id' });
      };
      if (isFavorite) {
        await assertExists();
        if (!(await store.save(favoriteKey)))
          throw new AcademyError('conflict', { message: replyTexts.favoritesFull({ max: MAX_FAVORITES }) });
      } else if (!(await store.remove(favoriteKey))) await assertExists();
      return { isFavorite, favoriteCount: await progress.countFavorites(scope, subject.kind) };
    },

    /** All favorites as lists show them, the newest first. */
    async list(scope: SignedInScope): Promise<CallReply<typeof listFavorites>> {
      const favoriteIds = await progress.favorites(scope);
      const idsOf = (kind: LikeableType) => [...(favoriteIds.get(kind) ?? [])];
      const [courseIds, guideIds, pathIds] = [idsOf('course'), idsOf('guide'), idsOf('path')];
      const [ofCourses, overlay, lessons, ofGuides, ofPaths] = await Promise.all([
        courses.itemsByIds(scope.tenant, courseIds),
        progress.overlayOfCourses(scope, new Set(courseIds)),
        lessonItems(scope, idsOf('lesson')),
        guides.byIds(scope, guideIds),
        paths.byIds(scope, pathIds),
      ]);
      return {
        courses: progress.mergeItems(scope, ofCourses, overlay),
        lessons,
        guides: inOrder(guideIds, ofGuides, (one) => one.lessonId),
        paths: inOrder(pathIds, ofPaths, (one) => one.pathId),
      };
    },
  };
}

export type FavoritesService = ReturnType<typeof favoritesService>;

function inOrder<Item>(ids: readonly string[], items: readonly Item[], idOf: (item: Item) => string): Item[] {
  const byId = new Map(items.map((item) => [idOf(item), item]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
