import * as v from 'valibot';
import { defineCall } from './call.ts';

export const findAddress = defineCall({
  name: 'findAddress',
  method: 'GET',
  path: '/addresses/now',
  summary:
    'Where the page of a former address is now: courses, lessons, guides, paths, instructors and pages that moved.',
  who: 'anyone',
  reach: 'published',
  tenant: true,
  loader: false,
  query: v.strictObject({
    /** Path on the site, such as `/courses/tea/lessons/water/lab` or `/de/guides/tea`. */
    path: v.pipe(v.string(), v.startsWith('/'), v.maxLength(1_000)),
  }),
  reply: v.object({
    /** In the language of the given one. Null: nothing that exists now ever had the address. */
    path: v.nullable(v.string()),
  }),
});
