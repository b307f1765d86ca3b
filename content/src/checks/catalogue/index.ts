import type { Finding } from '@academy/contract/findings';
import type { KnownEnvironments } from '@academy/contract/rules/lab-environments';
import type { TenantId } from '@academy/contract/tenants';
import { FindingList } from '../../finding-list.ts';
import type { CheckedItem } from './checked-item.ts';
import { checkDuplicates } from './duplicates.ts';
import { checkEnvironment } from './environments.ts';
import { checkInstructors } from './instructors.ts';
import { checkLinks } from './links.ts';
import { checkRedirects } from './redirects.ts';
import { type CatalogueCheck, type ItemElsewhere, Site } from './site.ts';
import { checkSteps } from './steps.ts';
import { checkWorkshops } from './workshops.ts';

const CATALOGUE_CHECKS: readonly CatalogueCheck[] = [
  checkDuplicates,
  checkLinks,
  checkInstructors,
  checkSteps,
  checkRedirects,
  checkWorkshops,
];

/**
 * The rules about references between items: links and headings, authors, steps, labs, and names that two items share.
 *
 * @param elsewhere the academies' other content; null when no academy was asked: then a missing item may be published
 * from another folder, and findings say so
 * @param environments where labs can run; null: not known
 * @param partial academies of which only a part is in `elsewhere`: what is missing there is no finding
 * @returns the findings of each item, in the order of `items`; a fatal one means that the item must not be published
 */
export function checkCatalogue(
  items: readonly CheckedItem[],
  elsewhere: readonly ItemElsewhere[] | null = null,
  environments: KnownEnvironments | null = null,
  partial: ReadonlySet<TenantId> = new Set(),
): Finding[][] {
  const site = new Site(items, elsewhere, partial);
  return items.map((checked) => {
    const findings = new FindingList();
    for (const check of CATALOGUE_CHECKS) check(checked, site, findings);
    return [...findings.list(), ...(environments === null ? [] : checkEnvironment(checked, environments))];
  });
}
