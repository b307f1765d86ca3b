import { getContentVersion, listContentVersions, rollBackContent } from '@academy/contract/publishing-history';
import type { CallTable } from '../calls/bind.ts';
import { publisherOf } from './publisher.ts';
import type { PublishingService } from './publishing.service.ts';
import { whileConnected } from './while-connected.ts';

export function bindPublishingHistory(calls: CallTable, publishing: PublishingService): void {
  calls.bind(listContentVersions, async ({ scope, params, query }) => ({
    result: await publishing.versions(scope.tenantId, params.kind, params.id, query.limit),
  }));

  calls.bind(getContentVersion, ({ scope, params, request }) =>
    whileConnected(request, (signal) =>
      publishing.version(scope.tenantId, params.kind, params.id, params.version, signal),
    ),
  );

  calls.bind(rollBackContent, ({ scope, params, body, request }) => {
    const { version, base } = body;
    const terms = { tenantId: scope.tenantId, ...params, by: publisherOf(scope), base };
    return whileConnected(request, (signal) =>
      publishing.rollBack({ ...terms, dryRun: false, strict: false, signal }, version),
    );
  });
}
