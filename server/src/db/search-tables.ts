import type { Language } from '@academy/contract/i18n/languages';
import { sql } from 'drizzle-orm';
import { bigint, boolean, customType, index, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/**
 * The search index of an address. The entries of an item are replaced by each publish and deleted with the item; the
 * item's own row says whether it is a draft.
 */
export const searchEntry = pgTable(
  'search_entry',
  {
    entryId: bigint('entry_id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    tenantId: text('tenant_id').notNull(),
    /** The item that was published with it. */
    itemKind: text('item_kind').notNull(),
    itemId: text('item_id').notNull(),
    /** Kind of the hit: the item itself or a lesson of it. */
    kind: text('kind').notNull(),
    id: text('id').notNull(),
    /** Language of its words: a translated page has an entry for each language. */
    language: text('language').$type<Language>().notNull().default('en'),
    path: text('path').notNull(),
    title: text('title').notNull(),
    headings: text('headings').notNull(),
    /** Description and summary, for everybody. */
    summary: text('summary').notNull().default(''),
    text: text('text').notNull(),
    /** Entitlements needed to see headings and text. */
    entitlements: text('entitlements').array().notNull(),
    listed: boolean('listed').notNull(),
    /** How `head`, `document` and `words` were made; 0 by an edition that kept stems alone. */
    wordsEdition: smallint('words_edition').notNull().default(0),
    /** All words as they are spelled, in their order: title and summary, an empty line, headings and text. */
    words: text('words').notNull().default(''),
    /** Words of title (A), headings (B) and summary (C): small, so that every hit can be ranked. */
    head: tsvector('head').notNull().default(''),
    /** The same words and those of the text (D). */
    document: tsvector('document').notNull().default(''),
  },
  (t) => [
    index('search_entry_item').on(t.tenantId, t.itemKind, t.itemId),
    index('search_entry_head').using('gin', t.head),
    index('search_entry_document').using('gin', t.document),
    index('search_entry_words_edition').on(t.wordsEdition, t.entryId),
  ],
);

/**
 * Every word of the search index, for the correction of misspelt words. A word does not reveal where it occurs, and is
 * suggested only to people who find something by it.
 */
export const searchWord = pgTable(
  'search_word',
  {
    tenantId: text('tenant_id').notNull(),
    word: text('word').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.word] }),
    // Words in the index's pending list are compared one by one with each spelling; new words are few, so the list is
    // off.
    index('search_word_spellings').using('gin', sql`search_spellings(${t.word})`).with({ fastupdate: false }),
  ],
);
