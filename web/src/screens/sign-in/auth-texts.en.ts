import { messages } from '@academy/contract/i18n/messages';

/** The screen on which people log in or register. */
export const en = messages({
  logIn: 'Log In / Register',
  welcome: 'Welcome',
  intro: 'Log in or register with your e-mail address. Your place and your progress are kept on every device.',
  email: 'E-mail',
  oneMoment: 'One moment',
  continue: 'Continue',
  or: 'or',
  createAccount: 'Create Your Free Account',
  noEmail: 'This is not an e-mail address',
});
