import { texts } from '@academy/contract/i18n/texts';
import { spoken } from '@academy/labs/lab-hosts/speaking';
import { de } from './message-texts.de.ts';

/** What a page is told when its lab cannot do something. */
export const messageTexts = texts({
  busy: 'The lab is busy. Please try again in a moment.',
  silent: 'The lab does not answer. If it stays like this, choose “Restart”.',
  cannotWrite: '{path} cannot be written.',
  cannotCreate: '{path} cannot be created.',
  cannotRemove: '{path} cannot be deleted.',
}).translated({ de }, spoken);
