import { messages } from '@academy/contract/i18n/messages';

/** What components of every page say of themselves. */
export const en = messages({
  removeFavorite: 'Remove {title} from favorites',
  addFavorite: 'Add {title} to favorites',
  close: 'Close',
  newTab: '(opens in a new tab)',
  copied: 'Copied',
  copy: 'Copy',
  closeMessage: 'Close message',
  messages: 'Messages',
});
