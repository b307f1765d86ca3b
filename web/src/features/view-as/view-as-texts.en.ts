import { messages } from '@academy/contract/i18n/messages';

/** Viewing an academy as somebody else. */
export const en = messages({
  viewAs: 'View as somebody else',
  impersonating: 'You are viewing as <strong>{name}</strong>.',
  readOnly: 'Read-only until {time}.',
  end: 'End',
});
