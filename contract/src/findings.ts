import * as v from 'valibot';

/** `fatal` refuses the whole item, `error` publishes it without the faulty part, `warning` only informs. */
export const SeveritySchema = v.picklist(['fatal', 'error', 'warning']);
export type Severity = v.InferOutput<typeof SeveritySchema>;

/** A problem in an author's files: where it is, what it is and what to do. */
export const FindingSchema = v.object({
  /** Path relative to the item's root, `/` as separator. */
  file: v.string(),
  /** Line in the file, counted from 1. */
  line: v.number(),
  severity: SeveritySchema,
  /** Stable machine name, kebab-case. */
  code: v.string(),
  message: v.string(),
});
export type Finding = v.InferOutput<typeof FindingSchema>;

/** Code of the warning that a publish takes an address away. `--strict` does not refuse it: nothing in the files is wrong. */
export const ADDRESS_GONE = 'address-gone';

/** `path:line: severity code: text`: the format that editors turn into a link. */
export function formatFinding(finding: Finding): string {
  return `${finding.file}:${finding.line}: ${finding.severity} ${finding.code}: ${finding.message}`;
}
