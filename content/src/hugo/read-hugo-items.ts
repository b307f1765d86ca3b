import type { Finding } from '@academy/contract/findings';
import { FindingList } from '../finding-list.ts';
import type { GuideSource } from '../guides/guide-source.ts';
import type { InstructorSource } from '../instructors/read-instructor.ts';
import type { BuildOptions } from '../item-hash.ts';
import type { LearningPathSource } from '../learning-paths/learning-path-source.ts';
import { httpsUrl } from '../links.ts';
import type { SourceFiles } from '../source-files.ts';
import { levelIn } from '../values.ts';
import {
  authorsOf,
  type HugoPage,
  identityOf,
  NO_LAB,
  NO_VIDEO,
  oneText,
  readHugoPage,
  splitSummary,
} from './hugo-page.ts';

/** What a build knows besides the files. */
export type HugoOptions = Pick<BuildOptions, 'file' | 'slug' | 'tenantId' | 'people'>;

/** True for an item whose own file is a page of a Hugo site. */
export function isHugoItem({ file }: Pick<BuildOptions, 'file'>): boolean {
  return file.startsWith('content/') && file.endsWith('.md');
}

function read<T>(
  files: SourceFiles,
  options: HugoOptions,
  make: (page: HugoPage, findings: FindingList) => T,
): { source: T | null; findings: Finding[] } {
  const findings = new FindingList();
  const page = readHugoPage(files, options.file, findings);
  const source = page === null ? null : make(page, findings);
  return { source: findings.refused ? null : source, findings: findings.list() };
}

function peopleOf({ people }: HugoOptions): ReadonlyMap<string, string> {
  return new Map(Object.entries(people ?? {}));
}

/** Reads a page of `guides`, or of `workshops`, which are labs. */
export function readHugoGuide(
  files: SourceFiles,
  options: HugoOptions,
): { guide: GuideSource | null; findings: Finding[] } {
  const { source, findings } = read(files, options, (page, list): GuideSource => {
    const isLab = options.file.startsWith('content/workshops/');
    const { summary, rest } = splitSummary(page.text);
    const workshop = oneText(page.fields, 'lab');
    const short = oneText(page.fields, 'summary');
    const description = short === null ? page.description : { file: page.file, text: short, dialect: 'hugo' as const };
    return {
      file: page.file,
      ...identityOf(options),
      title: page.title,
      // A lab that is not offered stays reachable by address.
      status: isLab && page.status !== 'live' ? 'unlisted' : page.status,
      type: isLab ? 'lab' : 'article',
      topics: page.topics,
      level: levelOf(page, list),
      duration: minutesOf(page, 'length', list) * 60,
      entitlements: [],
      instructors: authorsOf(page, peopleOf(options), list),
      lab: isLab && workshop !== null ? { labType: 'educates', labUrl: null, workshop } : NO_LAB,
      video: NO_VIDEO,
      description: isLab ? description : page.description,
      summary,
      content: isLab ? null : rest,
      preview: isLab ? rest : null,
      transcript: null,
    };
  });
  return { guide: source, findings };
}

/** Reads the first page of a learning path; its steps are one course of the same name. */
export function readHugoLearningPath(
  files: SourceFiles,
  options: HugoOptions,
): { path: LearningPathSource | null; findings: Finding[] } {
  const { source, findings } = read(files, options, (page, list): LearningPathSource => {
    const { id, slug } = identityOf(options);
    return {
      file: page.file,
      id,
      slug,
      title: page.title,
      status: page.status,
      order: page.weight,
      level: levelOf(page, list),
      topics: page.topics,
      steps: [{ type: 'course', id: id.value }],
      description: page.description,
      summary: page.text,
    };
  });
  return { path: source, findings };
}

/** Reads a page of `team`, in which accounts are names, not addresses. */
export function readHugoInstructor(
  files: SourceFiles,
  options: HugoOptions,
): { instructor: InstructorSource | null; findings: Finding[] } {
  const { source, findings } = read(files, options, (page, list): InstructorSource => {
    const account = (name: string, address: string) => accountOf(page, name, address, list);
    const { summary } = splitSummary(page.text);
    return {
      file: page.file,
      ...identityOf(options),
      name: page.title,
      status: page.status,
      avatar: null,
      credentials: (oneText(page.fields, 'description') ?? '').replace(/\s+/g, ' '),
      github: account('github', 'https://github.com/'),
      linkedin: account('linkedin', 'https://www.linkedin.com/in/'),
      twitter: account('twitter', 'https://twitter.com/'),
      website: account('website', ''),
      description: summary,
      bio: page.text,
    };
  });
  return { instructor: source, findings };
}

/** @param address prefix of the account's name; empty when the field is an address itself */
function accountOf({ fields, file }: HugoPage, name: string, address: string, findings: FindingList): string | null {
  const field = fields.texts(name)[0];
  if (field === undefined) return null;
  const { value, line } = field;
  const account = value.replace(/^(?:@|\/|in\/)+|\/+$/g, '');
  const isAddress = /^https?:/i.test(value) || address === '';
  const url = isAddress ? httpsUrl(value) : /^[\w.%-]{1,100}$/.test(account) ? `${address}${account}` : null;
  if (url === null) {
    const message = `${name} "${value.slice(0, 200)}" is neither an account nor an https address; it was left out`;
    findings.warning('url-refused', file, line, message);
  }
  return url;
}

export function levelOf({ fields, file }: HugoPage, findings: FindingList): string | null {
  const name = oneText(fields, 'experience') === null ? 'level' : 'experience';
  return levelIn(oneText(fields, name) ?? '', { file, line: fields.lineOf(name) }, findings);
}

/** Minutes, written as a number or as a range, whose end counts; 0 when the page gives none. */
export function minutesOf({ fields, file }: HugoPage, name: string, findings: FindingList): number {
  const field = fields.texts(name)[0];
  if (field === undefined) return 0;
  const found = /^(?:\d{1,5}\s*[-–]\s*)?(\d{1,5})$/.exec(field.value);
  if (found !== null) return Number(found[1]);
  const message = `"${name}" must be a number of minutes, not "${field.value.slice(0, 40)}"; it was left out`;
  findings.error('field-type', file, field.line, message);
  return 0;
}
