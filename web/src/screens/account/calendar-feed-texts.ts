import { texts } from '@academy/contract/i18n/texts';
import { de } from './calendar-feed-texts.de.ts';

/** The calendar of due dates, in the account. */
export const calendarFeedTexts = texts({
  title: 'Calendar',
  text: 'Your calendar can show when something that is assigned to you is due: give it a secret address as a subscription. Whoever has the address can read your due dates.',
  create: 'Make an address',
  address: 'Address for your calendar',
  once: 'This address is shown once. Add it to your calendar as a subscription (“from URL”).',
  since: 'Your address works since',
  lastRead: 'last read',
  neverRead: 'not read by a calendar yet',
  renew: 'Make a new address',
  end: 'End the address',
  ended: 'The address has ended. Calendars get nothing any more.',
  failed: 'The state of your calendar could not be loaded.',
  tryAgain: 'Try again',
}).translated({ de });
