import * as v from 'valibot';
import { defineCall } from './call.ts';

/** How mail leaves the installation. */
export const MailStateSchema = v.object({
  /** off: no mail server is set. failing: mail waits, and the last try did not work. */
  state: v.picklist(['off', 'working', 'failing']),
  /** What the mail server said, or why it could not be asked; null: nothing went wrong. */
  problem: v.nullable(v.string()),
  /** Mails that are to be sent. */
  waiting: v.number(),
  /** When the oldest of them was written. */
  oldest: v.nullable(v.string()),
  /** Mails of the last seven days that were given up. */
  givenUp: v.number(),
});
export type MailState = v.InferOutput<typeof MailStateSchema>;

export const getMailState = defineCall({
  name: 'getMailState',
  method: 'GET',
  path: '/admin/mail',
  summary: 'Whether mail leaves the installation, and how much of it waits.',
  who: 'admin',
  reach: 'installation',
  tenant: false,
  loader: false,
  reply: MailStateSchema,
});
