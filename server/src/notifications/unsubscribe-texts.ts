import { texts } from '@academy/contract/i18n/texts';
import { de } from './unsubscribe-texts.de.ts';

/** The pages behind the unsubscribe links of mails. */
export const unsubscribeTexts = texts({
  title: 'Unsubscribe',
  ask: 'Press the button to stop {what, select, lessons {e-mails about new lessons} membership {e-mails about the end of your membership} soon {e-mails before due dates} overdue {e-mails after due dates} other {the weekly digest}} from {academy}. You still get the other e-mails that you chose.',
  unsubscribe: 'Unsubscribe',
  choose: 'Choose your notifications',
  doneTitle: 'You are unsubscribed',
  done: '{academy} has stopped sending you {what, select, lessons {e-mails about new lessons} membership {e-mails about the end of your membership} soon {e-mails before due dates} overdue {e-mails after due dates} other {the weekly digest}}.',
  again: 'Turn it on again',
  unknownTitle: 'This link does not work',
  unknown: 'A part of the link may be missing, or its account was deleted. Nothing was changed.',
  logIn: 'Log in and choose your notifications',
}).translated({ de });
