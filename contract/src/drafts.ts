import * as v from 'valibot';
import { defineCall } from './call.ts';
import { MomentSchema } from './entities.ts';
import { FindingSchema } from './findings.ts';
import { ContentKindSchema, ContentParams, OutcomeSchema } from './publishing.ts';
import { inputTexts } from './rules/input-texts.ts';

/** Days for which the link of a draft works after its last push: by default and at most. */
export const DRAFT_DEFAULT_DAYS = 14;
export const DRAFT_MAX_DAYS = 90;
/** Most items of one draft. */
export const DRAFT_ITEMS = 500;
/** Drafts in a list, the newest. */
export const DRAFT_LIST_LENGTH = 200;

/** The author's name for a draft, such as `pr-42`. */
export const DraftNameSchema = v.pipe(
  v.string(),
  v.maxLength(100),
  v.regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, () => inputTexts.id),
);

const isTimeZone = (name: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
};
/** A time zone by its name, such as `Europe/Berlin`. */
const TimeZoneSchema = v.pipe(
  v.string(),
  v.maxLength(64),
  v.check(isTimeZone, () => inputTexts.timeZone),
);

export const DraftItemSchema = v.object({
  kind: ContentKindSchema,
  id: v.string(),
  title: v.string(),
  /** The version that readers saw when it was pushed; 0: none. */
  base: v.number(),
  /** True once another version was published since: the draft can no longer be published as it is. */
  isOutdated: v.boolean(),
  findings: v.array(FindingSchema),
  pushedAt: v.string(),
});

export const DraftSchema = v.object({
  draftId: v.string(),
  name: v.string(),
  /** Who pushed it. */
  owner: v.string(),
  state: v.picklist(['open', 'expired', 'revoked']),
  /** Where it is shown to everybody who has the address; null once that ended. */
  url: v.nullable(v.string()),
  expiresAt: v.string(),
  items: v.array(DraftItemSchema),
  /** When it is published by itself, as it was chosen: a moment, and the zone of the clock; null: not planned. */
  plan: v.nullable(v.object({ at: v.string(), timeZone: v.string() })),
  publishedAt: v.nullable(v.string()),
  /** Why it could not be published as planned; null: nothing went wrong. */
  problem: v.nullable(v.string()),
});
export type Draft = v.InferOutput<typeof DraftSchema>;

const DraftParams = v.strictObject({ draftId: v.pipe(v.string(), v.uuid()) });

export const pushDraft = defineCall({
  name: 'pushDraft',
  method: 'PUT',
  path: '/drafts/:draft/:kind/:id',
  summary:
    'Adds one item to a draft, as putContent sends it, and returns the link that shows the draft. Readers see nothing of it.',
  who: 'token',
  reach: 'academy',
  needs: { role: 'author', of: 'params' },
  ability: 'content:write',
  tenant: true,
  params: v.strictObject({ draft: DraftNameSchema, ...ContentParams.entries }),
  query: v.strictObject({
    strict: v.optional(v.picklist(['true', 'false'])),
    /** For how many days the link works from now. */
    days: v.optional(
      v.pipe(
        v.string(),
        v.regex(/^\d{1,2}$/),
        v.transform(Number),
        v.number(),
        v.minValue(1),
        v.maxValue(DRAFT_MAX_DAYS),
      ),
    ),
  }),
  body: 'stream',
  reply: v.object({
    outcome: OutcomeSchema,
    findings: v.array(FindingSchema),
    draft: v.object({ draftId: v.string(), url: v.string(), expiresAt: v.string() }),
  }),
});

export const listDrafts = defineCall({
  name: 'listDrafts',
  method: 'GET',
  path: '/drafts',
  summary: 'Drafts of the academy whose items all lie within the scope of the caller, with their links, newest first.',
  who: 'admin',
  reach: 'academy',
  needs: { role: 'author', of: 'list' },
  ability: 'content:write',
  tenant: true,
  loader: false,
  reply: v.object({ result: v.array(DraftSchema) }),
});

export const revokeDraft = defineCall({
  name: 'revokeDraft',
  method: 'POST',
  path: '/drafts/:draftId/revoke',
  summary: 'Ends the link of a draft at once, and its plan. A further push opens the draft again, with another link.',
  who: 'admin',
  reach: 'academy',
  needs: { role: 'author', of: 'record' },
  ability: 'content:write',
  tenant: true,
  params: DraftParams,
  reply: DraftSchema,
});

export const planDraft = defineCall({
  name: 'planDraft',
  method: 'POST',
  path: '/drafts/:draftId/plan',
  summary: 'Plans when a draft is published, in place of an earlier plan; without a moment the plan is cancelled.',
  who: 'admin',
  reach: 'academy',
  needs: { role: 'author', of: 'record' },
  ability: 'content:write',
  tenant: true,
  params: DraftParams,
  body: v.strictObject({ plan: v.nullable(v.strictObject({ at: MomentSchema, timeZone: TimeZoneSchema })) }),
  reply: DraftSchema,
});

export const getDraftFiles = defineCall({
  name: 'getDraftFiles',
  method: 'GET',
  path: '/drafts/:draftId/:kind/:id/files',
  summary: 'The files of one item of a draft, texts in full, others by size and hash.',
  who: 'admin',
  reach: 'academy',
  needs: { role: 'author', of: 'params' },
  ability: 'content:write',
  tenant: true,
  loader: false,
  params: v.strictObject({ ...DraftParams.entries, ...ContentParams.entries }),
  reply: v.object({
    files: v.array(v.object({ file: v.string(), text: v.nullable(v.string()), size: v.number(), hash: v.string() })),
  }),
});
