import { texts } from '@academy/contract/i18n/texts';
import { de } from './ui-texts.de.ts';

/** What components of every page say of themselves. */
export const uiTexts = texts({
  removeFavorite: 'Remove {title} from favorites',
  addFavorite: 'Add {title} to favorites',
  close: 'Close',
  newTab: '(opens in a new tab)',
  copied: 'Copied',
  copy: 'Copy',
  closeMessage: 'Close message',
  messages: 'Messages',
}).translated({ de });
