import type { BuiltItem } from '../../built-item.ts';
import { shortened } from '../../text-source.ts';
import { placeOf } from './place-of.ts';
import type { CatalogueCheck } from './site.ts';

/** Every instructor that an item names has a profile; without one only the name is shown. */
export const checkInstructors: CatalogueCheck = (checked, site, findings) => {
  const { tenantId } = checked;
  for (const id of instructorsOf(checked.item)) {
    if (site.has(tenantId, 'instructor', id)) continue;
    const { file, line } = placeOf(id, checked);
    const advice =
      site.nearId(tenantId, 'instructor', id) ?? site.adviceFor(checked, 'instructor', 'add one or mend the id');
    const message = `the instructor "${shortened(id, 100)}" has no profile; ${advice}`;
    findings.warning('instructor-missing', file, line, message);
  }
};

function instructorsOf(item: BuiltItem): Set<string> {
  if (item.kind === 'guide') return new Set(item.data.instructors);
  if (item.kind !== 'course') return new Set();
  return new Set([...item.data.instructors, ...item.lessons.flatMap(({ data }) => data.instructors)]);
}
