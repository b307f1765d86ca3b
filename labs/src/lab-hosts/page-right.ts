import * as v from 'valibot';
import { ChannelRightSchema } from './channel-right.ts';

/** What the address of a page permits. */
export const PageRightSchema = v.object({
  ...ChannelRightSchema.entries,
  /** Origin below which the hosts of pages are: `https://labs.example.org`. */
  pagesOrigin: v.pipe(v.string(), v.maxLength(300)),
  /** Issuer of the academy's access tokens, which labs do not get. */
  issuer: v.pipe(v.string(), v.maxLength(300)),
  /** Style sheet of plain pages of the academy. */
  style: v.pipe(v.string(), v.maxLength(10_000)),
  port: v.number(),
  /** Of the lab's own pages, with which the learner begins. */
  path: v.pipe(v.string(), v.maxLength(2_000)),
});

export type PageRight = v.InferOutput<typeof PageRightSchema>;
