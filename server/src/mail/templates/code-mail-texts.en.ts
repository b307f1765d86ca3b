import { messages } from '@academy/contract/i18n/messages';

export const en = messages({
  subject: 'Your code for {academy}',
  heading: 'Confirm this e-mail address',
  personal:
    'This address was entered as a personal address of an account at {academy}. Type this code on the page that waits for it.',
  work: 'This address was entered as a work address of an account at {academy}. Type this code on the page that waits for it.',
  contact:
    'This address was entered as the address that gets messages to {academy}. Type this code on the page that waits for it.',
  feedback:
    'This address was entered as the address that gets feedback to {academy}. Type this code on the page that waits for it.',
  sender:
    'This address was entered as the address that mail of {academy} comes from. Type this code on the page that waits for it.',
  expiry: 'The code is good for 10 minutes, and only once.',
  unasked: 'You know nothing of this? Then you need not do anything: without the code the address is not used.',
});
