import { messages } from '@academy/contract/i18n/messages';

/** What stands in place of locked content. */
export const en = messages({
  locked: 'Locked',
  logInRegister: 'Log In / Register',
});
