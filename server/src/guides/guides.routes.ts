import { completeGuide, type Guide, getGuide, listGuides } from '@academy/contract/guides';
import type { CallTable } from '../calls/bind.ts';
import { withOwn } from '../catalogue/categories.ts';
import { filteredPage } from '../catalogue/filtered-page.ts';
import type { OpenLabOf } from '../catalogue/open-labs.ts';
import type { GuidesService } from './guides.service.ts';

export function bindGuides(calls: CallTable, guides: GuidesService, openLab: OpenLabOf): void {
  calls.bind(listGuides, async ({ scope, query }) => {
    const catalogue = await guides.catalogue(scope.tenant);
    const own = await guides.own(scope);
    const { items, total } = filteredPage(catalogue.guides, query, own && ((guide) => own.stateOf(guide)));
    if (own === null) return { guides: items, categories: catalogue.categories, ...total };
    const states = catalogue.guides.map((guide) => own.stateOf(guide));
    const categories = withOwn(catalogue.categories, states);
    return { guides: items.map((guide) => own.merged(guide)), categories, ...total };
  });

  calls.bind(getGuide, async ({ scope, query }) => {
    const { lab, ...guide } = await guides.details(scope, query.slug);
    const { hasLab } = await openLab(scope.tenantId, lab);
    return { ...guide, hasLab } satisfies Guide;
  });

  calls.bind(completeGuide, ({ scope, body, headers }) =>
    guides.complete(scope, body.lessonId, headers['idempotency-key']),
  );
}
