import type { CheckedItem } from './checked-item.ts';
import { placeOf } from './place-of.ts';
import { type CatalogueCheck, namesOf } from './site.ts';

/**
 * Ids and slugs are unique within an academy: of two items with the same ones the copy is refused, with one finding.
 */
export const checkDuplicates: CatalogueCheck = (checked, site, findings) => {
  const shared = new Map<CheckedItem, string[]>();
  for (const name of namesOf(checked.item)) {
    const owner = site.owner(checked.tenantId, name);
    if (owner !== null && owner !== checked) shared.set(owner, [...(shared.get(owner) ?? []), name]);
  }
  for (const [owner, names] of shared) {
    // In the order of importance: id, slug, lessons.
    const [first = '', ...others] = names;
    const [kind = '', what = '', ...value] = first.split(' ');
    const { file, line } = placeOf(value.join(' '), checked);
    const lessons = others.filter((name) => name.startsWith('lesson id ')).length;
    const more = [
      ...(others.some((name) => name.split(' ')[1] === 'slug') ? ['its slug'] : []),
      ...(lessons > 0 ? [`${lessons} ${kind === 'lesson' ? 'more ' : ''}${lessons === 1 ? 'lesson' : 'lessons'}`] : []),
    ].join(' and ');
    const both = `${nameOf(owner)} and ${nameOf(checked)}`;
    const message = `the ${kind} ${what} "${value.join(' ')}" is used by both ${both}; give the copy a new ${what}${more === '' ? '' : `. The same goes for ${more}`}`;
    findings.fatal(`${what}-duplicate`, file, line, message);
  }
};

const nameOf = ({ folder, item }: CheckedItem): string => folder ?? `${item.kind} "${item.title}"`;
