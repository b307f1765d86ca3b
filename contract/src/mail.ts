import * as v from 'valibot';
import { defineCall } from './call.ts';

/** State of outgoing mail. */
export const MailStateSchema = v.object({
  /** off: no mail server is set. failing: mail waits, and the last attempt failed. */
  state: v.picklist(['off', 'working', 'failing']),
  /** Error of the mail server, or why it cannot be reached; null: none. */
  problem: v.nullable(v.string()),
  /** Number of mails to be sent. */
  waiting: v.number(),
  /** When the oldest waiting mail was written. */
  oldest: v.nullable(v.string()),
  /** Number of mails given up in the last seven days. */
  givenUp: v.number(),
});
export type MailState = v.InferOutput<typeof MailStateSchema>;

export const getMailState = defineCall({
  name: 'getMailState',
  method: 'GET',
  path: '/admin/mail',
  summary: 'Whether the installation can send mail, and how many mails are queued.',
  who: 'admin',
  reach: 'installation',
  tenant: false,
  loader: false,
  reply: MailStateSchema,
});
