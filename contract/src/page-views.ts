import * as v from 'valibot';
import { defineCall } from './call.ts';
import { inputTexts } from './rules/input-texts.ts';

export const addPageView = defineCall({
  name: 'addPageView',
  method: 'POST',
  path: '/page-views/add',
  summary:
    'Counts a page that was opened by a link within the academy, without personal data; with `DNT` or `Sec-GPC` nothing is counted.',
  who: 'anyone',
  reach: 'nothing',
  tenant: true,
  loader: false,
  body: v.strictObject({
    /** Without query. */
    path: v.pipe(
      v.string(),
      v.maxLength(500),
      v.regex(/^\/[^?#]*$/, () => inputTexts.path),
    ),
  }),
  reply: v.object({ received: v.literal(true) }),
});
