import type { BuiltItem } from '../../built-item.ts';
import { shortened } from '../../text-source.ts';
import { placeOf } from './place-of.ts';
import type { CatalogueCheck } from './site.ts';

/** Every lab names a workshop with a definition. */
export const checkWorkshops: CatalogueCheck = (checked, site, findings) => {
  // Portals may run labs whose pages are not published.
  if (site.items(checked.tenantId, 'workshop').length === 0) return;
  for (const name of workshopsOf(checked.item)) {
    if (site.has(checked.tenantId, 'workshop', name)) continue;
    const { file, line } = placeOf(name, checked);
    const advice = site.nearId(checked.tenantId, 'workshop', name) ?? 'add the workshop or mend the name';
    const message = `the lab "${shortened(name, 100)}" has no definition here; ${advice}`;
    findings.warning('workshop-missing', file, line, message);
  }
};

/** Names of the workshops of a course's or guide's labs. */
export function workshopsOf(item: BuiltItem): string[] {
  const labs =
    item.kind === 'course' ? item.lessons.map(({ body }) => body.lab) : item.kind === 'guide' ? [item.body.lab] : [];
  return [...new Set(labs.flatMap((lab) => lab?.workshop ?? []))];
}
