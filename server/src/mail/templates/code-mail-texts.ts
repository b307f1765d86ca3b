import { texts } from '@academy/contract/i18n/texts';
import { de } from './code-mail-texts.de.ts';

/** The mail with the code that verifies an address; what it is for by the type of the address. */
export const codeMailTexts = texts({
  subject: 'Your code for {academy}',
  heading: 'Confirm this e-mail address',
  personal:
    'This address was added to an account at {academy} as a personal address. Enter this code on the page that asks for it.',
  work: 'This address was added to an account at {academy} as a work address. Enter this code on the page that asks for it.',
  contact:
    'This address was added as the address for messages to {academy}. Enter this code on the page that asks for it.',
  feedback:
    'This address was added as the address for feedback to {academy}. Enter this code on the page that asks for it.',
  sender:
    'This address was added as the sender of e-mails from {academy}. Enter this code on the page that asks for it.',
  expiry: 'The code is valid for 10 minutes and can be used once.',
  unasked: 'If you did not ask for this, you can ignore this e-mail: without the code the address is not used.',
}).translated({ de });
