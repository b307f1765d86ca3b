import type { Entitlements } from '@academy/contract/entities';
import { lockOf } from '@academy/contract/rules/access';
import type { Tenant } from '@academy/contract/tenants';
import type { CoursesService } from '../courses/courses.service.ts';
import type { GuidesService } from '../guides/guides.service.ts';
import type { ProgressService } from '../progress/progress.service.ts';
import type { SignedInScope } from '../scope.ts';
import type { NewsStore } from './news.store.ts';

/** Where what is told comes from. */
export interface NoticeSources {
  news: NewsStore;
  courses: Pick<CoursesService, 'catalogue' | 'coursesOfLessons' | 'outlines'>;
  guides: Pick<GuidesService, 'byIds'>;
  progress: Pick<ProgressService, 'overlayOfCourses' | 'overlayOfCourse'>;
}

/** Nobody is told of what is locked for him or her. */
export const isOpen = (entitlements: Entitlements, actor: SignedInScope['actor'], tenant: Tenant): boolean =>
  lockOf(entitlements, actor, tenant.signedInIsPro) === null;

/** Whether it is worth saying that something takes membership: not where everybody has it. */
export const saysPro = (entitlements: Entitlements, tenant: Tenant): boolean =>
  entitlements.view.includes('pro') && !tenant.signedInIsPro;
