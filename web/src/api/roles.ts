import type { CallInput } from '@academy/contract/call';
import { endRole, grantRole, listRoles } from '@academy/contract/call-routes/roles';
import { useQueryClient } from '@tanstack/react-query';
import { call } from './call.ts';
import { QUIET } from './call-options.ts';
import { refetchReads } from './refetch-reads.ts';
import { useRead } from './use-read.ts';

export type { RoleGrant } from '@academy/contract/roles';

export type NewRole = CallInput<typeof grantRole>['body'];

/** The roles that the viewer may give in an academy, newest first; of one person where one is named. */
export const useRoles = (tenantId: string, userId?: string) =>
  useRead(listRoles, { query: userId === undefined ? {} : { userId } }, { tenantId }).result;

/** Gives and ends roles, and refetches the list. Errors are thrown as `CallError`; the caller shows them. */
export function useRoleChanges(tenantId: string) {
  const client = useQueryClient();
  const options = { ...QUIET, loader: false };
  return {
    async give(body: NewRole, inAcademy: string): Promise<void> {
      await call(grantRole, { body }, { ...options, tenantId: inAcademy });
      await refetchReads(client, listRoles.name);
    },
    async end(grantId: string): Promise<void> {
      try {
        await call(endRole, { params: { grantId } }, { ...options, tenantId });
      } finally {
        await refetchReads(client, listRoles.name);
      }
    },
  };
}
