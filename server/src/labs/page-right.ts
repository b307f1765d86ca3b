import * as v from 'valibot';
import { ChannelRightSchema } from './channel-right.ts';

/** What the address of a page permits; servers ask each other for addresses with it. */
export const PageRightSchema = v.strictObject({
  ...ChannelRightSchema.entries,
  tenantId: v.pipe(v.string(), v.maxLength(100)),
  port: v.number(),
  /** Of the lab's own pages, with which the learner begins. */
  path: v.pipe(v.string(), v.maxLength(2_000)),
});

export type PageRight = v.InferOutput<typeof PageRightSchema>;
