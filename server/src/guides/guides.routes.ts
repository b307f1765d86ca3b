import { completeGuide, getGuide, listGuides } from '@academy/contract/guides';
import type { CallTable } from '../calls/bind.ts';
import { narrowed, withFavorites } from '../catalogue/categories.ts';
import type { GuidesService } from './guides.service.ts';

export function bindGuides(calls: CallTable, guides: GuidesService): void {
  calls.bind(listGuides, async ({ scope, query }) => {
    const catalogue = await guides.catalogue(scope.tenant);
    const own = await guides.merged(scope, catalogue.guides);
    const { items, total } = narrowed(own.guides, query);
    return { guides: items, categories: withFavorites(catalogue.categories, own.favoriteCount), ...total };
  });

  calls.bind(getGuide, ({ scope, query }) => guides.details(scope, query.slug));

  calls.bind(completeGuide, ({ scope, body }) => guides.complete(scope, body.lessonId));
}
