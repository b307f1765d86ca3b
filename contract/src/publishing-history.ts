import * as v from 'valibot';
import { defineCall } from './call.ts';
import { FindingSchema } from './findings.ts';
import { BaseVersionSchema, ContentParams, ContentSourceSchema, OutcomeSchema, VersionSchema } from './publishing.ts';

/** One publish of an item. */
export const ContentVersionSchema = v.object({
  version: v.number(),
  /** True for the version that readers see. */
  current: v.boolean(),
  publishedAt: v.string(),
  /** Name of the token's owner; null for what the server itself published. */
  publishedBy: v.nullable(v.string()),
  /** Name of the token. */
  token: v.nullable(v.string()),
  source: v.nullable(ContentSourceSchema),
  /** The version whose files were published again; null for an author's files. */
  rollbackOf: v.nullable(v.number()),
  findings: v.array(FindingSchema),
});
export type ContentVersion = v.InferOutput<typeof ContentVersionSchema>;

export const listContentVersions = defineCall({
  name: 'listContentVersions',
  method: 'GET',
  path: '/content/:kind/:id/versions',
  summary: 'The versions of an item, newest first.',
  who: 'admin',
  reach: 'academy',
  needs: { role: 'author', of: 'params' },
  ability: 'content:write',
  tenant: true,
  params: ContentParams,
  query: v.strictObject({
    limit: v.optional(v.pipe(v.string(), v.regex(/^\d{1,3}$/), v.transform(Number), v.number())),
  }),
  reply: v.object({ result: v.array(ContentVersionSchema) }),
});

export const getContentVersion = defineCall({
  name: 'getContentVersion',
  method: 'GET',
  path: '/content/:kind/:id/versions/:version',
  summary: 'The files of one version, texts in full, others by size and hash.',
  who: 'admin',
  reach: 'academy',
  needs: { role: 'author', of: 'params' },
  ability: 'content:write',
  tenant: true,
  params: v.strictObject({
    ...ContentParams.entries,
    version: v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number), v.number()),
  }),
  reply: v.object({
    ...ContentVersionSchema.entries,
    files: v.array(
      v.object({
        file: v.string(),
        /** Null for images and videos. */
        text: v.nullable(v.string()),
        size: v.number(),
        /** SHA-256, hex. */
        hash: v.string(),
      }),
    ),
  }),
});

export const rollBackContent = defineCall({
  name: 'rollBackContent',
  method: 'POST',
  path: '/content/:kind/:id/rollback',
  summary: "Publishes the files of an older version again, as a new version; learners' progress is kept.",
  who: 'admin',
  reach: 'academy',
  needs: { role: 'author', of: 'params' },
  hasDeadline: false,
  ability: 'content:write',
  tenant: true,
  params: ContentParams,
  body: v.strictObject({ version: VersionSchema, base: v.optional(BaseVersionSchema) }),
  reply: v.object({ outcome: OutcomeSchema, version: v.number(), findings: v.array(FindingSchema) }),
});
