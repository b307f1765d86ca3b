import {
  getContentUse,
  listPublishedContent,
  removeContent,
  republishContent,
  unpublishContent,
} from '@academy/contract/publishing-admin';
import type { CallTable } from '../calls/bind.ts';
import { authorScopesOf, publisherOf } from './publisher.ts';
import type { PublishingService } from './publishing.service.ts';
import type { PublishingAdminStore } from './publishing-admin.store.ts';

/** Binds the administrators' calls about published content. */
export function bindPublishingAdmin(
  calls: CallTable,
  store: PublishingAdminStore,
  publishing: PublishingService,
): void {
  calls.bind(listPublishedContent, async ({ scope, query }) => {
    const { rows, total } = await store.page(scope.tenantId, { ...query, scopes: authorScopesOf(scope) }, query);
    const content = rows.map((row) => ({ ...row, publishedAt: row.publishedAt.toISOString() }));
    return { result: { content, totalElements: total } };
  });

  calls.bind(getContentUse, ({ scope, query: { kind, id } }) => store.use(scope.tenantId, kind, id));

  calls.bind(unpublishContent, ({ scope, body }) =>
    publishing.setStatus({ tenantId: scope.tenantId, ...body, by: publisherOf(scope) }, 'draft'),
  );

  calls.bind(republishContent, ({ scope, body }) =>
    publishing.setStatus({ tenantId: scope.tenantId, ...body, by: publisherOf(scope) }, 'in-files'),
  );

  calls.bind(removeContent, ({ scope, body }) =>
    publishing.remove({ tenantId: scope.tenantId, ...body, by: publisherOf(scope) }),
  );
}
