import type { Finding } from '@academy/contract/findings';
import type { TenantId } from '@academy/contract/tenants';
import { checkFolderNumbers } from '../checks/folder-numbers.ts';
import { checkCourse } from '../checks/index.ts';
import { readFields } from '../fields.ts';
import { FindingList } from '../finding-list.ts';
import { readText } from '../read-text.ts';
import type { SourceFiles } from '../source-files.ts';
import type { TemplateVariables } from '../template-variables.ts';
import { readEntitlements, readInstructors, readLevel, readNames, readTags } from '../values.ts';
import type { CourseSource, LessonSource } from './course-source.ts';
import { readLab } from './read-lab.ts';
import { readLesson } from './read-lesson.ts';
import { walkCourse } from './walk-course.ts';

export interface ReadCourseOptions {
  /** The course's JSON file inside `files`. */
  file: string;
  /** The academy it is published to; null skips the check of the id's prefix. */
  tenantId: TenantId | null;
  variables: TemplateVariables;
}

/**
 * Reads a course folder (docs/reference/content-format.md#a-course-is-a-tree).
 *
 * @returns the course, null when a fatal finding refuses it, and every finding
 */
export function readCourse(
  files: SourceFiles,
  options: ReadCourseOptions,
): { course: CourseSource | null; findings: Finding[] } {
  const findings = new FindingList();
  const course = readCourseFile(files, options, findings);
  if (course !== null) checkCourse(course, options.tenantId, findings);
  return { course: findings.refused ? null : course, findings: findings.list() };
}

function readCourseFile(files: SourceFiles, options: ReadCourseOptions, findings: FindingList): CourseSource | null {
  const places = walkCourse(files, findings);
  checkFolderNumbers(places, findings);
  const lessons = places.flatMap((place): LessonSource[] => {
    const lesson = readLesson(files, place, findings);
    return lesson === null ? [] : [lesson];
  });
  const fields = readFields(files, options.file, options.variables, findings, 'course');
  if (fields === null) return null;

  const settings = fields.object('settings');
  const thumbnail = settings?.string('thumbnail') ?? null;
  return {
    file: options.file,
    ...readNames(fields, findings),
    order: fields.integer('order'),
    level: readLevel(fields, findings),
    topics: readTags(fields, 'topics'),
    isPro: settings?.boolean('pro') ?? false,
    entitlements: readEntitlements(fields, findings) ?? [],
    instructors: readInstructors(fields, findings) ?? [],
    lab: readLab(settings, findings),
    thumbnail: thumbnail === null ? null : { value: thumbnail, line: settings?.lineOf('thumbnail') ?? 1 },
    description: readText(files, 'description.md', findings),
    summary: readText(files, 'summary.md', findings),
    conclusion: readText(files, 'conclusion.md', findings),
    lessons,
  };
}
