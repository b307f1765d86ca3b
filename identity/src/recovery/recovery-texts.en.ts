import { messages } from '@academy/contract/i18n/messages';

export const en = messages({
  authenticatorApp: 'Authenticator app',
  recoveryCodesName: 'Recovery codes',
  keepTitle: 'What do you want to keep?',
  keepLead:
    'Your password is changed, and every device is logged out. These can also open your account or act for it. What is not ticked is removed.',
  recent: 'Added in the last two weeks',
  recentHint: 'Tick only what you added yourself.',
  older: 'Older',
  olderHint: 'Untick what you do not know.',
  keep: 'Keep what is ticked, remove the rest',
  stays: 'This stays in any case: {names}. To remove it, log in with it first.',
  passkey: 'Passkey, logs in without a password',
  passkeyOn: 'Passkey, logs in without a password. Added on {day}',
  app: 'Second step of your log-in',
  appOn: 'Second step of your log-in. Added on {day}',
  recoveryCodes: 'Stand in for the second step',
  recoveryCodesOn: 'Stand in for the second step. Added on {day}',
  token: 'Access token, lets a program act for you',
  tokenOn: 'Access token, lets a program act for you. Added on {day}',
  address: 'Personal or work e-mail address',
  addressOn: 'Personal or work e-mail address. Added on {day}',
  passwordTitle: 'Choose a new password first',
  passwordLead:
    'A change of your address was taken back. Somebody else may know your password, so nothing about your log-in can be changed until you choose a new one by mail. We send the link to <strong>{email}</strong>.',
  sendLink: 'Send the link',
  sent: 'Check your inbox: the link for a new password is on its way.',
  tooManyMails:
    'Several mails were sent to this address. Please try again in {minutes, plural, one {a minute} other {# minutes}}.',
});
