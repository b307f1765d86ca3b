import { LANGUAGE_STORAGE_KEY } from '@academy/contract/constants';
import { isLanguage, type Language } from '@academy/contract/i18n/languages';
import { device } from './storage.ts';

/** The language that the viewer chose on this device; null while they have not chosen. */
export function chosenLanguage(): Language | null {
  const stored = device.get(LANGUAGE_STORAGE_KEY) ?? '';
  return isLanguage(stored) ? stored : null;
}

export function storeLanguage(language: Language): void {
  device.set(LANGUAGE_STORAGE_KEY, language);
}

/**
 * The language that the viewer would choose: the chosen one, else the first one of the browser's that the product has.
 * @param accepted such as `navigator.languages`, the preferred one first
 */
export function preferredLanguage(accepted: readonly string[]): Language | null {
  return chosenLanguage() ?? accepted.map((tag) => tag.split('-', 1)[0] ?? '').find(isLanguage) ?? null;
}
