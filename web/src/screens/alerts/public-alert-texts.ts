import { texts } from '@academy/contract/i18n/texts';
import { de } from './public-alert-texts.de.ts';

/** The page of current alerts. */
export const publicAlertTexts = texts({
  description: 'What is new at the {name} Academy, and what to watch out for.',
  alerts: 'Alerts',
  title: 'What is new, and what to watch out for',
  emptyTitle: 'No alerts right now',
  emptyText: 'When something is about to change, or needs your attention, you will find it here.',
  browseCourses: 'Browse courses',
}).translated({ de });
