import { AcademyError } from '@academy/contract/errors';
import { deleteContent, listContent, putContent, setContentStatus } from '@academy/contract/publishing';
import { WHOLE_ACADEMY } from '@academy/contract/rules/held-roles';
import type { CallTable } from '../calls/bind.ts';
import { authorScopesOf, publisherOf } from './publisher.ts';
import type { PublishingService } from './publishing.service.ts';
import { whileConnected } from './while-connected.ts';

export function bindPublishing(calls: CallTable, publishing: PublishingService): void {
  calls.bind(listContent, async ({ scope, query }) => {
    const scopes = authorScopesOf(scope);
    const result = await publishing.list(scope.tenantId, query.kind ?? null, scopes);
    return { result, isWhole: scopes.includes(WHOLE_ACADEMY) };
  });

  calls.bind(putContent, async ({ scope, params, query, raw, request }) => {
    if (raw === null || !raw.contentType.startsWith('application/gzip'))
      throw new AcademyError('unsupported-media-type');
    const terms = {
      tenantId: scope.tenantId,
      ...params,
      by: publisherOf(scope),
      dryRun: query.dryRun === 'true',
      strict: query.strict === 'true',
      base: query.base,
    };
    return whileConnected(request, (signal) => publishing.publishPushed({ ...terms, signal }, raw.stream));
  });

  calls.bind(deleteContent, ({ scope, params }) =>
    publishing.remove({ tenantId: scope.tenantId, ...params, by: publisherOf(scope) }),
  );

  calls.bind(setContentStatus, ({ scope, params, body: { status, base } }) =>
    publishing.setStatus({ tenantId: scope.tenantId, ...params, by: publisherOf(scope), base }, status),
  );
}
