import { texts } from '@academy/contract/i18n/texts';
import { de } from './alert-texts.de.ts';

/** Alerts, for administrators. */
export const alertTexts = texts({
  chooseAcademy: 'Choose at least one academy.',
  messageRequired: 'The message field is required.',
  messageTooLong: 'The message must have at most 2,000 characters.',
  endBeforeStart: 'The end must be later than the start.',
  noSuchTime: 'This time does not exist. When summer time begins, clocks skip an hour.',
  shownTo: 'Shown to',
  linkAddress: 'Address of the link',
  message: 'Message',
  level: 'Level',
  from: 'From',
  to: 'To',
  info: 'Information',
  warning: 'Warning',
  success: 'Good news',
  everybody: 'Everybody',
  signedIn: 'People who are logged in',
  pro: 'Pro members',
  academies: 'Academies',
  linkText: 'Text of the link',
  planned: 'Scheduled',
  shown: 'Current',
  over: 'Past',
}).translated({ de });
