import { messages } from '@academy/contract/i18n/messages';

export const en = messages({
  title: 'Unsubscribe',
  ask: 'Press the button to stop {what, select, lessons {mail about new lessons} membership {mail about the end of your membership} other {the weekly digest}} from {academy}. Other mail that you chose still comes.',
  unsubscribe: 'Unsubscribe',
  choose: 'Choose your notifications',
  doneTitle: 'You are unsubscribed',
  done: '{academy} has stopped sending you {what, select, lessons {mail about new lessons} membership {mail about the end of your membership} other {the weekly digest}}.',
  again: 'Switch it on again',
  unknownTitle: 'This link does not work',
  unknown: 'A part of the link may be missing, or its account was deleted. Nothing was changed.',
  logIn: 'Log in and choose your notifications',
});
