import * as v from 'valibot';
import { defineCall } from './call.ts';
import { EmailSchema } from './email.ts';

/** Most addresses in one call; more are sent in several. */
export const INVITATION_BATCH = 100;
/** Days during which the link of an invitation works. */
export const INVITATION_DAYS = 14;

/** Invitations to a person who was added and has not logged in yet. */
export const InvitationSchema = v.object({
  sentCount: v.number(),
  lastSentAt: v.string(),
  /** Until when the last link works; null where it leads to the log-in page. */
  expiresAt: v.nullable(v.string()),
});
export type Invitation = v.InferOutput<typeof InvitationSchema>;

/**
 * `sent`: the mail is on its way. `recent`: one was sent within the last hour. `logged-in`: the person has logged in, and
 * needs none. `unknown`: the academy has no such person.
 */
export const INVITATION_OUTCOMES = ['sent', 'recent', 'logged-in', 'unknown'] as const;
export type InvitationOutcome = (typeof INVITATION_OUTCOMES)[number];

export const invitePeople = defineCall({
  name: 'invitePeople',
  method: 'POST',
  path: '/admin/users/invitations',
  summary:
    'Mails people who have never logged in a link for their first password, at most once an hour; with an external provider anybody, with a link to the log-in.',
  who: 'admin',
  reach: 'installation',
  ability: 'users:write',
  tenant: true,
  loader: false,
  body: v.strictObject({
    emails: v.pipe(v.array(EmailSchema), v.minLength(1), v.maxLength(INVITATION_BATCH)),
  }),
  reply: v.object({
    result: v.array(v.object({ email: v.string(), outcome: v.picklist(INVITATION_OUTCOMES) })),
  }),
});

/**
 * `password-link`: mails a link for a new password. `second-factors`: removes authenticator app, passkeys and recovery
 * codes and ends all sessions. `sessions`: ends all sessions. `address`: confirms the address.
 */
export const SIGN_IN_HELP = ['password-link', 'second-factors', 'sessions', 'address'] as const;
export type SignInHelp = (typeof SIGN_IN_HELP)[number];

export const helpSignIn = defineCall({
  name: 'helpSignIn',
  method: 'POST',
  path: '/admin/users/:userId/sign-in-help',
  summary:
    'Helps a person to log in again: audited, and mailed to them. 409 for accounts of an external provider, which keeps them.',
  who: 'admin',
  reach: 'installation',
  tenant: true,
  params: v.strictObject({ userId: v.pipe(v.string(), v.uuid()) }),
  body: v.strictObject({ help: v.picklist(SIGN_IN_HELP) }),
  reply: v.object({
    /** Sessions that were ended. */
    sessions: v.number(),
    /** Authenticator apps and passkeys that were removed. */
    removed: v.number(),
  }),
});
