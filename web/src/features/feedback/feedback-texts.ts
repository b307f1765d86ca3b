import { texts } from '@academy/contract/i18n/texts';
import { de } from './feedback-texts.de.ts';

/** "Give Feedback" and the questions after it. */
export const feedbackTexts = texts({
  giveFeedback: 'Give Feedback',
  cancel: 'Cancel',
  oneMoment: 'One moment',
  send: 'Send feedback',
  notSent: 'Your feedback was not sent. Your text is kept. {failure}',
  comments: 'Comments',
  isBroken: 'Something is broken here',
  mayContact: 'You may contact me about this',
  starsOf: '{rating} of {maximum}',
  removeRating: 'Remove rating',
  ratingRemoved: 'Rating removed',
  moreQuestions: 'A few more questions',
  sendAnswers: 'Send answers',
  answersNotSent: 'Your answers were not sent. Everything you entered is kept. {failure}',
  other: 'Other',
  moreComments: 'More comments',
  whatElse: 'What else?',
  surveyBegun: 'You have started to answer our questions.',
  continueSurvey: 'Continue answering',
  thankYou: 'Thank you!',
  noThanks: 'No Thanks',
  sure: 'Sure!',
  arrived: 'Your feedback has arrived. It helps to make the academy better for everybody who learns here.',
  askMore: 'Do you have a minute for a few more questions?',
  backToLearning: 'Back to Learning',
  answersArrived: 'Your answers have arrived. They help us to decide what to write next.',
  questionOfLesson:
    'What helps in this lesson, what is missing, what is wrong? The people who write it read every word.',
  questionOfCourse:
    'What helps in this course, what is missing, what is wrong? The people who write it read every word.',
  questionOfAcademy:
    'What helps you here, what is missing, what is wrong? The people behind the academy read every word.',
  rateLesson: 'How do you rate this lesson?',
  rateCourse: 'How do you rate this course?',
  rateAcademy: 'How do you rate the academy?',
  stars: '{count, plural, one {# star} other {# stars}}',
}).translated({ de });
