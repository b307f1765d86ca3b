import { completeGuide, getGuide, listGuides } from '@academy/contract/guides';
import type { CallTable } from '../calls/bind.ts';
import { withOwn } from '../catalogue/categories.ts';
import { narrowed } from '../catalogue/narrowed.ts';
import type { GuidesService } from './guides.service.ts';

export function bindGuides(calls: CallTable, guides: GuidesService): void {
  calls.bind(listGuides, async ({ scope, query }) => {
    const catalogue = await guides.catalogue(scope.tenant);
    const own = await guides.own(scope);
    const { items, total } = narrowed(catalogue.guides, query, own && ((guide) => own.stateOf(guide)));
    if (own === null) return { guides: items, categories: catalogue.categories, ...total };
    const states = catalogue.guides.map((guide) => own.stateOf(guide));
    const categories = withOwn(catalogue.categories, states);
    return { guides: items.map((guide) => own.merged(guide)), categories, ...total };
  });

  calls.bind(getGuide, ({ scope, query }) => guides.details(scope, query.slug));

  calls.bind(completeGuide, ({ scope, body, headers }) =>
    guides.complete(scope, body.lessonId, headers['idempotency-key']),
  );
}
