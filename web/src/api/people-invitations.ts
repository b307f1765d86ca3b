import type { CallReply } from '@academy/contract/call';
import { helpSignIn, invitePeople } from '@academy/contract/call-routes/people-invitations';
import { MAX_PAGE_SIZE } from '@academy/contract/constants';
import type { InvitationOutcome, SignInHelp } from '@academy/contract/people-invitations';
import { useQueryClient } from '@tanstack/react-query';
import { call } from './call.ts';
import { QUIET } from './call-options.ts';
import { findPeople, refetchPeople } from './people-admin.ts';

export type { SignInHelp } from '@academy/contract/people-invitations';

/** Invitations, and help with sign-in. Errors are thrown as `CallError`; the caller shows them. */
export function useInvitations() {
  const client = useQueryClient();
  const options = { ...QUIET, loader: false };
  return {
    /** @returns what became of it */
    async invite(email: string): Promise<InvitationOutcome | undefined> {
      const { result } = await call(invitePeople, { body: { emails: [email] } }, options);
      await refetchPeople(client);
      return result[0]?.outcome;
    },

    /** Invites everybody who matches a search and has never logged in. @returns how many got a mail */
    async inviteAll(search: { searchValue: string; includeExpireData: boolean }): Promise<number> {
      let sent = 0;
      try {
        for (let pageNumber = 0, left = 1; left > 0; pageNumber += 1) {
          const body = { ...search, neverLoggedIn: true, pageNumber, pageSize: MAX_PAGE_SIZE };
          const found = await findPeople(body);
          const emails = found.content.map(({ email }) => email);
          if (emails.length > 0) {
            const { result } = await call(invitePeople, { body: { emails } }, options);
            sent += result.filter(({ outcome }) => outcome === 'sent').length;
          }
          left = emails.length === 0 ? 0 : found.totalElements - (pageNumber + 1) * MAX_PAGE_SIZE;
        }
      } finally {
        await refetchPeople(client);
      }
      return sent;
    },

    /** @returns what was ended and removed */
    async help(userId: string, help: SignInHelp): Promise<CallReply<typeof helpSignIn>> {
      const done = await call(helpSignIn, { params: { userId }, body: { help } }, options);
      await refetchPeople(client);
      return done;
    },
  };
}
