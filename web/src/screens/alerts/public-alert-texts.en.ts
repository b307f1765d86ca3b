import { messages } from '@academy/contract/i18n/messages';

/** The page of current alerts. */
export const en = messages({
  description: 'What is new at the {name} Academy, and what to watch out for.',
  alerts: 'Alerts',
  title: 'What is new, and what to watch out for',
  emptyTitle: 'No alerts right now',
  emptyText: 'When something is about to change, or needs your attention, you will find it here.',
  browseCourses: 'Browse courses',
});
