import { texts } from '@academy/contract/i18n/texts';
import { de } from './course-news-texts.de.ts';

/** What came or changed in a course since the learner finished it. */
export const courseNewsTexts = texts({
  title: 'New since you finished',
  stays:
    'The course stays completed. When you have opened these lessons and completed the new ones, your certificate names the new edition.',
  isNew: 'New',
  isChanged: 'Changed',
}).translated({ de });
