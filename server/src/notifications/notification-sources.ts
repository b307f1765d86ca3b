import type { Due } from '@academy/contract/assignments';
import type { Entitlements } from '@academy/contract/entities';
import { lockOf } from '@academy/contract/rules/access';
import type { Tenant } from '@academy/contract/tenants';
import type { CoursesService } from '../courses/courses.service.ts';
import type { GuidesService } from '../guides/guides.service.ts';
import type { ProgressService } from '../progress/progress.service.ts';
import type { SignedInScope, TenantScope } from '../values/scope.ts';
import type { NewsStore } from './news.store.ts';

/** Sources of the notifications' content. */
export interface NotificationSources {
  news: NewsStore;
  courses: Pick<CoursesService, 'catalogue' | 'coursesOfLessons' | 'outlines'>;
  guides: Pick<GuidesService, 'byIds'>;
  progress: Pick<ProgressService, 'overlayOfCourses' | 'overlayOfCourse'>;
  /** What a person has to do at a moment, ms since 1970. */
  due: { ofPerson(tenantId: TenantScope, personId: string, now: number): Promise<Due[]> };
}

/** Whether it is open to the learner: they are not notified of locked content. */
export const isOpen = (entitlements: Entitlements, actor: SignedInScope['actor'], tenant: Tenant): boolean =>
  lockOf(entitlements, actor, tenant.signedInIsPro) === null;

/** Whether to mention that membership is required: not where everybody has it. */
export const saysPro = (entitlements: Entitlements, tenant: Tenant): boolean =>
  entitlements.view.includes('pro') && !tenant.signedInIsPro;
