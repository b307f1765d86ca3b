import { messages } from '@academy/contract/i18n/messages';

export const en = messages({
  feedbackSubject:
    '{kind, select, bug {A problem was reported} rated {Feedback: {rating} of 5 stars} other {Feedback}} on {about, select, course {the course "{course}"} lesson {"{lesson}" of "{course}"} other {{academy}}}',
  feedbackHeading:
    '{kind, select, bug {A problem was reported} rated {Feedback: {rating} of 5 stars} other {Feedback}}',
  feedbackAbout:
    'Somebody says something about {about, select, course {the course "{course}"} lesson {"{lesson}" of "{course}"} other {{academy}}}.',
  rating: 'Rating: {rating} of 5 stars.',
  fromVisitor: 'It comes from a visitor.',
  fromLearner: 'It comes from a learner who does not want to be asked back.',
  fromWriter: 'It comes from {writer}, who may be asked back: an answer to this mail goes there.',
  openPage: 'Open the page',
  feedbackAddress: 'This mail goes to the feedback address of {academy}.',
  contactSubject: '{subject} ({academy})',
  contactFrom: '{writer} wrote by the contact form.',
  writerLoggedIn: 'The writer was logged in. An answer to this mail goes to the address above.',
  writerLoggedOut:
    'The writer was not logged in: nobody has checked that the address above is the writer’s. An answer to this mail goes there.',
  contactAddress: 'This mail goes to the contact address of {academy}.',
});
