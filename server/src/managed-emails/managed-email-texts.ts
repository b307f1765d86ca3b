import { texts } from '@academy/contract/i18n/texts';
import { de } from './managed-email-texts.de.ts';

/** What people are told of the addresses that they manage. */
export const managedEmailTexts = texts({
  logsIn: 'You can now log in to your account with {email}.',
  notListed: 'This address is not in the list.',
  listed: 'This address is already in the list.',
  full: 'There can be at most {count} addresses of this type. Remove one first.',
  tooManyCodes: 'Too many codes were requested. Please try again in an hour.',
}).translated({ de });
