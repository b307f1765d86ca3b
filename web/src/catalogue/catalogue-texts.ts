import { texts } from '@academy/contract/i18n/texts';
import { de } from './catalogue-texts.de.ts';

/** Sizes, levels, kinds and locks of courses, lessons and guides, and the button to feedback about them. */
export const catalogueTexts = texts({
  lessons: '{count, plural, one {# lesson} other {# lessons}}',
  lessonsDone: '{done} of {count, plural, one {# lesson} other {# lessons}}',
  reach:
    '{free} of {count, plural, one {# lesson} other {# lessons}} {free, plural, one {is} other {are}} free, {pro, plural, one {# needs} other {# need}} Pro',
  needPro: '{count, plural, one {# needs} other {# need}} Pro',
  allNeedPro: 'All lessons need Pro',
  becomeMember: 'Ask about Pro membership',
  beginner: 'Beginner',
  intermediate: 'Intermediate',
  advanced: 'Advanced',
  article: 'Article',
  lab: 'Lab',
  video: 'Video',

  logIn: 'Log in',
  logInTitle: 'Log in to continue',
  logInText: 'This part is free with an account, and your progress is saved.',
  freeAccount: 'Free account',
  giveFeedback: 'Give Feedback',
}).translated({ de });
