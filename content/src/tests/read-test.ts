import { ContentIdSchema, type EntitlementTag, type Status } from '@academy/contract/entities';
import type { Finding } from '@academy/contract/findings';
import * as v from 'valibot';
import { checkTenantPrefix } from '../checks/tenant-prefix.ts';
import { type Fields, type Located, readFields } from '../fields.ts';
import { FindingList } from '../finding-list.ts';
import type { BuildOptions } from '../item-hash.ts';
import { readText } from '../read-text.ts';
import type { SourceFiles } from '../source-files.ts';
import { shortened, type TextSource } from '../text-source.ts';
import { readEntitlements, readNames } from '../values.ts';

/** An exam from its folder: read and checked, not yet rendered. */
export interface TestSource {
  file: string;
  id: Located<string>;
  slug: Located<string>;
  title: string;
  status: Status;
  /** Position in lists, ascending; null when the file gives none. */
  order: number | null;
  entitlements: EntitlementTag[];
  /** Id of the course in which it is taken; null: it is taken elsewhere. */
  course: string | null;
  description: TextSource | null;
  summary: TextSource | null;
}

/** Reads a test's folder. */
export function readTest(files: SourceFiles, options: BuildOptions): { test: TestSource | null; findings: Finding[] } {
  const findings = new FindingList();
  const { file } = options;
  const fields = readFields(files, file, {}, findings, 'test');
  const test: TestSource | null =
    fields === null
      ? null
      : {
          file,
          ...readNames(fields, findings),
          order: fields.integer('order'),
          entitlements: readEntitlements(fields, findings) ?? [],
          course: readCourse(fields, findings),
          description: readText(files, 'description.md', findings),
          summary: readText(files, 'summary.md', findings),
        };
  if (test !== null) checkTenantPrefix(test.id, file, options.tenantId, findings);
  return { test: findings.refused ? null : test, findings: findings.list() };
}

/** The course of a test, `settings.course`. Whether the academy has it is checked when it is shown. */
function readCourse(fields: Fields, findings: FindingList): string | null {
  const settings = fields.object('settings');
  const course = settings?.string('course') || null;
  if (course === null || v.is(ContentIdSchema, course)) return course;
  const message = `"${shortened(course, 60)}" is not the id of a course; the exam is shown as one that takes place elsewhere`;
  findings.error('test-course', fields.file, settings?.lineOf('course') ?? 1, message);
  return null;
}
