import type { Language } from '@academy/contract/i18n/languages';
import { type SQL, sql } from 'drizzle-orm';

/** PostgreSQL's text search of each language: its configuration, and its dictionary of word stems. */
export const TEXT_SEARCH: Readonly<Record<Language, { configuration: string; stems: string }>> = {
  en: { configuration: 'english', stems: 'english_stem' },
  de: { configuration: 'german', stems: 'german_stem' },
};

/** The configuration of a row, by its column `language`. */
export const CONFIGURATION_OF_ROW: SQL = sql`(case language ${sql.join(
  Object.entries(TEXT_SEARCH).map(([language, { configuration }]) =>
    sql.raw(`when '${language}' then '${configuration}'`),
  ),
  sql` `,
)} end)::regconfig`;
