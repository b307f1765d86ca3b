import * as v from 'valibot';
import { defineCall } from './call.ts';
import { StatusSchema } from './entities.ts';
import { BaseVersionSchema, ContentKindSchema, ContentParams, PublishedItemSchema } from './publishing.ts';
import { SearchTextSchema, TablePageQuery } from './table-queries.ts';

export const CONTENT_SORT_KEYS = ['title', 'kind', 'status', 'version', 'publishedAt'] as const;

/** A published item as administrators see it. */
export const PublishedContentSchema = v.object({
  ...PublishedItemSchema.entries,
  /** Status in the files of this version; another one may have been set since. */
  statusInFiles: StatusSchema,
  /** Name of the person; null for what the server itself published. */
  publishedBy: v.nullable(v.string()),
});
export type PublishedContent = v.InferOutput<typeof PublishedContentSchema>;

export const listPublishedContent = defineCall({
  name: 'listPublishedContent',
  method: 'GET',
  path: '/content/list',
  summary: 'Published content of an academy, drafts included, with publisher and time.',
  who: 'admin',
  reach: 'academy',
  needs: { role: 'author', of: 'list' },
  tenant: true,
  loader: false,
  query: v.strictObject({
    /** Every word must occur in title, slug or id. */
    q: SearchTextSchema,
    kind: v.optional(ContentKindSchema),
    status: v.optional(StatusSchema),
    sortBy: v.optional(v.picklist(CONTENT_SORT_KEYS), 'publishedAt'),
    sortDir: v.optional(v.picklist(['asc', 'desc']), 'desc'),
    ...TablePageQuery,
  }),
  reply: v.object({ result: v.object({ content: v.array(PublishedContentSchema), totalElements: v.number() }) }),
});

/** Learners' data about an item. */
export const ContentUseSchema = v.object({
  /** Number of learners with progress in it. */
  learners: v.number(),
  favorites: v.number(),
  /** Titles of the learning paths that have it as a step. */
  learningPaths: v.array(v.string()),
});
export type ContentUse = v.InferOutput<typeof ContentUseSchema>;

export const getContentUse = defineCall({
  name: 'getContentUse',
  method: 'GET',
  path: '/content/use',
  summary: 'How an item is used: progress, favorites, learning paths.',
  who: 'admin',
  reach: 'academy',
  needs: { role: 'author', of: 'query' },
  tenant: true,
  loader: false,
  query: ContentParams,
  reply: ContentUseSchema,
});

/** One item, with the version that the administrator saw. */
const SeenItem = v.strictObject({ ...ContentParams.entries, base: BaseVersionSchema });

export const unpublishContent = defineCall({
  name: 'unpublishContent',
  method: 'POST',
  path: '/content/unpublish',
  summary: 'Unpublishes an item; history and progress stay, and it can be published again.',
  who: 'admin',
  reach: 'academy',
  needs: { role: 'author', of: 'body' },
  tenant: true,
  body: SeenItem,
  reply: v.object({ status: StatusSchema }),
});

export const republishContent = defineCall({
  name: 'republishContent',
  method: 'POST',
  path: '/content/republish',
  summary: 'Resets the status of an item to the one in its files.',
  who: 'admin',
  reach: 'academy',
  needs: { role: 'author', of: 'body' },
  tenant: true,
  body: SeenItem,
  reply: v.object({ status: StatusSchema }),
});

export const removeContent = defineCall({
  name: 'removeContent',
  method: 'POST',
  path: '/content/remove',
  summary: "Removes an item from the academy; learners' progress is kept.",
  who: 'admin',
  reach: 'academy',
  needs: { role: 'author', of: 'body' },
  tenant: true,
  body: SeenItem,
  reply: v.object({ deleted: v.boolean() }),
});
