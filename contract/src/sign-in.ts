import * as v from 'valibot';
import { defineCall } from './call.ts';

/** Reply of the identity provider's token endpoint. */
export const TokenReplySchema = v.object({
  access_token: v.string(),
  refresh_token: v.optional(v.string()),
  id_token: v.optional(v.string()),
  /** Seconds. */
  expires_in: v.number(),
});
export type TokenReply = v.InferOutput<typeof TokenReplySchema>;

/** Why a session has ended: unused for too long; from elsewhere; together with its account. */
export const SESSION_ENDS = ['expired', 'ended', 'removed'] as const;
export type SessionEnd = (typeof SESSION_ENDS)[number];

export const endLocalSession = defineCall({
  name: 'endLocalSession',
  method: 'DELETE',
  path: '/session',
  summary:
    "Ends the session's grant at the embedded provider; without a valid bearer it succeeds, does nothing, and says of a former one why its session has ended.",
  who: 'anyone',
  reach: 'own',
  // Logging out must work on a full disk, too; it writes very little.
  needsDiskSpace: false,
  sendsCookies: true,
  tenant: false,
  loader: false,
  reply: v.object({
    ended: v.boolean(),
    /** For the access token of a session that had ended before. */
    because: v.optional(v.picklist(SESSION_ENDS)),
  }),
});
