import { texts } from '@academy/contract/i18n/texts';
import { de } from './directory-texts.de.ts';

/** Log-in with a company's own directory: on the way there, back from it, and when an admin tries one. */
export const directoryTexts = texts({
  title: 'Log in with {directory}',
  lead: '{email} logs in at {directory}.',
  leadRequired: 'You are on the way to the log-in of {directory}.',
  continue: 'Continue to {directory}',
  password: 'Log in with your password',
  another: 'Use another e-mail address',
  unreachable: 'The log-in of {directory} cannot be reached. Try again in a few minutes.',
  failed: 'The log-in at {directory} did not work. Try again, or ask the administrators of your company.',
  'no-address': '{directory} did not send your e-mail address. Ask the administrators of your company.',
  'unverified-address': '{directory} has not verified your e-mail address. Ask the administrators of your company.',
  'foreign-address':
    '{directory} sent an e-mail address that does not belong to its domains. Ask the administrators of your company.',
  'owned-elsewhere':
    'The account of your e-mail address does not belong to this log-in of {directory}. Ask the administrators of the academy.',
  'has-left': '{directory} says that you have left, so your account has ended. Ask there if that is wrong.',
  'not-fresh':
    '{directory} did not confirm that you logged in just now. Try again, or ask the administrators of your company.',
  notBegun: 'A log-in with {directory} begins at the academy: open the academy, and enter your e-mail address.',
  logOutTitle: 'Log out of {directory}',
  logOutLead: 'You are logged out of the academy. You are on the way to the log-out of {directory}.',
  logOutContinue: 'Log out of {directory}',
  logOutSkip: 'Stay logged in there',
  company: 'Log-in of your company',
  noCompany: 'Your account is not connected with a company.',
  connected: 'Your account is connected with {directory}: you log in there.',
  leaveLead:
    'When you disconnect it, you log in without {directory}, and lose what the company granted. The next log-in there connects it again.',
  leave: 'Disconnect {directory}',
  left: 'Your account is no longer connected with the company.',
  leaveRequired: '{directory} requires its people to log in there, so it cannot be disconnected.',
  leaveNoOther:
    '{directory} is the only way to log in to your account. Choose a password (“Forgot your password?” on the log-in page) or add a passkey first.',
  tryTitle: 'What {directory} sent',
  tryLead: 'Nothing was stored. You can close this tab.',
  claims: 'Claims',
  result: 'What a log-in would do',
  make: 'It would create an account for {name} ({email}).',
  join: 'It would connect the existing account of {email} with {directory}.',
  follow: 'It would log in to the account of {email}.',
  refused: 'It would be refused: {reason}',
  name: 'Name: {name}',
  noName: 'The claims of the mapping have no name.',
  pro: '{isPro, select, yes {Pro membership: yes} no {Pro membership: no} other {Pro membership: not set by this directory}}',
  groups: 'Groups: {groups}',
  tryFailed: 'The provider’s reply was refused: {reason}',
}).translated({ de });
