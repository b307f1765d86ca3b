import { texts } from '@academy/contract/i18n/texts';
import { de } from './recovery-texts.de.ts';

/** What an owner is asked after an account was recovered by mail. */
export const recoveryTexts = texts({
  authenticatorApp: 'Authenticator app',
  recoveryCodesName: 'Recovery codes',
  keepTitle: 'Choose what to keep',
  keepLead:
    'Your password is changed, and every device is logged out. The items below also give access to your account. Items that you do not select are removed.',
  recent: 'Added in the last two weeks',
  recentHint: 'Select only items that you added yourself.',
  older: 'Older',
  olderHint: 'Clear items that you do not recognize.',
  keep: 'Keep selected, remove the rest',
  stays: 'These items stay: {names}. To remove one of them, log in with it first.',
  passkey: 'Passkey, logs in without a password',
  passkeyOn: 'Passkey, logs in without a password. Added on {day}',
  app: 'Second step of your log-in',
  appOn: 'Second step of your log-in. Added on {day}',
  recoveryCodes: 'Replace the second step',
  recoveryCodesOn: 'Replace the second step. Added on {day}',
  token: 'Personal access token, lets a program act for you',
  tokenOn: 'Personal access token, lets a program act for you. Added on {day}',
  address: 'Personal or work e-mail address',
  addressOn: 'Personal or work e-mail address. Added on {day}',
  passwordTitle: 'Choose a new password first',
  passwordLead:
    'A change of your address was undone. Somebody else may know your password. To change how you log in, first choose a new password with a link from us. We send it to <strong>{email}</strong>.',
  sendLink: 'Send link',
  sent: 'Link sent. Check your inbox and choose a new password.',
  tooManyMails:
    'Several e-mails were sent to this address. Please try again in {minutes, plural, one {1 minute} other {# minutes}}.',
}).translated({ de });
