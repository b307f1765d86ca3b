import { messages } from '@academy/contract/i18n/messages';

export const en = messages({
  title: 'Unsubscribe',
  ask: 'Press the button, and {academy} stops sending you {what, select, lessons {mail about new lessons} membership {mail about the end of your membership} other {the weekly digest}}. Other mail that you chose still comes.',
  unsubscribe: 'Unsubscribe',
  choose: 'Choose what we send you',
  doneTitle: 'You are unsubscribed',
  done: '{academy} has stopped sending you {what, select, lessons {mail about new lessons} membership {mail about the end of your membership} other {the weekly digest}}.',
  again: 'You changed your mind? Switch it on again',
  unknownTitle: 'This link does not work',
  unknown: 'Perhaps a part of it is missing, or the account that it was made for is gone. Nothing was changed.',
  logIn: 'Log in and choose what we send you',
});
