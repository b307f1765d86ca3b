import { texts } from '@academy/contract/i18n/texts';
import { de } from './confirmation-texts.de.ts';

/** Confirming an address and choosing a new password: the pages behind mailed links, and those that wait for a code. */
export const confirmationTexts = texts({
  passwordHint: 'At least {min} characters. A few words in a row make a good password.',
  code: 'Code from the e-mail',
  inboxTitle: 'Check your inbox',
  inboxLead:
    'We sent an e-mail to <strong>{email}</strong>. Enter the six digits from it, or open its link on any device.',
  confirm: 'Confirm address',
  opened: 'I opened the link',
  sendNew: 'Send a new e-mail',
  noMailOther: 'No e-mail? Check your spam folder, or <link>use another address</link>',
  noMailAgain: 'No e-mail? Check your spam folder, or <link>try again</link>',
  mailbox: 'This academy runs on your machine. Its e-mails are in the <link>local mailbox</link>.',
  choosePassword: 'Choose a new password',
  forgotLead:
    'Enter the address that you log in with. We send you a link for choosing a password, also if you never had one.',
  email: 'E-mail address',
  sendLink: 'Send link',
  remembered: 'Remembered your password? <link>Log in</link>',
  forgotSent: 'If <strong>{email}</strong> has an account, an e-mail is on its way. Open its link within 30 minutes.',
  backToLogIn: 'Back to log-in',
  password: 'Password',
  chosenPassword: 'The password that you chose when you created the account.',
  confirmTitle: 'Confirm your address',
  confirmElsewhere:
    'You created an account for {academy} in another browser. Enter your password to show that it was you.',
  confirmHere: 'Confirm your address to finish your account for {academy}.',
  confirmButton: 'Confirm my address',
  newPassword: 'New password',
  newPasswordLead: 'For <strong>{email}</strong>. A new password logs you out on every device.',
  setPassword: 'Save password',
  undoTitle: 'Restore your old address?',
  undoLead:
    'The log-in address of your account was changed. If this was not you, undo the change. This also removes everything that was added to your account since: passkeys, authenticator app, recovery codes, access tokens and further addresses. Every device is logged out, and you choose a new password.',
  undoButton: 'Restore {email}',
  confirmedTitle: 'Your address is confirmed',
  confirmed: 'Your account is ready. Continue in the browser where you created it, or log in here.',
  changedTitle: 'Your password is changed',
  changed: 'Log in with it. Devices that were logged in before are logged out.',
  firstPasswordTitle: 'Your password is set',
  firstPassword: 'You can log in now.',
  undoneTitle: 'Your old address is restored',
  undone:
    'Everything that was added to your account since the change is removed: passkeys, authenticator app, recovery codes, access tokens and further addresses. Every device is logged out, and the old password no longer works. Choose a new one now.',
  errorTitle: 'Error: {title}',
  tooMany: 'Too many attempts. Create the account again to get a new e-mail.',
  passwordWrong: 'This is not the password that you chose. Try again.',
  gone: 'This link is no longer valid. Ask for a new one on the log-in page.',
  busy: 'Many people are logging in right now. Please try again in a moment.',
}).translated({ de });
