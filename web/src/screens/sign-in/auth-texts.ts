import { texts } from '@academy/contract/i18n/texts';
import { de } from './auth-texts.de.ts';

/** The screen on which people log in or register. */
export const authTexts = texts({
  logIn: 'Log In / Register',
  welcome: 'Welcome',
  intro: 'Log in or register with your e-mail address. Your place and your progress are kept on every device.',
  email: 'E-mail',
  oneMoment: 'One moment',
  continue: 'Continue',
  or: 'or',
  createAccount: 'Create Your Free Account',
  noEmail: 'This is not an e-mail address',
}).translated({ de });
