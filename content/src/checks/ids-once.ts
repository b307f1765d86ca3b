import type { CourseSource } from '../courses/course-source.ts';
import type { FindingList } from '../finding-list.ts';

/** Ids of lessons and modules are keys of the learners' progress, so each must be unique. */
export function checkIdsOnce(course: CourseSource, findings: FindingList): void {
  const seen = new Map<string, string>();
  for (const { id, file } of course.lessons) {
    const first = seen.get(id.value);
    if (id.value !== '' && first !== undefined) {
      findings.fatal(
        'id-duplicate',
        file,
        id.line,
        `id "${id.value}" is already used in ${first}; give this one its own`,
      );
    }
    seen.set(id.value, first ?? file);
  }
}
