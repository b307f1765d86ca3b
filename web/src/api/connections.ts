import { listConnections, setConnection } from '@academy/contract/call-routes/connections';
import type { ConnectionName } from '@academy/contract/connections';
import { useQueryClient } from '@tanstack/react-query';
import { useChosenAcademy } from '../navigation/chosen-academy.ts';
import { call } from './call.ts';
import { QUIET } from './call-options.ts';
import { refetchReads } from './refetch-reads.ts';
import { useRead } from './use-read.ts';

export type { Connection } from '@academy/contract/connections';

/** The chosen academy's connections with programs of others. */
export const useConnections = () => useRead(listConnections, {}, { tenantId: useChosenAcademy() }).result;

/** Opens or closes a connection of the chosen academy. Errors are thrown as `CallError`; the caller shows them. */
export function useSetConnection() {
  const tenantId = useChosenAcademy();
  const client = useQueryClient();
  return async (name: ConnectionName, isOn: boolean): Promise<void> => {
    try {
      await call(setConnection, { params: { name }, body: { isOn } }, { ...QUIET, loader: false, tenantId });
    } finally {
      await refetchReads(client, listConnections.name);
    }
  };
}
