import { AcademyError } from '@academy/contract/errors';
import { deleteContent, putContent } from '@academy/contract/publishing';
import type { CallTable } from '../calls/bind.ts';
import type { PublishingService } from './publishing.service.ts';

export function bindPublishing(calls: CallTable, publishing: PublishingService): void {
  calls.bind(putContent, async ({ scope, params, query, raw }) => {
    if (raw === null || !raw.contentType.startsWith('application/gzip'))
      throw new AcademyError('unsupported-media-type');
    return publishing.publishPacked({
      tenantId: scope.tenantId,
      kind: params.kind,
      id: params.id,
      packed: raw.stream,
      by: scope.actor.personId,
      dryRun: query.dryRun === 'true',
      strict: query.strict === 'true',
    });
  });

  calls.bind(deleteContent, ({ scope, params }) => publishing.remove(scope.tenantId, params.kind, params.id));
}
