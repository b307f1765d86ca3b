import * as v from 'valibot';
import { defineCall } from './call.ts';
import { LockedSchema, PagedQuery } from './entities.ts';

/** What can be found, in the order in which groups of equal rank stand. */
export const SEARCH_KINDS = ['course', 'path', 'lesson', 'guide', 'instructor', 'page'] as const;
export const SearchKindSchema = v.picklist(SEARCH_KINDS);
export type SearchKind = v.InferOutput<typeof SearchKindSchema>;

/** Longest text that is searched for, characters. */
export const MAX_SEARCH_LENGTH = 200;
/** Hits of each kind in a reply that is not narrowed to one kind, and of a page of one kind, when nobody says. */
export const USUAL_SEARCH_HITS = 5;
export const USUAL_SEARCH_PAGE = 20;
/** Most hits of each kind in a reply that is not narrowed to one kind: more of them are asked for kind by kind. */
export const MOST_SEARCH_HITS = 10;

/** A piece of plain text; `hit` marks what was searched for. */
export const TextPartSchema = v.object({ text: v.string(), hit: v.boolean() });
export type TextPart = v.InferOutput<typeof TextPartSchema>;

export const SearchHitSchema = v.object({
  kind: SearchKindSchema,
  id: v.string(),
  /** Path on the site. */
  path: v.string(),
  title: v.array(TextPartSchema),
  /** Title of the course that a lesson belongs to. */
  parent: v.nullable(v.string()),
  /** The place in the text that fits best; of what is locked for this viewer a part of the summary. */
  excerpt: v.array(TextPartSchema),
  locked: LockedSchema,
});
export type SearchHit = v.InferOutput<typeof SearchHitSchema>;

export const SearchResultSchema = v.object({
  /** Hits of all kinds together, whatever the reply was narrowed to. */
  total: v.number(),
  /** Kinds with hits: how many there are, and the best of them. The kind with the best hit comes first. */
  groups: v.array(v.object({ kind: SearchKindSchema, total: v.number(), hits: v.array(SearchHitSchema) })),
  /** What was searched for instead, because nothing has the words as they were typed. */
  corrected: v.nullable(v.string()),
  /** False when nothing has all of the words: then hits have some of them. */
  allWords: v.boolean(),
});
export type SearchResult = v.InferOutput<typeof SearchResultSchema>;

export const searchAcademy = defineCall({
  name: 'searchAcademy',
  method: 'GET',
  path: '/search',
  summary:
    'Courses, lessons, guides, paths, instructors and pages that have the words; the body of a locked one is not searched.',
  who: 'optional',
  reach: 'published',
  tenant: true,
  loader: false,
  query: v.strictObject({
    tenantId: PagedQuery.tenantId,
    q: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(MAX_SEARCH_LENGTH)),
    /** Hits of this kind only, in pages. */
    kind: v.optional(SearchKindSchema),
    pageNumber: PagedQuery.pageNumber,
    /** Hits of each kind; without `kind` no more than `MOST_SEARCH_HITS`. */
    pageSize: PagedQuery.pageSize,
  }),
  reply: SearchResultSchema,
});
