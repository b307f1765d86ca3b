import { splitLanguage, withLanguage } from '@academy/contract/i18n/address';
import { currentLanguage, type Language, ORIGINAL } from '@academy/contract/i18n/languages';
import { savedLanguage, saveLanguage } from '../../api/account.ts';
import { storeLanguage } from '../../lib/chosen-language.ts';
import { storedOrigin } from '../../sign-in/own-address.ts';

/** The language of the page that the sign-in was started from; the provider returns to one address in all languages. */
export function languageOfOrigin(): Language {
  const origin = storedOrigin();
  return origin === null ? currentLanguage() : splitLanguage(new URL(origin, location.origin).pathname).language;
}

/**
 * An address in the language that the person chose, perhaps on another device. Who has chosen none, and signs in on a page
 * that is not in the original language, has chosen that one.
 * @param address path, query and hash
 */
export async function inLanguageOfPerson(address: string): Promise<string> {
  const { pathname, search, hash } = new URL(address, location.origin);
  const { language, path } = splitLanguage(pathname);
  const saved = await savedLanguage();
  if (saved === null) {
    if (language !== ORIGINAL) await saveLanguage(language);
    return address;
  }
  storeLanguage(saved);
  return withLanguage(path, saved) + search + hash;
}
