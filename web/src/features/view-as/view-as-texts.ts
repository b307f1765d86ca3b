import { texts } from '@academy/contract/i18n/texts';
import { de } from './view-as-texts.de.ts';

/** Viewing an academy as somebody else. */
export const viewAsTexts = texts({
  viewAs: 'View as somebody else',
  impersonating: 'You are viewing as <strong>{name}</strong>.',
  readOnly: 'Read-only until {time}.',
  end: 'End',
}).translated({ de });
