import type { BuiltItem } from '../../built-item.ts';
import { shortened } from '../../text-source.ts';
import type { CatalogueCheck } from './index.ts';
import { placeOf } from './place-of.ts';

/** Every instructor that an item names has a profile; without one only the name is shown. */
export const checkInstructors: CatalogueCheck = (checked, site, findings) => {
  const known = new Set(site.items(checked.tenantId, 'instructor').map(({ item }) => item.id));
  if (known.size === 0) return;
  for (const id of instructorsOf(checked.item)) {
    if (known.has(id)) continue;
    const { file, line } = placeOf(id, checked);
    const message = `the instructor "${shortened(id, 100)}" has no profile; add one or mend the id`;
    findings.warning('instructor-missing', file, line, message);
  }
};

function instructorsOf(item: BuiltItem): Set<string> {
  if (item.kind === 'guide') return new Set(item.data.instructors);
  if (item.kind !== 'course') return new Set();
  return new Set([...item.data.instructors, ...item.lessons.flatMap(({ data }) => data.instructors)]);
}
