import type { Finding } from '@academy/contract/findings';
import { type GuideType, GuideTypeSchema } from '@academy/contract/guides';
import * as v from 'valibot';
import { checkTenantPrefix } from '../checks/tenant-prefix.ts';
import { readLab } from '../courses/read-lab.ts';
import { readVideo } from '../courses/read-video.ts';
import { type Fields, readFields } from '../fields.ts';
import { FindingList } from '../finding-list.ts';
import type { BuildOptions } from '../item-hash.ts';
import { readBody } from '../item-text.ts';
import { readText } from '../read-text.ts';
import type { SourceFiles } from '../source-files.ts';
import { shortened } from '../text-source.ts';
import { readEntitlements, readInstructors, readLevel, readNames, readTags } from '../values.ts';
import type { GuideSource } from './guide-source.ts';

/** Reads a guide's folder. */
export function readGuide(
  files: SourceFiles,
  options: BuildOptions,
): { guide: GuideSource | null; findings: Finding[] } {
  const findings = new FindingList();
  const guide = readGuideFile(files, options.file, findings);
  if (guide !== null) checkTenantPrefix(guide.id, options.file, options.tenantId, findings);
  return { guide: findings.refused ? null : guide, findings: findings.list() };
}

function readGuideFile(files: SourceFiles, file: string, findings: FindingList): GuideSource | null {
  const fields = readFields(files, file, {}, findings, 'guide');
  if (fields === null) return null;
  const settings = fields.object('settings');
  const type = readType(fields, findings);
  return {
    file,
    ...readNames(fields, findings),
    type,
    topics: readTags(fields, 'topics'),
    level: readLevel(fields, findings),
    duration: fields.integer('duration') ?? 0,
    // A guide without the field is public.
    entitlements: readEntitlements(fields, findings) ?? [],
    instructors: readInstructors(fields, findings) ?? [],
    lab: readLab(settings, findings),
    video: readVideo(settings),
    description: readText(files, 'description.md', findings),
    summary: readText(files, 'summary.md', findings),
    // Left-over texts of labs are never shown in place of the lab.
    content:
      type === 'lab'
        ? null
        : readBody(files, 'content.md', { needed: type === 'article', what: `a guide of type "${type}"` }, findings),
    preview: readText(files, 'preview.md', findings),
    transcript: readText(files, 'transcript.md', findings),
  };
}

function readType(fields: Fields, findings: FindingList): GuideType {
  const value = fields.string('type')?.toLowerCase() ?? '';
  if (v.is(GuideTypeSchema, value)) return value;
  const message = `type "${shortened(value, 40)}" is unknown; "article" was used. Write article, lab or video`;
  findings.error('type-unknown', fields.file, fields.lineOf('type'), message);
  return 'article';
}
