import * as v from 'valibot';
import { defineCall } from './call.ts';

/** Longest texts of a report, in characters: browsers cut what is longer. */
export const REPORT_LIMITS = { message: 500, stack: 4_000, path: 300, release: 100 } as const;

/** An error that nobody has caught in a browser, or that took a screen away. */
export const BrowserErrorSchema = v.strictObject({
  message: v.pipe(v.string(), v.minLength(1), v.maxLength(REPORT_LIMITS.message)),
  stack: v.optional(v.pipe(v.string(), v.maxLength(REPORT_LIMITS.stack)), ''),
  /** Where it happened, without query and hash. It tells the screen, too. */
  path: v.pipe(v.string(), v.maxLength(REPORT_LIMITS.path), v.regex(/^\/[^?#]*$/, 'is no path without query')),
  /** File that the page started with; its name tells which edition of the academy it is. */
  release: v.optional(v.pipe(v.string(), v.maxLength(REPORT_LIMITS.release)), ''),
});
export type BrowserError = v.InferOutput<typeof BrowserErrorSchema>;

export const reportBrowserError = defineCall({
  name: 'reportBrowserError',
  method: 'POST',
  path: '/reports/error',
  summary: 'Writes an error of a browser into the log of the server, without what could tell of somebody.',
  who: 'anyone',
  reach: 'nothing',
  rateLimit: 'browser-report',
  tenant: true,
  loader: false,
  // Who views as somebody else meets errors, too; nothing that anybody can see changes.
  viewable: true,
  body: BrowserErrorSchema,
  /** Finds it in the log. */
  reply: v.object({ reference: v.string() }),
});
