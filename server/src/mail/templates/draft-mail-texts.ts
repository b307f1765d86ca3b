import { texts } from '@academy/contract/i18n/texts';
import { de } from './draft-mail-texts.de.ts';

/** The mail about a draft that could not be published as planned. */
export const draftMailTexts = texts({
  subject: 'Draft {name} was not published ({academy})',
  heading: 'Draft not published',
  planned: 'The draft {name} was to be published on {moment} ({timeZone}). It was not published.',
  reason: 'The reason: {problem}',
  next: 'Push it again and plan a new time, or publish it with “./academy apply”.',
  openDrafts: 'Open drafts',
  why: 'You get this e-mail because you planned the time.',
}).translated({ de });
