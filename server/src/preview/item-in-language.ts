import type { BuiltCourse, BuiltItem, BuiltLesson } from '@academy/content/built-item';
import { currentLanguage, type Language, ORIGINAL } from '@academy/contract/i18n/languages';

/** With the language of its main text. */
export type InLanguage<T> = T & { language: Language };

/** A built item with its texts in the reader's language; what is not translated is the original's. */
export function itemInLanguage<T extends BuiltItem>(item: T): InLanguage<T> {
  const translation = item.translations?.[currentLanguage()];
  if (translation === undefined) return { ...item, language: ORIGINAL };
  const { title, data, body, language } = translation;
  return { ...item, title, data, language, ...('body' in item ? { body } : {}) } as unknown as InLanguage<T>;
}

/** The lessons of a course in the reader's language. */
export function lessonsInLanguage({ lessons, translations }: BuiltCourse): InLanguage<BuiltLesson>[] {
  const translated = translations?.[currentLanguage()]?.lessons ?? {};
  return lessons.map((lesson) => ({ ...lesson, language: ORIGINAL, ...translated[lesson.lessonId] }));
}
