import { getNotifications, setNotification } from '@academy/contract/call-routes/notifications';
import type { NotificationKind, Notifications } from '@academy/contract/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTenant } from '../lib/runtime.tsx';
import { useSession } from '../sign-in/session.ts';
import { call } from './call.ts';
import { QUIET } from './call-options.ts';

export type { NotificationKind, Notifications } from '@academy/contract/notifications';

/** Which e-mails the learner wants from this academy; `data` is undefined until it is loaded. */
export function useNotifications() {
  const { isAuthenticated, userId } = useSession();
  const { tenantId } = useTenant();
  const client = useQueryClient();
  const queryKey = [getNotifications.name, tenantId, userId];
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(getNotifications, {}, { ...QUIET, signal }),
    enabled: isAuthenticated,
    staleTime: 0,
  });
  return {
    ...query,
    /** The call shows what goes wrong. @throws CallError */
    async choose(kind: NotificationKind, isOn: boolean): Promise<void> {
      const settings = await call(setNotification, { body: { kind, isOn } }, { skipNotFound: true });
      client.setQueryData<Notifications>(queryKey, settings);
    },
  };
}
