import { startViewAs } from '@academy/contract/call-routes/view-as';
import type { Person } from '@academy/contract/people';
import { startImpersonation } from '../sign-in/impersonation.ts';
import { call } from './call.ts';
import { QUIET } from './call-options.ts';

/** Shows the academy as this learner sees it, in a new document. @throws CallError, or Error where nothing can be stored */
export async function impersonate({ userId }: Pick<Person, 'userId'>): Promise<void> {
  startImpersonation(await call(startViewAs, { params: { userId } }, QUIET), location.pathname);
}
