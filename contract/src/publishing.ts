import * as v from 'valibot';
import { defineCall } from './call.ts';
import { ContentIdSchema, StatusSchema } from './entities.ts';
import { FindingSchema } from './findings.ts';

export const ContentKindSchema = v.picklist([
  'course',
  'guide',
  'path',
  'page',
  'test',
  'instructor',
  'tags',
  'workshop',
]);
export type ContentKind = v.InferOutput<typeof ContentKindSchema>;

export const OutcomeSchema = v.picklist(['created', 'updated', 'unchanged']);
export type Outcome = v.InferOutput<typeof OutcomeSchema>;

/** Versions are stored as 32-bit numbers. */
const MAX_VERSIONS = 2_147_483_647;
/** A version of an item, counted from 1. */
export const VersionSchema = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_VERSIONS));
/**
 * The version that a decision is based on, 0 for "not published"; when another one is current, the call is refused
 * (`version-conflict`).
 */
export const BaseVersionSchema = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_VERSIONS));

/** Origin of an item's files, as far as it is known. */
export const ContentSourceSchema = v.object({
  /** `owner/name`. */
  repository: v.string(),
  /** Host of the repository, `github.com`; absent when unknown. */
  host: v.optional(v.string()),
  commit: v.nullable(v.string()),
  /** The item's folder inside the repository. */
  folder: v.string(),
});
export type ContentSource = v.InferOutput<typeof ContentSourceSchema>;

export const ContentParams = v.strictObject({ kind: ContentKindSchema, id: ContentIdSchema });

export const putContent = defineCall({
  name: 'putContent',
  method: 'PUT',
  path: '/content/:kind/:id',
  summary: 'Publishes one item with its files, sent as a gzipped tar whose first entry is item.json. All or nothing.',
  who: 'token',
  reach: 'academy',
  needs: { role: 'author', of: 'params' },
  ability: 'content:write',
  tenant: true,
  params: ContentParams,
  query: v.strictObject({
    dryRun: v.optional(v.picklist(['true', 'false'])),
    strict: v.optional(v.picklist(['true', 'false'])),
    /**
     * The version that the author's copy is based on, 0 for none; when another one is current, the call is refused
     * (`version-conflict`).
     */
    base: v.optional(v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number), v.number())),
  }),
  body: 'stream',
  reply: v.object({ outcome: OutcomeSchema, version: v.number(), findings: v.array(FindingSchema) }),
});

export const deleteContent = defineCall({
  name: 'deleteContent',
  method: 'DELETE',
  path: '/content/:kind/:id',
  summary: "Removes an item from the academy; learners' progress is kept.",
  who: 'token',
  reach: 'academy',
  needs: { role: 'author', of: 'params' },
  ability: 'content:write',
  tenant: true,
  params: ContentParams,
  reply: v.object({ deleted: v.boolean() }),
});

export const PublishedItemSchema = v.object({
  kind: ContentKindSchema,
  id: v.string(),
  slug: v.string(),
  title: v.string(),
  status: StatusSchema,
  version: v.number(),
  source: v.nullable(ContentSourceSchema),
  publishedAt: v.string(),
});
export type PublishedItem = v.InferOutput<typeof PublishedItemSchema>;

export const listContent = defineCall({
  name: 'listContent',
  method: 'GET',
  path: '/content',
  summary: 'Everything published in the academy, drafts included, with version and source.',
  who: 'token',
  reach: 'academy',
  needs: { role: 'author', of: 'list' },
  ability: 'content:write',
  tenant: true,
  query: v.strictObject({ kind: v.optional(ContentKindSchema) }),
  reply: v.object({
    result: v.array(PublishedItemSchema),
    /** False: there may be more that the caller does not see. Servers of earlier editions do not say it. */
    isWhole: v.optional(v.boolean(), true),
  }),
});

export const setContentStatus = defineCall({
  name: 'setContentStatus',
  method: 'PUT',
  path: '/content/:kind/:id/status',
  summary: 'Lists, unlists or hides an item without a new publish; the next publish takes the status of the files.',
  who: 'token',
  reach: 'academy',
  needs: { role: 'author', of: 'params' },
  ability: 'content:write',
  tenant: true,
  params: ContentParams,
  body: v.strictObject({ status: StatusSchema, base: v.optional(BaseVersionSchema) }),
  reply: v.object({ status: StatusSchema }),
});
