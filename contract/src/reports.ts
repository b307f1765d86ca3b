import * as v from 'valibot';
import { defineCall } from './call.ts';
import { REPORT_LIMITS } from './constants.ts';
import { inputTexts } from './rules/input-texts.ts';

/** An uncaught error in a browser, or one that broke a screen. */
export const BrowserErrorSchema = v.strictObject({
  message: v.pipe(v.string(), v.minLength(1), v.maxLength(REPORT_LIMITS.message)),
  stack: v.optional(v.pipe(v.string(), v.maxLength(REPORT_LIMITS.stack)), ''),
  /** Path of the page without query and hash; identifies the screen, too. */
  path: v.pipe(
    v.string(),
    v.maxLength(REPORT_LIMITS.path),
    v.regex(/^\/[^?#]*$/, () => inputTexts.path),
  ),
  /** Name of the page's entry file, which identifies the build. */
  release: v.optional(v.pipe(v.string(), v.maxLength(REPORT_LIMITS.release)), ''),
});
export type BrowserError = v.InferOutput<typeof BrowserErrorSchema>;

export const reportBrowserError = defineCall({
  name: 'reportBrowserError',
  method: 'POST',
  path: '/reports/error',
  summary: 'Writes an error of a browser into the log of the server, without personal data.',
  who: 'anyone',
  reach: 'nothing',
  rateLimit: 'browser-report',
  tenant: true,
  loader: false,
  // Errors happen during an impersonation, too; the report changes no visible data.
  viewable: true,
  body: BrowserErrorSchema,
  /** Correlation id in the log. */
  reply: v.object({ reference: v.string() }),
});
