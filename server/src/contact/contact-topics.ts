import { currentLanguage, LANGUAGES, type Language } from '@academy/contract/i18n/languages';
import { tenantInLanguage } from '@academy/contract/rules/tenant-in-language';
import type { Tenant } from '@academy/contract/tenants';

/** Position of a topic among those of an academy, written in any language; -1 for other texts. */
export function topicNumber(original: Tenant, text: string): number {
  const places = (Object.keys(LANGUAGES) as Language[]).map((language) =>
    tenantInLanguage(original, language).contactTopics.indexOf(text),
  );
  return places.find((place) => place >= 0) ?? -1;
}

/** A topic in the words of a language. */
export const topicIn = (original: Tenant, language: Language, topic: number): string =>
  tenantInLanguage(original, language).contactTopics[topic] ?? '';

/** A subject in another language, where it is a topic of the academy; others stay. Left out: the reader's language. */
export function subjectIn(original: Tenant, text: string, language: Language = currentLanguage()): string {
  const topic = topicNumber(original, text);
  return topic < 0 ? text : topicIn(original, language, topic);
}
