import { LANGUAGES, type Language } from '@academy/contract/i18n/languages';
import * as v from 'valibot';

const Text = v.pipe(v.string(), v.maxLength(300));

/** What a ticket permits. */
export const ChannelRightSchema = v.object({
  sessionId: Text,
  /** Name of the sandbox of the session. */
  reference: Text,
  personId: Text,
  /** The learner's log-in: the channel ends with it. */
  grantId: v.nullable(Text),
  /** Origin of the academy whose pages may use it. */
  origin: Text,
  /** Of the page that asked for it. */
  language: v.picklist(Object.keys(LANGUAGES) as Language[]),
});

export type ChannelRight = v.InferOutput<typeof ChannelRightSchema>;
