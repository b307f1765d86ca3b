import { currentLanguage, type Language, ORIGINAL } from '@academy/contract/i18n/languages';
import { type SQL, sql } from 'drizzle-orm';
import { contentItem, lesson } from '../db/tables.ts';

type Translated = typeof contentItem | typeof lesson;

/** The title, data and main text's language of an item or lesson; what is not translated is the original's. */
export interface InLanguage<Data> {
  title: string;
  data: Data;
  /** Language of the main text. */
  language: Language;
}

/**
 * Columns of an item or lesson in the language of the present reader. They are made for each query: a constant of a
 * module would keep the language of the first reader.
 */
export function textColumns(table: Translated): Record<keyof InLanguage<unknown>, SQL | SQL.Aliased> {
  const language = currentLanguage();
  if (language === ORIGINAL)
    return { title: sql`${table.title}`, data: sql`${table.data}`, language: sql`${ORIGINAL}::text` };
  const part = (name: string) => sql`${table.translations} #> array[${language}::text, ${name}]`;
  return {
    title: sql`coalesce(${part('title')} #>> '{}', ${table.title})`,
    data: sql`coalesce(${part('data')}, ${table.data})`,
    language: sql`coalesce(${part('language')} #>> '{}', ${ORIGINAL})`,
  };
}

/** The body of an item in the reader's language. */
export function itemBody(): SQL {
  const language = currentLanguage();
  return language === ORIGINAL
    ? sql`${contentItem.body}`
    : sql`coalesce(${contentItem.translatedBodies} -> ${language}::text, ${contentItem.body})`;
}

/** A part of a lesson for entitled viewers in the reader's language. */
export function lessonPart(part: 'body' | 'knowledgeCheck'): SQL {
  const language = currentLanguage();
  return language === ORIGINAL
    ? sql`${lesson[part]}`
    : sql`coalesce(nullif(${lesson.translatedBodies} #> array[${language}::text, ${part}::text], 'null'), ${lesson[part]})`;
}
