import { texts } from '@academy/contract/i18n/texts';
import { de } from './account-area-texts.de.ts';

/** The owner's pages of an account: overview, password and address. */
export const accountAreaTexts = texts({
  title: 'Your account',
  lead: '{name}, this is how you log in to {academy}.',
  more: 'Your name, your devices and your data are in <link>My Account</link>',
  back: 'Back to your account',

  password: 'Password',
  passwordState: 'Choose a new one',
  passwordTitle: 'Change your password',
  passwordLead: 'This logs you out on all your other devices.',
  current: 'Current password',
  newPassword: 'New password',
  changePassword: 'Change password',
  passwordChanged: 'Your password is changed. You are logged out on all your other devices.',
  currentMissing: 'Enter your current password.',
  currentWrong: 'This is not your current password.',
  tooMany: 'Too many attempts. Please try again in {minutes, plural, one {1 minute} other {# minutes}}.',
  busy: 'Please try again in a moment.',

  email: 'E-mail address',
  emailTitle: 'Change your e-mail address',
  emailLead:
    'You log in with <strong>{email}</strong>. We send an e-mail to the new address. Your address changes once you confirm it.',
  newEmail: 'New e-mail address',
  sendMail: 'Send e-mail',
  emailChanged: 'Your address is changed. From now on you log in with the new one.',
  sameEmail: 'This is your address already.',
  tooManyMails:
    'Several e-mails were sent to this address. Please try again in {minutes, plural, one {1 minute} other {# minutes}}.',
  nothingTitle: 'There is nothing to confirm',
  nothing: 'The e-mail is too old, or a newer one replaced it.',
  confirmTitle: 'Confirm your new address',
  confirmByLink: 'From now on you log in with <strong>{email}</strong>.',
  confirmByCode:
    'We sent an e-mail to <strong>{email}</strong>. Enter the six digits from it, or open its link in this browser.',
  confirm: 'Confirm new address',
  noMail: 'No e-mail? <link>Try again</link>',
  codeWrong: 'This code is wrong or no longer valid. Enter it again, or request a new e-mail.',
  linkGone: 'This link is no longer valid.',
  mailChangedAgain: 'Your log-in address was changed again in the meantime.',
}).translated({ de });
