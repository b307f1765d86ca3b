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

export const endLocalSession = defineCall({
  name: 'endLocalSession',
  method: 'DELETE',
  path: '/session',
  summary: "Ends the session's grant at the embedded provider; without a valid bearer it succeeds and does nothing.",
  who: 'anyone',
  reach: 'own',
  // Logging out must work on a full disk, too; it writes very little.
  needsDiskSpace: false,
  sendsCookies: true,
  tenant: false,
  loader: false,
  reply: v.object({ ended: v.boolean() }),
});
