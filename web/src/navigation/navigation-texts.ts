import { texts } from '@academy/contract/i18n/texts';
import { de } from './navigation-texts.de.ts';

/** Screens that do not load. */
export const navigationTexts = texts({
  reload: 'Reload',
  notLoaded: 'This page could not be loaded. What you typed is still here.',
}).translated({ de });
