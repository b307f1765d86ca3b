import { messages } from '@academy/contract/i18n/messages';

export const en = messages({
  logsIn: 'With {email} one can log in to your account now.',
  notListed: 'This address is not in the list.',
  listed: 'This address is in the list already.',
  full: 'There can be {count} addresses of this type.',
  tooManyCodes: 'Too many codes were asked for. Please try again in an hour.',
});
