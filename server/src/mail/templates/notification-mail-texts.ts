import { texts } from '@academy/contract/i18n/texts';
import { de } from './notification-mail-texts.de.ts';

/** Mails that learners turned on. */
export const notificationMailTexts = texts({
  unsubscribe:
    'Unsubscribe from {what, select, lessons {e-mails about new lessons} membership {e-mails about the end of your membership} soon {e-mails before due dates} overdue {e-mails after due dates} other {the weekly digest}}',
  choose: 'Choose your notifications',
  newInCourse: 'New in {course} ({academy})',
  newInCourses: 'New in {count} of your courses at {academy}',
  newHeading: '{count, plural, one {New in one of your courses} other {New in your courses}}',
  newLessons: 'These lessons were added since our last e-mail:',
  more: 'and {count, number} more',
  whyNewLessons: 'You follow your favorite courses and those in which you learned during the last {days} days.',
  membershipSubject: 'Your Pro membership ends on {day} ({academy})',
  membershipHeading: 'Your Pro membership ends soon',
  membershipDay: 'It ends on {day} (UTC), in all academies. Until then everything is open to you as before.',
  membershipAfter: 'After that Pro content is locked. Your progress and your certificates stay as they are.',
  contact: 'Write to the academy',
  membershipOnce: 'We send this e-mail once. If the membership is extended, we write again before its new end.',
  weekSubject: 'Your week at {academy}',
  weekHeading: 'Your week',
  weekDone: 'This is what you did since the last digest, and where to continue.',
  weekNew: 'This is new in the academy since the last digest.',
  dueSubject:
    '{late, plural, =0 {{soon, plural, one {# thing is due soon} other {# things are due soon}}} one {# thing is overdue} other {# things are overdue}} ({academy})',
  dueHeading: 'Your due dates',
  dueText: 'This was assigned to you and is not completed yet.',
  lateItems: 'Overdue',
  soonItems: 'Due soon',
  dueItem: '{title}, due on {day}',
  whyDue: 'You get this e-mail at most once a day, and only when something has changed.',
  completed: 'What you completed',
  courseCompleted:
    '{title}: {lessons, plural, one {# lesson} other {# lessons}}, {done, number} of {all, number} in total',
  next: 'What is next',
  newCourses: 'New courses',
  whyWeek: 'The digest comes once a week. In weeks without news there is none.',
}).translated({ de });
