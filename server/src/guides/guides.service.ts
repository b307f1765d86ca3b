import type { Category, ProgressStatus } from '@academy/contract/entities';
import { AcademyError } from '@academy/contract/errors';
import type { Guide, GuideItem } from '@academy/contract/guides';
import type { OverlayItem } from '@academy/contract/progress';
import { lockOf } from '@academy/contract/rules/access';
import type { Tenant } from '@academy/contract/tenants';
import type { ReadVersions } from '../catalogue/catalogue-version.ts';
import { categoriesOf } from '../catalogue/categories.ts';
import type { BodyOf, CatalogueItem, ItemsStore } from '../catalogue/items.store.ts';
import { retryOnStaleRead, STALE } from '../catalogue/stale-reads.ts';
import { versionedCache } from '../catalogue/versioned-cache.ts';
import type { CoursesService } from '../courses/courses.service.ts';
import { markOf } from '../progress/learner-course.ts';
import { type ProgressService, refuseLock } from '../progress/progress.service.ts';
import type { TagsService } from '../tags/tags.service.ts';
import { type Scope, type SignedInScope, scopeOf } from '../values/scope.ts';

type GuideRow = CatalogueItem<'guide'>;
export type GuideBody = BodyOf<'guide'>;

/** A guide as one viewer sees it; `body` is null when it is locked. */
export interface OpenedGuide {
  row: GuideRow;
  item: GuideItem;
  body: GuideBody | null;
}

export function guidesService(
  items: ItemsStore,
  tags: TagsService,
  courses: CoursesService,
  progress: ProgressService,
  versions: ReadVersions,
) {
  const catalogues = versionedCache<{ guides: GuideItem[]; categories: Category[] }>(versions);
  const rows = versionedCache<GuideRow | null>(versions);

  /** The learner's own state on guides; null for a visitor. */
  async function own(scope: Scope) {
    const { actor } = scope;
    if (actor === null) return null;
    const { states, favorites } = await progress.ofGuides({ ...scope, actor } satisfies SignedInScope);
    const stateOf = (guide: GuideItem) => ({
      progressStatus: states.get(guide.lessonId)?.status ?? guide.progressStatus,
      isFavorite: favorites.has(guide.lessonId),
    });
    return {
      stateOf,
      /** The guide with the state merged in. */
      merged: (guide: GuideItem): GuideItem => ({
        ...guide,
        ...stateOf(guide),
        locked: lockOf(guide.entitlements, actor, scope.tenant.signedInIsPro),
      }),
    };
  }

  /** The catalogue as a visitor sees it. */
  function catalogue(tenant: Tenant): Promise<{ guides: GuideItem[]; categories: Category[] }> {
    const tenantId = scopeOf(tenant);
    return catalogues(tenantId, 'guides', async () => {
      const [live, topicNames] = await Promise.all([items.live(tenantId, 'guide'), tags.topicNames(tenant)]);
      const guides = live.map((row) => present(row, tenant));
      return { guides, categories: categoriesOf(guides, topicNames) };
    });
  }

  return {
    catalogue,
    own,

    /** Live and unlisted guides with these ids as the viewer sees them; unknown ids are left out. */
    async byIds(scope: Scope, ids: string[]): Promise<GuideItem[]> {
      const found = await items.byIds(scope.tenantId, 'guide', ids);
      const mine = await own(scope);
      return found.map((row) => {
        const visitors = present(row, scope.tenant);
        return mine?.merged(visitors) ?? visitors;
      });
    },

    /**
     * A guide with its body, both of the same version; a locked body is never read.
     *
     * @throws AcademyError not-found
     */
    open(scope: Scope, slug: string): Promise<OpenedGuide> {
      const { tenant, tenantId } = scope;
      return retryOnStaleRead(versions, tenantId, async (): Promise<OpenedGuide | typeof STALE> => {
        const row = await rows(tenantId, slug, () => items.bySlug(tenantId, 'guide', slug));
        if (row === null) throw new AcademyError('not-found');
        const visitors = present(row, tenant);
        const item = (await own(scope))?.merged(visitors) ?? visitors;
        if (item.locked !== null) return { row, item, body: null };
        const body = await items.body(tenantId, 'guide', row);
        return body === null ? STALE : { row, item, body };
      });
    },

    /** One entry per guide that the learner opened or has as a favorite. */
    async overlay(scope: SignedInScope): Promise<{ items: Record<string, OverlayItem>; favoriteCount: number }> {
      const { actor, tenant, tenantId } = scope;
      const { states, favorites } = await progress.ofGuides(scope);
      const touched = await items.byIds(tenantId, 'guide', [...new Set([...states.keys(), ...favorites])]);
      const lines = touched.map(({ id, status, data }): [string, OverlayItem] => {
        const progressStatus = states.get(id)?.status ?? 'Not Started';
        const line = {
          isFavorite: favorites.has(id),
          completedLesson: progressStatus === 'Completed' ? 1 : 0,
          lessonsCount: 1,
          progressStatus,
          locked: lockOf({ view: data.entitlements }, actor, tenant.signedInIsPro),
          ...markOf({ status }),
          secondsLeft: progressStatus === 'Completed' ? 0 : data.duration,
        };
        return [id, line];
      });
      return { items: Object.fromEntries(lines), favoriteCount: favorites.size };
    },

    /**
     * Marks a guide complete.
     *
     * @param key of the event in the ledger
     * @throws AcademyError not-found, locked-pro, locked-auth
     */
    async complete(scope: SignedInScope, guideId: string, key?: string): Promise<{ progressStatus: ProgressStatus }> {
      const { actor, tenant, tenantId } = scope;
      const [row] = await items.byIds(tenantId, 'guide', [guideId]);
      if (row === undefined) throw new AcademyError('not-found', { field: 'lessonId' });
      refuseLock(lockOf({ view: row.data.entitlements }, actor, tenant.signedInIsPro));
      await progress.completeGuide(scope, guideId, key);
      return { progressStatus: 'Completed' };
    },

    async details(scope: Scope, slug: string): Promise<Omit<Guide, 'hasLab'> & { lab: GuideBody['lab'] }> {
      const { row, item, body } = await this.open(scope, slug);
      return {
        ...item,
        status: row.status,
        language: row.language,
        instructors: await courses.instructorRefs(scope.tenantId, row.data.instructors),
        summary: row.data.summary,
        html: body?.html ?? null,
        preview: body?.preview ?? null,
        lab: body?.lab ?? null,
        headings: body?.headings ?? [],
        video: body?.video ?? null,
        transcript: body?.transcript ?? null,
        readingMinutes: body === null ? 0 : row.data.readingMinutes,
      };
    },
  };
}

export type GuidesService = ReturnType<typeof guidesService>;

function present({ id, slug, title, firstPublishedAt, data }: GuideRow, tenant: Tenant): GuideItem {
  const entitlements = { view: data.entitlements };
  return {
    lessonId: id,
    slug,
    title,
    description: data.description,
    type: data.type,
    topic: data.topics,
    level: data.level,
    duration: data.duration,
    entitlements,
    progressStatus: 'Not Started',
    isFavorite: false,
    locked: lockOf(entitlements, null, tenant.signedInIsPro),
    publishedAt: firstPublishedAt.toISOString(),
  };
}
