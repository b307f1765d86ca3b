import { texts } from '@academy/contract/i18n/texts';
import { de } from './impersonation-texts.de.ts';

/** The end of viewing an academy as somebody else. */
export const impersonationTexts = texts({
  ended: 'You are no longer viewing as {name}.',
  over: 'The view as {name} has ended.',
  noStorage: 'Your browser does not store data for this tab. Allow this site to store data, and try again.',
}).translated({ de });
