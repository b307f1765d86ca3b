import { messages } from '@academy/contract/i18n/messages';

export const en = messages({
  logsIn: 'You can now log in to your account with {email}.',
  notListed: 'This address is not in the list.',
  listed: 'This address is already in the list.',
  full: 'There can be at most {count} addresses of this type. Remove one first.',
  tooManyCodes: 'Too many codes were requested. Please try again in an hour.',
});
