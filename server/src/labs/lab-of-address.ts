import type { LabPlace } from '@academy/content/built-item';
import { AcademyError } from '@academy/contract/errors';
import { splitLanguage } from '@academy/contract/i18n/address';
import type { GuidesService } from '../guides/guides.service.ts';
import type { LessonsService } from '../lessons/lessons.service.ts';
import { refuseLock } from '../progress/progress.service.ts';
import type { SignedInScope } from '../values/scope.ts';

/** The lab as its page identifies it. */
export interface LabAddress {
  url: string;
  lessonId: string;
}

/** A lab that its learner may open. */
export interface OpenLab {
  itemKind: 'lesson' | 'guide';
  itemId: string;
  title: string;
  /** Path of the lab's page. */
  path: string;
  place: LabPlace;
}

/** What finds the items that labs belong to. */
export interface LabItems {
  lessons: LessonsService;
  guides: GuidesService;
}

/**
 * The lab that an address and an id agree on.
 *
 * @throws AcademyError not-found, locked-auth, locked-pro
 */
export async function labOfAddress(
  { lessons, guides }: LabItems,
  scope: SignedInScope,
  { url, lessonId }: LabAddress,
): Promise<OpenLab> {
  const { path: page } = splitLanguage(new URL(url).pathname);
  const path = `${page}/lab`;
  const [, courseSlug, lessonSlug] = /^\/courses\/([^/]+)\/lessons\/([^/]+)$/.exec(page) ?? [];
  if (courseSlug !== undefined && lessonSlug !== undefined) {
    const { item, part } = await lessons.withLab(scope, { courseSlug, lessonSlug });
    if (item.lessonId !== lessonId) throw new AcademyError('not-found');
    refuseLock(item.locked);
    if (part === null || part === 'none') throw new AcademyError('not-found');
    return { itemKind: 'lesson', itemId: lessonId, title: item.title, path, place: part };
  }
  const [, guideSlug] = /^\/guides\/([^/]+)$/.exec(page) ?? [];
  if (guideSlug === undefined) throw new AcademyError('not-found');
  const { item, body } = await guides.open(scope, guideSlug);
  if (item.lessonId !== lessonId) throw new AcademyError('not-found');
  refuseLock(item.locked);
  if (body?.lab == null) throw new AcademyError('not-found');
  return { itemKind: 'guide', itemId: lessonId, title: item.title, path, place: body.lab };
}
