import { texts } from '@academy/contract/i18n/texts';
import { de } from './sign-in-page-texts.de.ts';

/** Logging in, registering, logging out, and the notices of these pages. */
export const signInPageTexts = texts({
  accountEnded: 'This account has ended, because your company says that you have left. Ask there if that is wrong.',
  logIn: 'Log in',
  logInTo: 'Log in to {academy}',
  confirmTitle: 'Confirm that it is you',
  confirmLead: 'Log in again before you change how you log in.',
  oneAccount: 'One account works in {academies} Academy.',
  email: 'E-mail address',
  password: 'Password',
  firstName: 'First name',
  lastName: 'Last name',
  forgot: 'Forgot your password?',
  noPassword: 'Invited, and no password yet? <link>Choose one</link>',
  newHere: 'New here? <link>Create your free account</link>',
  createPage: 'Create your account',
  createTitle: 'Create your free account',
  createLead: 'Keep your progress in {academy}.',
  createAccount: 'Create account',
  haveAccount: 'Already have an account? <link>Log in</link>',
  present: 'You are logged in as <strong>{name}</strong> ({email}) in this browser.',
  presentLogIn: 'To log in as another person, fill in the form. This logs out the current account.',
  presentCreate: 'Creating another account logs out this one.',
  continueAs: 'Continue as {name}',
  terms: 'By creating an account you agree to the <link>{title}</link>.',
  privacy: 'How we use your data: <link>{title}</link>.',
  logOut: 'Log out',
  logOutTitle: 'Log out?',
  logOutLead: 'This ends your session in {academies} Academy on this device. Your progress is kept.',
  stay: 'Stay logged in',
  loggedOut: 'Logged out',
  loggedOutTitle: 'You are logged out',
  loggedOutLead: 'Your progress is kept. See you soon.',
  mistakes: '{count, plural, one {One thing needs a change} other {# things need a change}}',

  wrong:
    'The e-mail address or the password is wrong. If you were invited and have no password yet, choose one with the link below.',
  busy: 'Many people are logging in right now. Please try again in a moment.',
  emailMissing: 'Enter your e-mail address.',
  emailWrong: 'This is not an e-mail address. It looks like name@example.org.',
  passwordMissing: 'Enter your password.',
  firstNameMissing: 'Enter your first name.',
  lastNameMissing: 'Enter your last name.',
  nameLong: 'Use at most {max} characters.',
  nameCharacters: 'Use letters, spaces and hyphens.',
  tooManyAttempts:
    'Too many attempts. Please try again in {minutes, plural, one {1 minute} other {# minutes}}, or choose a new password.',
  tooManyAccounts:
    'Too many new accounts from your network. Please try again in {minutes, plural, one {1 minute} other {# minutes}}.',
  tooManyResets:
    'Too many new passwords were requested from your network. Please try again in {minutes, plural, one {1 minute} other {# minutes}}.',
  tooManyMails:
    'Several e-mails were sent to this address. Look for the newest one, or try again in {minutes, plural, one {1 minute} other {# minutes}}.',
  codeWrong: 'This code is wrong or no longer valid. Enter it again, or send a new e-mail.',
  mailSent: 'A new e-mail is on its way. Use the newest one.',

  linkExpiredTitle: 'This link is no longer valid',
  linkExpired:
    'It was used already, a newer e-mail replaced it, or it is too old. Log in to get a new one. For a first or a new password, choose “Forgot your password?” there.',
  expiredTitle: 'This log-in page has expired',
  expired:
    'It was used already, or it was open for too long. Nothing is lost: go back to the academy and log in again.',
  refusedTitle: 'This log-in request is not valid',
  refused:
    'The address that led here is incomplete or was changed on the way. Go back to the academy and log in again.',
  crossSiteTitle: 'This form was sent from another site',
  crossSite: 'To keep your account safe, it was not accepted. Go back to the academy and log in there.',
  notFoundTitle: 'Page not found',
  notFound: 'There is no log-in page at this address. Go back to the academy.',
  diskFullTitle: 'Nothing can be saved right now',
  diskFull:
    'The academy has no disk space left. You can still read, but not log in, and no changes are saved. Please try again later.',
  failedTitle: 'Something went wrong',
  failed: 'You cannot log in right now. Please try again in a moment.',
  reference: 'If it happens again, send us this reference: <code>{reference}</code>',
}).translated({ de });
