import { currentLocale, type Language } from '@academy/contract/i18n/languages';
import { langOf } from '../../lib/lang-of.ts';
import { languageTexts } from './language-texts.ts';
import css from './original-note.module.css';

/** Says that a text is shown in its original language, because it is not translated. */
export function OriginalNote({ language }: { language: Language }) {
  if (langOf(language) === undefined) return null;
  const name = new Intl.DisplayNames(currentLocale(), { type: 'language' }).of(language) ?? language;
  return <p className={css.note}>{languageTexts.originalOnly({ language: name })}</p>;
}
