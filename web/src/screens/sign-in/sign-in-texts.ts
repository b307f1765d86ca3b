import { texts } from '@academy/contract/i18n/texts';
import { de } from './sign-in-texts.de.ts';

/** The screens of logging in. The names with hyphens are reasons why it failed. */
export const signInTexts = texts({
  cancelled: 'You came back before you were logged in. Nothing has changed.',
  refused: 'The log-in could not be confirmed. This happens when it took too long or was started in another tab.',
  unreachable: 'The log-in service does not answer right now. Please try again in a moment.',
  'no-code': 'This page completes a log-in, but no log-in was in progress.',
  'no-storage':
    'Your browser does not let this site store data, so you cannot log in. Allow cookies and site data for this site, or free some space, and try again.',
  unsupported: 'Your browser cannot log in at this address. Open the site with https, or in a newer browser.',
  problemTitle: 'You are not logged in',
  tryAgain: 'Try again',
  home: 'Home',
  registrationBlocked: 'Your browser has blocked the new tab for registration: <link>open it here</link>.',
  registrationOpened: 'Registration has opened in a new tab. If you do not see it, <link>open it here</link>.',
  // The time is counted down on the screen, and not read aloud.
  waiting:
    'Many people on your network are logging in right now. Your address will be looked up again soon<time>, in {seconds, plural, one {# second} other {# seconds}}</time>. You do not have to do anything.',
  skipWaiting: 'Log In Without Waiting',
  signingIn: 'Logging in',
  otherAccount: 'This is another account',
  continueAs: 'Continue as {email}',
  useOther: 'Log in with another account',
  otherAccountText: 'You are logged in as {email} in this browser. That is not the address you typed.',
}).translated({ de });
