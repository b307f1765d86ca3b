import { texts } from '@academy/contract/i18n/texts';
import { de } from './message-mail-texts.de.ts';

/** Mails to an academy with feedback, and with messages of the contact form. */
export const messageMailTexts = texts({
  feedbackSubject:
    '{kind, select, bug {Problem reported} rated {Feedback: {rating} of 5 stars} other {Feedback}} on {about, select, course {the course "{course}"} lesson {"{lesson}" of "{course}"} other {{academy}}}',
  feedbackHeading: '{kind, select, bug {Problem reported} rated {Feedback: {rating} of 5 stars} other {Feedback}}',
  feedbackAbout:
    'There is new feedback about {about, select, course {the course "{course}"} lesson {"{lesson}" of "{course}"} other {{academy}}}.',
  rating: 'Rating: {rating} of 5 stars.',
  fromVisitor: 'The writer was not logged in.',
  fromLearner: 'The writer does not want to be contacted.',
  fromWriter: 'The feedback comes from {writer}. Replies to this e-mail go there.',
  openPage: 'Open page',
  feedbackAddress: 'This e-mail goes to the feedback address of {academy}.',
  contactSubject: '{subject} ({academy})',
  contactFrom: '{writer} sent a message with the contact form.',
  writerLoggedIn: 'The writer was logged in. Replies to this e-mail go to the address above.',
  writerLoggedOut:
    'The writer was not logged in, so the address above may not be theirs. Replies to this e-mail go there.',
  contactAddress: 'This e-mail goes to the contact address of {academy}.',
}).translated({ de });
