import type { Status } from '@academy/contract/entities';
import type { Finding } from '@academy/contract/findings';
import type { TenantId } from '@academy/contract/tenants';
import { checkTenantPrefix } from '../checks/tenant-prefix.ts';
import { type Fields, type Located, readFields } from '../fields.ts';
import { FindingList } from '../finding-list.ts';
import { httpsUrl } from '../links.ts';
import { readText } from '../read-text.ts';
import type { SourceFiles } from '../source-files.ts';
import type { TextSource } from '../text-source.ts';
import { readNames } from '../values.ts';

/** An instructor from its folder: read and checked, not yet rendered. */
export interface InstructorSource {
  file: string;
  id: Located<string>;
  slug: Located<string>;
  name: string;
  status: Status;
  /** Address or path of the image. */
  avatar: Located<string> | null;
  credentials: string;
  github: string | null;
  linkedin: string | null;
  twitter: string | null;
  website: string | null;
  description: TextSource | null;
  bio: TextSource | null;
}

/** Reads an instructor's folder. */
export function readInstructor(
  files: SourceFiles,
  options: { file: string; tenantId: TenantId | null },
): { instructor: InstructorSource | null; findings: Finding[] } {
  const findings = new FindingList();
  const instructor = readInstructorFile(files, options.file, findings);
  if (instructor !== null) checkTenantPrefix(instructor.id, options.file, options.tenantId, findings);
  return { instructor: findings.refused ? null : instructor, findings: findings.list() };
}

function readInstructorFile(files: SourceFiles, file: string, findings: FindingList): InstructorSource | null {
  const fields = readFields(files, file, {}, findings, 'instructor');
  if (fields === null) return null;
  const settings = fields.object('settings');
  const avatar = settings?.string('avatar') ?? null;
  const { title, ...names } = readNames(fields, findings, 'name');
  return {
    file,
    ...names,
    name: title,
    avatar: avatar === null ? null : { value: avatar, line: settings?.lineOf('avatar') ?? 1 },
    credentials: (settings?.string('credentials') ?? '').replace(/\s+/g, ' '),
    github: profileLink(settings, 'github', findings),
    linkedin: profileLink(settings, 'linkedin', findings),
    twitter: profileLink(settings, 'twitter', findings),
    website: profileLink(settings, 'website', findings),
    description: readText(files, 'description.md', findings),
    bio: readText(files, 'bio.md', findings),
  };
}

function profileLink(settings: Fields | null, name: string, findings: FindingList): string | null {
  const text = settings?.string(name) ?? null;
  if (settings === null || text === null || text === '') return null;
  const url = httpsUrl(text);
  if (url !== null) return url;
  const message = `${name} "${text.slice(0, 200)}" is not an https address; it was left out`;
  findings.warning('url-refused', settings.file, settings.lineOf(name), message);
  return null;
}
