import { ACADEMY_EMAIL_TYPES, type EmailType, OWN_EMAIL_TYPES } from '@academy/contract/managed-emails';

/** The messages that say what the types of addresses are for. */
export const TYPE_HINTS = {
  personal: 'personalHint',
  work: 'workHint',
  contact: 'contactHint',
  feedback: 'feedbackHint',
  sender: 'senderHint',
} as const satisfies Record<EmailType, string>;

/** The types of addresses that a person may manage. */
export const typesFor = (isAdmin: boolean): readonly EmailType[] =>
  isAdmin ? [...OWN_EMAIL_TYPES, ...ACADEMY_EMAIL_TYPES] : OWN_EMAIL_TYPES;
