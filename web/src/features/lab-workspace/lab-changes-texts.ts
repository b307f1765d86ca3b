import { texts } from '@academy/contract/i18n/texts';
import { de } from './lab-changes-texts.de.ts';

/** What a learner changed in a lab. */
export const labChangesTexts = texts({
  title: 'What you changed',
  nothing: 'Nothing differs from the start of the lab.',
  count:
    '{count, plural, one {One file differs} other {# files differ}} from the start of the lab. Open one to see what.',
  isCut: 'More files have changed than a lab can keep: those that are not listed are gone when it ends.',
  notAllKept: 'Some are too large to be kept.',
  notKept: 'Not kept: {kilobytes} kB',
  added: 'New',
  changed: 'Changed',
  deleted: 'Deleted',
  folder: 'This is a folder.',
  link: 'This is a link.',
  loading: 'Loading',
  missing: 'The text from the start of the lab is not here.',
  binary: 'This file is not a text.',
  large: 'This file is too large to be shown.',
  sameText: 'Its text is the same. It was written again, or may now be run.',
}).translated({ de });
