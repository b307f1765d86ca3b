import { getDraftFiles, listDrafts, planDraft, pushDraft, revokeDraft } from '@academy/contract/drafts';
import { AcademyError } from '@academy/contract/errors';
import type { CallTable } from '../calls/bind.ts';
import { authorScopesOf, publisherOf } from '../publishing/publisher.ts';
import { whileConnected } from '../publishing/while-connected.ts';
import type { DraftsService } from './drafts.service.ts';

export function bindDrafts(calls: CallTable, drafts: DraftsService): void {
  calls.bind(pushDraft, async ({ scope, params, query, raw, request }) => {
    if (raw === null || !raw.contentType.startsWith('application/gzip'))
      throw new AcademyError('unsupported-media-type');
    const { draft: name, ...item } = params;
    const terms = {
      ...{ tenantId: scope.tenantId, name, ...item, by: publisherOf(scope) },
      ...{ strict: query.strict === 'true', days: query.days },
    };
    return whileConnected(request, (signal) => drafts.push({ ...terms, signal }, raw.stream));
  });

  calls.bind(listDrafts, async ({ scope }) => ({ result: await drafts.list(scope.tenantId, authorScopesOf(scope)) }));

  calls.bind(revokeDraft, ({ scope, params }) => drafts.revoke(scope.tenantId, params.draftId, publisherOf(scope)));

  calls.bind(planDraft, ({ scope, params, body }) =>
    drafts.plan(scope.tenantId, params.draftId, body.plan, publisherOf(scope)),
  );

  calls.bind(getDraftFiles, ({ scope, params, request }) =>
    whileConnected(request, async (signal) => ({
      files: await drafts.files(scope.tenantId, params, publisherOf(scope), signal),
    })),
  );
}
