import * as v from 'valibot';
import { defineCall } from './call.ts';
import { LockedSchema, PagedQuery } from './entities.ts';

/** Kinds of hits, in the order of groups with equal rank. */
export const SEARCH_KINDS = ['course', 'path', 'lesson', 'guide', 'instructor', 'page'] as const;
export const SearchKindSchema = v.picklist(SEARCH_KINDS);
export type SearchKind = v.InferOutput<typeof SearchKindSchema>;

/** Longest search text, characters. */
export const MAX_SEARCH_LENGTH = 200;
/** Default number of hits: of each kind in a reply for all kinds, and per page of one kind. */
export const USUAL_SEARCH_HITS = 5;
export const USUAL_SEARCH_PAGE = 20;
/** Most hits of each kind in a reply for all kinds; more need a request for one kind. */
export const MAX_SEARCH_HITS = 10;

/** A piece of plain text; `hit` marks a search term. */
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
  /** The best matching place in the text; for locked content a part of the summary. */
  excerpt: v.array(TextPartSchema),
  locked: LockedSchema,
});
export type SearchHit = v.InferOutput<typeof SearchHitSchema>;

export const SearchResultSchema = v.object({
  /** Number of hits of all kinds, whatever the reply is limited to. */
  total: v.number(),
  /** Kinds with hits: their number, and the best of them. The kind with the best hit comes first. */
  groups: v.array(v.object({ kind: SearchKindSchema, total: v.number(), hits: v.array(SearchHitSchema) })),
  /** The corrected search text, because the typed words have no hits; null: not corrected. */
  corrected: v.nullable(v.string()),
  /** False when nothing contains all of the words: then hits contain some of them. */
  allWords: v.boolean(),
});
export type SearchResult = v.InferOutput<typeof SearchResultSchema>;

export const searchAcademy = defineCall({
  name: 'searchAcademy',
  method: 'GET',
  path: '/search',
  summary:
    'Courses, lessons, guides, paths, instructors and pages that contain the words; bodies of locked ones are not searched.',
  who: 'optional',
  reach: 'published',
  ability: 'learning:read',
  tenant: true,
  loader: false,
  query: v.strictObject({
    tenantId: PagedQuery.tenantId,
    q: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(MAX_SEARCH_LENGTH)),
    /** Hits of this kind only, paged. */
    kind: v.optional(SearchKindSchema),
    pageNumber: PagedQuery.pageNumber,
    /** Hits of each kind; without `kind` no more than `MAX_SEARCH_HITS`. */
    pageSize: PagedQuery.pageSize,
  }),
  reply: SearchResultSchema,
});
