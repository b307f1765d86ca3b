import { isNearly } from '@academy/contract/rules/near-names';
import type { CourseSource } from '../courses/course-source.ts';
import type { FindingList } from '../finding-list.ts';

/** The folder decides which module contains a lesson; a parent in the file must exist and agree. */
export function checkParents(course: CourseSource, findings: FindingList): void {
  const modules = new Map<string, string>();
  for (const { type, id, folder } of course.lessons) if (type === 'module') modules.set(id.value, folder);
  for (const { namedParent, file, moduleFolder } of course.lessons) {
    if (namedParent === null || namedParent.value === course.id.value) continue;
    const folder = modules.get(namedParent.value);
    if (folder === undefined) {
      const meant = [...modules.keys()].find(
        (id) => isNearly(namedParent.value, id) || id.endsWith(`-${namedParent.value}`),
      );
      const advice = meant === undefined ? 'remove the field or add the module' : `did you mean "${meant}"?`;
      const message = `names the module "${namedParent.value.slice(0, 80)}", which this course does not have; ${advice}`;
      findings.fatal('parent-absent', file, namedParent.line, message);
    } else if (folder !== moduleFolder) {
      const message = `names the module in "${folder}" but lies in "${moduleFolder ?? 'the course itself'}"; the folder decides`;
      findings.warning('parent-differs', file, namedParent.line, message);
    }
  }
}
