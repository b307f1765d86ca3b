import { texts } from '@academy/contract/i18n/texts';
import { de } from './profile-texts.de.ts';

/** The profile menu, which is loaded for those who are signed in. */
export const profileTexts = texts({
  profileOf: 'Profile of {name}',
  account: 'My Account',
  certificates: 'Certificates',
  giveFeedback: 'Give Feedback',
  logOut: 'Logout',
  reconnecting: 'Reconnecting',
}).translated({ de });
