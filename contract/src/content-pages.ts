import * as v from 'valibot';
import { defineCall } from './call.ts';
import { SlugSchema, StatusSchema, TextLanguageSchema } from './entities.ts';

export const ContentPageSchema = v.object({
  slug: v.string(),
  title: v.string(),
  status: StatusSchema,
  language: TextLanguageSchema,
  /** Sanitised HTML. */
  html: v.string(),
  /** Level-2 headings. */
  headings: v.array(v.object({ id: v.string(), text: v.string() })),
  /** Target of a redirect: an https address or a path of the site; null: the page itself is shown. */
  redirect: v.nullable(v.string()),
});
export type ContentPage = v.InferOutput<typeof ContentPageSchema>;

export const getContentPage = defineCall({
  name: 'getContentPage',
  method: 'GET',
  path: '/pages/:slug',
  summary: 'A generic page: terms, privacy, questions and answers ...',
  who: 'anyone',
  reach: 'published',
  tenant: true,
  params: v.strictObject({ slug: SlugSchema }),
  reply: ContentPageSchema,
});
