import { helpSignIn, invitePeople } from '@academy/contract/people-invitations';
import type { CallTable } from '../calls/bind.ts';
import { changedBy } from './changed-by.ts';
import type { InvitationsService } from './invitations.service.ts';
import type { SignInHelpService } from './sign-in-help.service.ts';

export function bindPeopleInvitations(
  calls: CallTable,
  invitations: InvitationsService,
  help: SignInHelpService,
): void {
  calls.bind(invitePeople, async ({ body, scope }) => {
    const by = changedBy(scope);
    const result = [];
    for (const email of new Set(body.emails)) result.push({ email, outcome: await invitations.invite(email, by) });
    return { result };
  });

  calls.bind(helpSignIn, ({ params, body, scope }) => help(params.userId, body.help, changedBy(scope)));
}
