import type { CheckedItem } from '@academy/content/checks/catalogue/checked-item';
import { checkCatalogue } from '@academy/content/checks/catalogue/index';
import type { ItemElsewhere } from '@academy/content/checks/catalogue/site';
import type { FoundItem } from '@academy/content/found-item';
import type { Finding } from '@academy/contract/findings';
import type { KnownEnvironments } from '@academy/contract/rules/lab-environments';
import type { Published } from './published.ts';
import { type ItemReport, placeFindings } from './report.ts';

/** An item with what was built of it; null when it is refused. */
export interface BuiltHere {
  found: FoundItem;
  checked: CheckedItem | null;
}

/**
 * The findings of items that refer to each other.
 *
 * @param list the academies' content; null when no academy is asked
 * @param environments where labs can run; null: not known
 */
export async function judgeAmong(
  items: readonly BuiltHere[],
  list: Published | null,
  environments: KnownEnvironments | null,
): Promise<Map<FoundItem, Finding[]>> {
  const built = items.flatMap(({ found, checked }) => (checked === null ? [] : [{ found, checked }]));
  const checked = built.map((one) => one.checked);
  const elsewhere = list === null ? null : await elsewhereOf(checked, list);
  const told = checkCatalogue(checked, elsewhere, environments, list === null ? new Set() : await list.partial());
  return new Map(built.map(({ found }, at) => [found, told[at] ?? []]));
}

async function elsewhereOf(checked: readonly CheckedItem[], list: Published): Promise<ItemElsewhere[]> {
  const here = new Set(checked.map(({ tenantId, item }) => `${tenantId} ${item.kind} ${item.id}`));
  const tenants = [...new Set(checked.map(({ tenantId }) => tenantId))];
  const lists = await Promise.all(
    tenants.map(async (tenantId) => (await list.list(tenantId)).map((item) => ({ ...item, tenantId }))),
  );
  return lists.flat().filter(({ tenantId, kind, id }) => !here.has(`${tenantId} ${kind} ${id}`));
}

/** Adds findings to the report of a checked item. */
export function addFindings(report: ItemReport, found: FoundItem, told: readonly Finding[], terms: JudgeTerms): void {
  report.findings.push(...placeFindings(told, found, terms.cwd));
  if (refuses(told, terms.strict)) report.outcome = 'refused';
}

interface JudgeTerms {
  strict: boolean;
  cwd: string;
}

/** Whether findings prevent publishing an item. */
export const refuses = (findings: readonly Finding[], strict: boolean): boolean =>
  findings.some(({ severity }) => strict || severity === 'fatal');
