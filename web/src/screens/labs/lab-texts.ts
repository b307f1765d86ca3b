import { texts } from '@academy/contract/i18n/texts';
import { de } from './lab-texts.de.ts';

/** The pages of a lab, for reading. */
export const labTexts = texts({
  lab: 'Lab',
  description: 'The steps of the lab {title}.',
  pageTitle: '{title} - Lab',
  backToGuide: 'Back to the guide',
  backToLesson: 'Back to the lesson',
  logInToStart: 'Log in to start the lab',
  loggedOut: 'You are no longer logged in. Log in to continue the lab.',
  pageOf: 'Page {value} of {count}',
  pages: 'Pages of the lab',
  previousOf: 'Previous: {title}',
  previous: 'Previous',
  continue: 'Continue',
  about: 'About this lab',
  proved:
    'Proved {date}: {skipped, plural, =0 {every step of this lab} one {every step of this lab but one} other {every step of this lab but #}} was run and worked.',
  showRecord: 'Show the record',
  outside: 'This lab opens outside the academy, at {host}.',
  open: 'Open the lab',
  inNewTab: 'in a new tab',
  notPublished: 'The pages of this lab are not published in this academy.',
}).translated({ de });
