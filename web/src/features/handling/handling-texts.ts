import { texts } from '@academy/contract/i18n/texts';
import { de } from './handling-texts.de.ts';

/** How messages to an academy are handled. */
export const handlingTexts = texts({
  open: 'Open',
  answered: 'Answered',
  closed: 'Closed',
  state: 'State',
  anyState: 'Any state',
  changedBy: '{state}, by {name} on {moment}',
  yourAnswer: 'Answer',
  note: 'Note',
  noteHint: 'For admins only. Optional.',
  answer: 'Answer by e-mail',
  answerHint: 'Goes to {email}.',
  noAnswer: 'This writer cannot be answered by e-mail.',
  sendAnswer: 'Send answer',
  answerSent: 'Answer sent.',
  saveNote: 'Save note',
  noteSaved: 'Note saved.',
  close: 'Close',
  wasClosed: 'Closed.',
  reopen: 'Reopen',
  opened: 'Open again.',
}).translated({ de });
