import * as v from 'valibot';
import { AREAS } from './area-names.ts';
import { defineCall } from './call.ts';
import { EmailSchema } from './email.ts';

export { EmailSchema };

export const PersonSchema = v.object({
  userId: v.string(),
  firstName: v.string(),
  lastName: v.string(),
  /** The sign-in address. */
  login: v.string(),
  email: v.string(),
  isAdmin: v.boolean(),
  isPro: v.boolean(),
  userVerified: v.boolean(),
  membership: v.nullable(v.object({ startsAt: v.string(), endsAt: v.string() })),
});
export type Person = v.InferOutput<typeof PersonSchema>;

/** The signed-in person, with what they may do in an academy. */
export const MySelfSchema = v.object({
  ...PersonSchema.entries,
  /** The areas of the administration that are open to them. */
  areas: v.array(v.picklist(AREAS)),
});
export type MySelf = v.InferOutput<typeof MySelfSchema>;

export const findAccount = defineCall({
  name: 'findAccount',
  method: 'GET',
  path: '/user/getUserDetails',
  summary: 'Whether an account exists for the e-mail address in the header `email`.',
  who: 'anyone',
  reach: 'existence',
  rateLimit: 'account-lookup',
  tenant: false,
  headers: v.object({ email: EmailSchema }),
  reply: v.object({ login: v.nullable(v.string()) }),
});

export const getMyAccess = defineCall({
  name: 'getMyAccess',
  method: 'GET',
  path: '/user/verifyUserAccess',
  summary: 'The signed-in person, and which areas of the administration of the academy are open to them.',
  who: 'user',
  reach: 'own',
  tenant: true,
  loader: false,
  reply: MySelfSchema,
});
