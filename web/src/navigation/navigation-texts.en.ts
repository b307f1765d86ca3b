import { messages } from '@academy/contract/i18n/messages';

/** Screens that do not load. */
export const en = messages({
  reload: 'Reload',
  notLoaded: 'This page could not be loaded. What you typed is still here.',
});
