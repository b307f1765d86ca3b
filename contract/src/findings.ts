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

/** Codes of warnings that a publish takes an address away, or moves it. `--strict` does not refuse them: nothing in the files is wrong. */
export const ADDRESS_GONE = 'address-gone';
export const ADDRESS_MOVED = 'address-moved';
/** Code of the warning that says, before a publish, which learners of a course it touches. */
export const LEARNERS_TOUCHED = 'learners-touched';
/** Warnings that are about a publish and not about the files. */
export const OF_THE_PUBLISH: ReadonlySet<string> = new Set([ADDRESS_GONE, ADDRESS_MOVED, LEARNERS_TOUCHED]);

/** `path:line: severity code: text`: the format that editors turn into a link. */
export function formatFinding(finding: Finding): string {
  return `${finding.file}:${finding.line}: ${finding.severity} ${finding.code}: ${finding.message}`;
}
