import * as v from 'valibot';
import { defineCall } from './call.ts';
import { LockedSchema, SlugSchema } from './entities.ts';
import { LabProofSchema, ProofSummarySchema } from './lab-proof.ts';

export const WorkshopPageSchema = v.object({
  /** Path of the page without extension, `exercises/01-problem`. */
  name: v.string(),
  title: v.string(),
  /** Sanitised HTML; the lab's actions appear in it as code with a remark. */
  html: v.string(),
  /** Label of the button to the next page; null: "Continue". */
  exitSign: v.nullable(v.string()),
});
export type WorkshopPage = v.InferOutput<typeof WorkshopPageSchema>;

/** The pages of a lab for reading; running it takes another call. */
export const WorkshopSchema = v.object({
  /** The lesson or guide that the lab belongs to. */
  lessonId: v.string(),
  /** Of the lesson; null for a guide's lab. */
  courseId: v.nullable(v.string()),
  /** Name of the workshop; null when the lab opens on another platform. */
  workshopId: v.nullable(v.string()),
  title: v.string(),
  labType: v.nullable(v.picklist(['educates', 'externalLab'])),
  /**
   * Address of a lab on another platform, without the learner's identity, which only `getLessonLab` and `getGuideLab`
   * add.
   */
  labUrl: v.nullable(v.string()),
  /** False: the lab has a workshop that is not published here. */
  available: v.boolean(),
  /** In the order of the lab; empty for a locked one. */
  pages: v.array(WorkshopPageSchema),
  /** The last proof of exactly this lab; null: none. Servers of the edition before do not send it. */
  proof: v.optional(v.nullable(ProofSummarySchema), null),
  locked: LockedSchema,
});
export type Workshop = v.InferOutput<typeof WorkshopSchema>;

export const getLessonWorkshop = defineCall({
  name: 'getLessonWorkshop',
  method: 'GET',
  path: '/lessons/workshop/:courseSlug/:lessonSlug',
  summary: "The pages of a lesson's lab.",
  who: 'optional',
  reach: 'published',
  tenant: true,
  params: v.strictObject({ courseSlug: SlugSchema, lessonSlug: SlugSchema }),
  namesFiles: true,
  reply: WorkshopSchema,
});

export const getGuideWorkshop = defineCall({
  name: 'getGuideWorkshop',
  method: 'GET',
  path: '/guides/workshop/:guideSlug',
  summary: "The pages of a guide's lab.",
  who: 'optional',
  reach: 'published',
  tenant: true,
  params: v.strictObject({ guideSlug: SlugSchema }),
  namesFiles: true,
  reply: WorkshopSchema,
});

const ProofReplySchema = v.object({ proof: v.nullable(LabProofSchema) });

export const getLessonLabProof = defineCall({
  name: 'getLessonLabProof',
  method: 'GET',
  path: '/lessons/workshop/:courseSlug/:lessonSlug/proof',
  summary: "The record of the proof of a lesson's lab; null for a lab without one, and for a locked one.",
  who: 'optional',
  reach: 'published',
  tenant: true,
  params: v.strictObject({ courseSlug: SlugSchema, lessonSlug: SlugSchema }),
  reply: ProofReplySchema,
});

export const getGuideLabProof = defineCall({
  name: 'getGuideLabProof',
  method: 'GET',
  path: '/guides/workshop/:guideSlug/proof',
  summary: "The record of the proof of a guide's lab; null for a lab without one, and for a locked one.",
  who: 'optional',
  reach: 'published',
  tenant: true,
  params: v.strictObject({ guideSlug: SlugSchema }),
  reply: ProofReplySchema,
});
