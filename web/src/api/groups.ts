import type { CallInput, CallReply } from '@academy/contract/call';
import {
  addGroupMembers,
  createGroup,
  deleteGroup,
  getGroup,
  listGroupMembers,
  listGroups,
  removeGroupMember,
  updateGroup,
} from '@academy/contract/call-routes/groups';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useChosenAcademy } from '../navigation/chosen-academy.ts';
import { call } from './call.ts';
import { QUIET } from './call-options.ts';
import { refetchReads } from './refetch-reads.ts';

export type { Group, GroupDetails, GroupMember } from '@academy/contract/groups';
export type GroupValues = CallInput<typeof createGroup>['body'];
export type AddedMembers = CallReply<typeof addGroupMembers>;

const QUIETLY = { ...QUIET, loader: false };

/** One page of the groups that the viewer looks after. */
export function useGroups(query: { q: string; pageNumber: number; pageSize?: number }) {
  const tenantId = useChosenAcademy();
  return useQuery({
    queryKey: [listGroups.name, tenantId, query],
    queryFn: ({ signal }) => call(listGroups, { query }, { ...QUIETLY, tenantId, signal }),
    select: ({ result }) => result,
    placeholderData: (before) => before,
    staleTime: 0,
  });
}

export function useGroup(groupId: string) {
  const tenantId = useChosenAcademy();
  return useQuery({
    queryKey: [getGroup.name, tenantId, groupId],
    queryFn: ({ signal }) => call(getGroup, { params: { groupId } }, { ...QUIETLY, tenantId, signal }),
    staleTime: 0,
  });
}

/** One page of the people in a group. */
export function useGroupMembers(groupId: string, query: { q: string; pageNumber: number }) {
  const tenantId = useChosenAcademy();
  return useQuery({
    queryKey: [listGroupMembers.name, tenantId, groupId, query],
    queryFn: ({ signal }) => call(listGroupMembers, { params: { groupId }, query }, { ...QUIETLY, tenantId, signal }),
    select: ({ result }) => result,
    placeholderData: (before) => before,
    staleTime: 0,
  });
}

/** Changes groups and refetches what shows them. Errors are thrown as `CallError`; the caller shows them. */
export function useGroupChanges() {
  const tenantId = useChosenAcademy();
  const client = useQueryClient();
  const options = { ...QUIETLY, tenantId };
  const refetch = async () => {
    for (const { name } of [listGroups, getGroup, listGroupMembers]) await refetchReads(client, name);
  };
  return {
    async create(body: GroupValues): Promise<string> {
      const { groupId } = await call(createGroup, { body }, options);
      await refetch();
      return groupId;
    },
    async update(groupId: string, body: GroupValues): Promise<void> {
      await call(updateGroup, { params: { groupId }, body }, options);
      await refetch();
    },
    async remove(groupId: string): Promise<void> {
      await call(deleteGroup, { params: { groupId } }, options);
      await refetchReads(client, listGroups.name);
    },
    async addMembers(groupId: string, logins: string[]): Promise<AddedMembers> {
      const done = await call(addGroupMembers, { params: { groupId }, body: { logins } }, options);
      await refetch();
      return done;
    },
    async removeMember(groupId: string, userId: string): Promise<void> {
      await call(removeGroupMember, { params: { groupId, userId } }, options);
      await refetch();
    },
  };
}
