import { texts } from '@academy/contract/i18n/texts';
import { de } from './sign-out-texts.de.ts';

/** The screen on which people log out. */
export const signOutTexts = texts({
  logOut: 'Log out',
  notSaved: 'Not everything is saved yet',
  logOutAndLose: 'Log out and discard',
  stay: 'Stay logged in',
  pending:
    '{count, plural, one {One change was not sent yet. It is kept in this browser and sent later if you stay logged in.} other {# changes were not sent yet. They are kept in this browser and sent later if you stay logged in.}}',
}).translated({ de });
