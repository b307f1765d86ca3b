import type { RuntimeConfig } from '@academy/contract/runtime-config';
import { urls } from '../navigation/urls.ts';

/**
 * Where a course is read: at the origin of its own academy. One whose academy this installation does not know stays here,
 * where its address leads to the not-found page.
 */
export function courseHref(
  { tenantId, slug }: { tenantId: string; slug: string },
  here: { tenantId: string },
  { tenantOrigins }: Pick<RuntimeConfig, 'tenantOrigins'>,
): string {
  return (tenantId === here.tenantId ? '' : (tenantOrigins[tenantId] ?? '')) + urls.course(slug);
}
