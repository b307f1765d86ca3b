import { texts } from '@academy/contract/i18n/texts';
import { de } from './attempt-help-texts.de.ts';

/** What those who teach do for a learner's attempt at a knowledge check. */
export const attemptHelpTexts = texts({
  grant: 'Grant another attempt',
  grantAt: 'Grant another attempt: {title}',
  grantTitle: 'Grant {name} another attempt?',
  grantText: '{name} can take “{title}” one more time.',
  granted: '{name} can take “{title}” again.',
  grantedSince: 'Another attempt granted {moment}, not begun yet',
  moreTime: 'Give more time',
  moreTimeAt: 'Give more time: {title}',
  hasMore: '{count, plural, one {One more minute} other {# more minutes}}',
  moreTimeTitle: 'More time for {name}',
  moreTimeText: 'It counts for this attempt at “{title}” while it is open, and for later ones.',
  minutes: 'Minutes besides the limit',
  minutesAllowed: 'Write whole minutes, 0 to {max}.',
  save: 'Save',
  timeGiven: '{name} has {count, plural, one {one more minute} other {# more minutes}} for “{title}”.',
}).translated({ de });
