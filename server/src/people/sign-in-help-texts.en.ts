import { messages } from '@academy/contract/i18n/messages';

export const en = messages({
  own: 'This is your own account. Change how you log in under My account.',
  elsewhere: 'This account is managed where the person logs in.',
});
