import type { CatalogueCheck } from './index.ts';
import { placeOf } from './place-of.ts';
import { namesOf } from './site.ts';

/** Ids and slugs belong to one item of an academy: of two with the same one, the second is refused. */
export const checkTwins: CatalogueCheck = (checked, site, findings) => {
  for (const name of namesOf(checked.item)) {
    const owner = site.owner(checked.tenantId, name);
    if (owner === null || owner === checked) continue;
    const [kind, what, ...value] = name.split(' ');
    const { file, line } = placeOf(value.join(' '), checked);
    const message = `the ${what} "${value.join(' ')}" belongs to ${owner.item.kind} "${owner.item.title}" already; give this ${kind} its own`;
    findings.fatal(`${what}-duplicate`, file, line, message);
  }
};
