import type { LabPlace } from '@academy/content/built-item';
import type { Locked } from '@academy/contract/entities';
import { AcademyError } from '@academy/contract/errors';
import type { LabProof } from '@academy/contract/lab-proof';
import {
  getGuideLabProof,
  getGuideWorkshop,
  getLessonLabProof,
  getLessonWorkshop,
  type Workshop,
} from '@academy/contract/workshops';
import { externalLabs } from '@academy/labs/external';
import type { CallTable } from '../calls/bind.ts';
import type { ReadVersions } from '../catalogue/catalogue-version.ts';
import type { ItemsStore } from '../catalogue/items.store.ts';
import { retryOnStaleRead, STALE } from '../catalogue/stale-reads.ts';
import type { GuidesService } from '../guides/guides.service.ts';
import type { LessonsService } from '../lessons/lessons.service.ts';
import type { TenantScope } from '../values/scope.ts';

/** The lab fields of a lesson or guide. */
type Item = Pick<Workshop, 'lessonId' | 'title'> & { courseId?: string };

export function bindWorkshops(
  calls: CallTable,
  {
    lessons,
    guides,
    items,
    versions,
  }: {
    lessons: LessonsService;
    guides: GuidesService;
    items: ItemsStore;
    versions: ReadVersions;
  },
): void {
  calls.bind(getLessonWorkshop, async ({ scope, params }) => {
    const { item, part } = await lessons.withLab(scope, params);
    if (part === 'none' || (part === null && item.type !== 'lab')) throw new AcademyError('not-found');
    return part === null ? locked(item) : labOf(scope.tenantId, item, part);
  });

  calls.bind(getGuideWorkshop, async ({ scope, params }) => {
    const { item, body } = await guides.open(scope, params.guideSlug);
    if (body === null ? item.type !== 'lab' : body.lab === null) throw new AcademyError('not-found');
    return body === null || body.lab === null ? locked(item) : labOf(scope.tenantId, item, body.lab);
  });

  calls.bind(getLessonLabProof, async ({ scope, params }) => {
    const { item, part } = await lessons.withLab(scope, params);
    if (part === 'none' || (part === null && item.type !== 'lab')) throw new AcademyError('not-found');
    return { proof: part === null ? null : await proofOf(scope.tenantId, part) };
  });

  calls.bind(getGuideLabProof, async ({ scope, params }) => {
    const { item, body } = await guides.open(scope, params.guideSlug);
    if (body === null ? item.type !== 'lab' : body.lab === null) throw new AcademyError('not-found');
    return { proof: body === null || body.lab === null ? null : await proofOf(scope.tenantId, body.lab) };
  });

  /** The record that was published with a lab; null where there is none. */
  function proofOf(tenantId: TenantScope, { workshop }: LabPlace): Promise<LabProof | null> {
    if (workshop === null) return Promise.resolve(null);
    return retryOnStaleRead(versions, tenantId, async () => {
      const [found] = await items.byIds(tenantId, 'workshop', [workshop]);
      if (found?.data.proof === undefined) return null;
      const body = await items.body(tenantId, 'workshop', found);
      return body === null ? STALE : (body.proof ?? null);
    });
  }

  /** The pages of an open lab; a workshop that is not published here has none. */
  function labOf(tenantId: TenantScope, { lessonId, courseId, title }: Item, place: LabPlace): Promise<Workshop> {
    const { labType, workshop } = place;
    const labUrl = place.labUrl === null ? null : externalLabs.open({ labUrl: place.labUrl, learnerAt: () => '' }).url;
    const nothing = {
      lessonId,
      courseId: courseId ?? null,
      workshopId: workshop,
      title,
      labType,
      labUrl,
      available: false,
      pages: [],
      proof: null,
      locked: null,
    };
    if (workshop === null) return Promise.resolve(nothing);
    return retryOnStaleRead(versions, tenantId, async () => {
      const [found] = await items.byIds(tenantId, 'workshop', [workshop]);
      if (found === undefined) return nothing;
      const body = await items.body(tenantId, 'workshop', found);
      if (body === null) return STALE;
      const pages = body.pages.map(({ name, title: pageTitle, html, exitSign }) => ({
        name,
        title: pageTitle,
        html,
        exitSign,
      }));
      return { ...nothing, title: found.title, available: true, pages, proof: found.data.proof ?? null };
    });
  }
}

/** Of a locked lab only its lesson's title is revealed: neither its name nor its address. */
function locked({ lessonId, courseId, title, locked: lock }: Item & { locked: Locked }): Workshop {
  const nothing = { labType: null, labUrl: null, available: false, pages: [], proof: null };
  return { lessonId, courseId: courseId ?? null, workshopId: null, title, ...nothing, locked: lock };
}
