import type { CourseSource } from '../courses/course-source.ts';
import type { FindingList } from '../finding-list.ts';

/** Slugs are parts of addresses: unique in a course for lessons and modules together, in any letter case. */
export function checkSlugsOnce(course: CourseSource, findings: FindingList): void {
  const seen = new Map<string, string>();
  for (const { slug, file } of course.lessons) {
    const key = slug.value.toLowerCase();
    const first = seen.get(key);
    if (key !== '' && first !== undefined) {
      const message = `slug "${slug.value}" is already used in ${first}; give this one its own`;
      findings.fatal('slug-duplicate', file, slug.line, message);
    }
    seen.set(key, first ?? file);
  }
}
