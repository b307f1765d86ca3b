import type { CourseSource } from '../courses/course-source.ts';
import type { FindingList } from '../finding-list.ts';

/** A lab lesson names its lab. */
export function checkLabsNamed(course: CourseSource, findings: FindingList): void {
  for (const { type, lab, file } of course.lessons) {
    if (type !== 'lab') continue;
    const [named, field] =
      lab.labType === 'externalLab' ? [lab.labUrl, 'labUrl'] : [lab.workshop, 'educates with the name of its workshop'];
    if (named !== null) continue;
    findings.warning('lab-missing', file, 1, `there is no lab to open; add settings.${field}`);
  }
}
