import { messages } from '@academy/contract/i18n/messages';

/** The profile menu. */
export const en = messages({
  profileOf: 'Profile of {name}',
  account: 'My Account',
  certificates: 'Certificates',
  giveFeedback: 'Give Feedback',
  logOut: 'Logout',
  reconnecting: 'Reconnecting',
});
