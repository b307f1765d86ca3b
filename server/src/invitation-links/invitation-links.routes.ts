import {
  acceptInvitation,
  createInvitationLink,
  deleteInvitationLink,
  listInvitationLinks,
} from '@academy/contract/invitation-links';
import type { CallTable } from '../calls/bind.ts';
import type { InvitationLinks } from './invitation-links.service.ts';

export function bindInvitationLinks(calls: CallTable, links: InvitationLinks): void {
  calls.bind(listInvitationLinks, ({ scope }) => links.list(scope));
  calls.bind(createInvitationLink, ({ scope, body }) => links.create(scope, body));
  calls.bind(deleteInvitationLink, async ({ scope, params }) => ({
    deleted: await links.remove(scope, params.linkId),
  }));
  calls.bind(acceptInvitation, async ({ scope, body }) => ({ group: await links.accept(scope, body.invitation) }));
}
