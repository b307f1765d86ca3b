import type { CallInput, CallReply } from '@academy/contract/call';
import {
  acceptInvitation,
  createInvitationLink,
  deleteInvitationLink,
  listInvitationLinks,
} from '@academy/contract/call-routes/invitation-links';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useChosenAcademy } from '../navigation/chosen-academy.ts';
import { call } from './call.ts';
import { QUIET } from './call-options.ts';
import { refetchReads } from './refetch-reads.ts';

const quietly = { ...QUIET, loader: false };

/** The links of the chosen academy that the viewer manages, and the groups that can have one. */
export function useInvitationLinks() {
  const tenantId = useChosenAcademy();
  return useQuery({
    queryKey: [listInvitationLinks.name, tenantId],
    queryFn: ({ signal }) => call(listInvitationLinks, {}, { ...quietly, tenantId, signal }),
    staleTime: 0,
  });
}

/** Makes and deletes links; the list is fetched again. Both throw CallError. */
export function useInvitationLinkChanges() {
  const tenantId = useChosenAcademy();
  const client = useQueryClient();
  const changed = () => refetchReads(client, listInvitationLinks.name);
  return {
    create: async (
      body: CallInput<typeof createInvitationLink>['body'],
    ): Promise<CallReply<typeof createInvitationLink>> => {
      const made = await call(createInvitationLink, { body }, { ...quietly, tenantId });
      await changed();
      return made;
    },
    remove: async (linkId: string): Promise<void> => {
      try {
        await call(deleteInvitationLink, { params: { linkId } }, { ...quietly, tenantId });
      } finally {
        await changed();
      }
    },
  };
}

/** Joins the group of an invitation. @returns its name @throws CallError */
export const joinByInvitation = async (invitation: string): Promise<string> =>
  (await call(acceptInvitation, { body: { invitation } }, quietly)).group;
