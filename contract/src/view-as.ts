import * as v from 'valibot';
import { defineCall } from './call.ts';

/** Duration of an impersonation, ms. */
export const IMPERSONATION_MS = 30 * 60_000;

export const startViewAs = defineCall({
  name: 'startViewAs',
  method: 'POST',
  path: '/admin/users/details/:userId/view-as',
  summary:
    'Gives an administrator a token that reads this academy as another person sees it, for half an hour; 409 for administrators.',
  who: 'admin',
  reach: 'installation',
  tenant: true,
  params: v.strictObject({ userId: v.pipe(v.string(), v.uuid()) }),
  reply: v.object({
    /** Returned this once. Its middle part has the claims of the impersonated person, as in a JSON Web Token. */
    token: v.string(),
    name: v.string(),
    expiresAt: v.string(),
  }),
});

export const endViewAs = defineCall({
  name: 'endViewAs',
  method: 'DELETE',
  path: '/view-as',
  summary: 'Ends the impersonation whose token is sent; with the token of a session, all that its person has started.',
  who: 'user',
  reach: 'own',
  tenant: true,
  viewable: true,
  reply: v.object({ ended: v.number() }),
});
