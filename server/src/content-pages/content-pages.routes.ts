import { getContentPage } from '@academy/contract/content-pages';
import { AcademyError } from '@academy/contract/errors';
import type { CallTable } from '../calls/bind.ts';
import type { ReadVersions } from '../catalogue/catalogue-version.ts';
import type { ItemsStore } from '../catalogue/items.store.ts';
import { retryOnStaleRead, STALE } from '../catalogue/stale-reads.ts';

export function bindContentPages(calls: CallTable, items: ItemsStore, versions: ReadVersions): void {
  calls.bind(getContentPage, ({ scope, params }) =>
    retryOnStaleRead(versions, scope.tenantId, async () => {
      const page = await items.bySlug(scope.tenantId, 'page', params.slug);
      if (page === null) throw new AcademyError('not-found');
      const body = await items.body(scope.tenantId, 'page', page);
      if (body === null) return STALE;
      const { slug, title, status, language, data } = page;
      return { slug, title, status, language, html: body.html, headings: body.headings, redirect: data.redirect };
    }),
  );
}
