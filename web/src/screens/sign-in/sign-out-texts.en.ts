import { messages } from '@academy/contract/i18n/messages';

/** The screen on which people log out. */
export const en = messages({
  logOut: 'Log out',
  notSaved: 'Not everything is saved yet',
  logOutAndLose: 'Log out and discard',
  stay: 'Stay logged in',
  pending:
    '{count, plural, one {One of your steps} other {# of your steps}} could not be sent. They are kept in this browser and sent later if you stay logged in.',
});
