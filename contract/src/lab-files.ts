import * as v from 'valibot';
import { CONTENT_LIMITS } from './constants.ts';

const MEGABYTE = 1024 * 1024;

/** What a lab may bring along besides its published folder. */
export const LAB_FILES_LIMITS = {
  /** Of all sources of a lab, unpacked, bytes. */
  bytes: 100 * MEGABYTE,
  /** Files and links of all sources of a lab. */
  files: 20_000,
  /** One source, packed, bytes. */
  packedBytes: CONTENT_LIMITS.fileBytes,
  /** Sources of a lab. */
  sources: 100,
} as const;

/** SHA-256, hex. */
export const LabPackHashSchema = v.pipe(v.string(), v.regex(/^[a-f\d]{64}$/));

const count = (max: number) => v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(max));
const line = (max: number) => v.pipe(v.string(), v.maxLength(max), v.regex(/^[^\p{Cc}]*$/u));
const RelativePathSchema = v.pipe(
  line(300),
  v.regex(/^(?!\/)[^\\]+$/),
  v.check((path) => !path.split('/').includes('..')),
);

/** One source of a lab's files as it was fetched: a gzipped tar in the content store, and where it came from. */
export const LabPackSchema = v.strictObject({
  /** Of the gzipped tar. */
  hash: LabPackHashSchema,
  packedBytes: count(LAB_FILES_LIMITS.packedBytes),
  /** Unpacked. */
  bytes: count(LAB_FILES_LIMITS.bytes),
  files: count(LAB_FILES_LIMITS.files),
  /** Name of the package that it belongs to; null: the home folder. */
  package: v.nullable(v.pipe(line(100), v.regex(/^[A-Za-z\d][A-Za-z\d._-]*$/))),
  /** Folder in the home folder or package; `.` for that folder itself. */
  path: RelativePathSchema,
  /** Address of the source; `inline` for texts of the definition. */
  from: line(2_000),
  /** The commit, digest or tag that it was at; null where a source has none. */
  at: v.nullable(line(200)),
  /** SHA-256 of what the definition asks for, hex: the same request need not be fetched again. */
  asked: LabPackHashSchema,
});
export type LabPack = v.InferOutput<typeof LabPackSchema>;
