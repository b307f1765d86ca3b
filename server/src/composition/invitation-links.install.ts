import { bindInvitationLinks } from '../invitation-links/invitation-links.routes.ts';
import { invitationLinks } from '../invitation-links/invitation-links.service.ts';
import type { AppContext } from './app-context.ts';

export const installInvitationLinks = ({ calls, db }: AppContext): void =>
  bindInvitationLinks(calls, invitationLinks(db));
