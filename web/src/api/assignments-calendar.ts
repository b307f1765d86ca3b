import {
  createCalendarFeed,
  deleteCalendarFeed,
  getCalendarFeed,
} from '@academy/contract/call-routes/assignments-calendar';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTenant } from '../lib/runtime.tsx';
import { useSession } from '../sign-in/session.ts';
import { call } from './call.ts';
import { QUIET } from './call-options.ts';

const QUIETLY = { ...QUIET, loader: false };

/** The learner's calendar feed, and what makes and ends it. Errors are thrown as `CallError`; the caller shows them. */
export function useCalendarFeed() {
  const client = useQueryClient();
  const { isAuthenticated, userId } = useSession();
  const queryKey = [getCalendarFeed.name, useTenant().tenantId, userId];
  const read = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(getCalendarFeed, {}, { ...QUIETLY, signal }),
    enabled: isAuthenticated,
    staleTime: 0,
  });
  return {
    ...read,
    /** @returns the address, which is shown once */
    async create(): Promise<string> {
      const { url } = await call(createCalendarFeed, {}, QUIETLY);
      await client.invalidateQueries({ queryKey });
      return url;
    },
    async remove(): Promise<void> {
      await call(deleteCalendarFeed, {}, QUIETLY);
      await client.invalidateQueries({ queryKey });
    },
  };
}
