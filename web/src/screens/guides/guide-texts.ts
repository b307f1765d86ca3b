import { texts } from '@academy/contract/i18n/texts';
import { de } from './guide-texts.de.ts';

/** The list of guides, and a guide. */
export const guideTexts = texts({
  guides: 'Guides',
  guidesPage: 'Guides, page {page}',
  guide: 'Guide',
  article: 'Article',
  lab: 'Lab',
  video: 'Video',
  typeAndReading: '{type}, {minutes} min read',
  takes: '<hidden>Takes </hidden>{duration}',
  noText: 'The text of this guide is still being written. Please come back soon.',
  transcript: 'Transcript',
  labSteps: 'This lab opens on a page of its own.',
  openLab: 'Open the lab',
  noLab: 'This lab is not published in this academy yet.',

  progress: 'Your progress',
  isCompleted: 'You have completed this guide.',
  readToEnd: 'Read to the end?',
  readToEndVisitor: 'Read to the end? Log in, and the academy remembers it.',
  completed: 'Completed',
  markComplete: 'Mark complete',
  logIn: 'Log in, and the guide is marked complete.',
  moreOnTopic: 'More on this topic',
  moreGuides: 'More guides',
}).translated({ de });
