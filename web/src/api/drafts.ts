import type { CallInput } from '@academy/contract/call';
import { getDraftFiles, listDrafts, planDraft, revokeDraft } from '@academy/contract/call-routes/drafts';
import type { Draft } from '@academy/contract/drafts';
import { useQueryClient } from '@tanstack/react-query';
import { call } from './call.ts';
import { QUIET } from './call-options.ts';
import { refetchReads } from './refetch-reads.ts';
import { useRead } from './use-read.ts';

export type { Draft };

type Plan = CallInput<typeof planDraft>['body']['plan'];

/** The drafts of an academy that the viewer may see, newest first. */
export const useDrafts = (tenantId: string): Draft[] => useRead(listDrafts, {}, { tenantId }).result;

/** The files of an item of a draft. */
export const useDraftFiles = (tenantId: string, params: CallInput<typeof getDraftFiles>['params']) =>
  useRead(getDraftFiles, { params }, { tenantId }).files;

/** Revokes and plans drafts, and refetches the list. Errors are thrown as `CallError`; the caller shows them. */
export function useDraftChanges(tenantId: string) {
  const client = useQueryClient();
  const options = { ...QUIET, loader: false, tenantId };
  const refetched = async (changed: Promise<Draft>): Promise<void> => {
    try {
      await changed;
    } finally {
      await refetchReads(client, listDrafts.name);
    }
  };
  return {
    revoke: (draftId: string) => refetched(call(revokeDraft, { params: { draftId } }, options)),
    /** @param plan null cancels it */
    plan: (draftId: string, plan: Plan) => refetched(call(planDraft, { params: { draftId }, body: { plan } }, options)),
  };
}
