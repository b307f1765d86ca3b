import type { CourseSource } from '../courses/course-source.ts';
import type { FindingList } from '../finding-list.ts';

/** Visible lessons are in a visible module. */
export function checkReachable(course: CourseSource, findings: FindingList): void {
  for (const module of course.lessons) {
    if (module.type !== 'module') continue;
    const lessons = course.lessons.filter(({ moduleFolder }) => moduleFolder === module.folder);
    if (lessons.length === 0) {
      const message = 'the module holds no lesson; add one, or remove the module';
      findings.warning('module-empty', module.file, 1, message);
    }
    const live = lessons.filter(({ status }) => status === 'live').length;
    if (module.status === 'live' || live === 0) continue;
    const message = `the module is "${module.status}", so ${live === 1 ? 'its live lesson is' : `its ${live} live lessons are`} not in the outline; make the module live or its lessons "${module.status}"`;
    findings.warning('lessons-unreachable', module.file, module.id.line, message);
  }
  const lessons = course.lessons.filter(({ type }) => type !== 'module');
  if (course.status === 'live' && lessons.length > 0 && lessons.every(({ status }) => status !== 'live')) {
    const message = 'the course is live and none of its lessons is; set "status" of the lessons to "live"';
    findings.warning('lessons-unreachable', course.file, course.id.line, message);
  }
}
