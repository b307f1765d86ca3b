import type { TenantId } from '@academy/contract/tenants';
import type { CourseSource } from '../courses/course-source.ts';
import type { FindingList } from '../finding-list.ts';
import { checkHasLessons } from './has-lessons.ts';
import { checkIdsOnce } from './ids-once.ts';
import { checkLabsNamed } from './labs-named.ts';
import { checkParents } from './parents.ts';
import { checkReachable } from './reachable.ts';
import { checkSlugsOnce } from './slugs-once.ts';
import { checkTenantPrefix } from './tenant-prefix.ts';
import { checkTranscripts } from './transcripts.ts';

type CourseCheck = (course: CourseSource, findings: FindingList) => void;

/** The rules about a whole course, one file each, in the order in which an author would check them. */
const COURSE_CHECKS: readonly CourseCheck[] = [
  checkIdsOnce,
  checkSlugsOnce,
  checkParents,
  checkHasLessons,
  checkReachable,
  checkLabsNamed,
  checkTranscripts,
];

/** Applies every rule; problems are added to `findings`. */
export function checkCourse(course: CourseSource, tenantId: TenantId | null, findings: FindingList): void {
  checkTenantPrefix(course.id, course.file, tenantId, findings);
  for (const check of COURSE_CHECKS) check(course, findings);
}
