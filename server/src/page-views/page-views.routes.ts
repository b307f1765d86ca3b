import { addPageView } from '@academy/contract/page-views';
import type { CallTable } from '../calls/bind.ts';
import type { PageViews } from './page-views.service.ts';

export function bindPageViews(calls: CallTable, views: Pick<PageViews, 'note'>): void {
  calls.bind(addPageView, async ({ scope, body, request }) => {
    if (request !== null) views.note(scope.tenantId, body.path, request.headers);
    return { received: true as const };
  });
}
