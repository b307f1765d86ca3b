import css from './new-tab.module.css';
import { uiTexts } from './ui-texts.ts';

/** Follows the text of a link that opens in a new tab: an arrow for the eye, words for screen readers. */
export function NewTab() {
  return <span className={css.arrow} role="img" aria-label={uiTexts.newTab} />;
}

/** The attributes of such a link. */
export const NEW_TAB = { target: '_blank', rel: 'noopener noreferrer' } as const;
