import * as v from 'valibot';
import { defineCall } from './call.ts';
import { ContentIdSchema } from './entities.ts';
import { FindingSchema } from './findings.ts';

export const ContentKindSchema = v.picklist(['course', 'guide', 'path', 'page', 'test', 'instructor', 'tags']);
export type ContentKind = v.InferOutput<typeof ContentKindSchema>;

export const OutcomeSchema = v.picklist(['created', 'updated', 'unchanged']);
export type Outcome = v.InferOutput<typeof OutcomeSchema>;

const ContentParams = v.strictObject({ kind: ContentKindSchema, id: ContentIdSchema });

export const putContent = defineCall({
  name: 'putContent',
  method: 'PUT',
  path: '/content/:kind/:id',
  summary: 'Publishes one item with its files, sent as a gzipped tar whose first entry is item.json. All or nothing.',
  who: 'token',
  ability: 'content:write',
  tenant: true,
  params: ContentParams,
  query: v.strictObject({
    dryRun: v.optional(v.picklist(['true', 'false'])),
    strict: v.optional(v.picklist(['true', 'false'])),
  }),
  body: 'stream',
  reply: v.object({ outcome: OutcomeSchema, version: v.number(), findings: v.array(FindingSchema) }),
});

export const deleteContent = defineCall({
  name: 'deleteContent',
  method: 'DELETE',
  path: '/content/:kind/:id',
  summary: "Takes an item out of the academy; learners' progress is kept.",
  who: 'token',
  ability: 'content:write',
  tenant: true,
  params: ContentParams,
  reply: v.object({ deleted: v.boolean() }),
});
