import { shortened } from '../../text-source.ts';
import { placeOf } from './place-of.ts';
import type { CatalogueCheck } from './site.ts';

/** The steps of a learning path are existing courses and tests; others are shown as not available. */
export const checkSteps: CatalogueCheck = (checked, site, findings) => {
  const { item, tenantId } = checked;
  if (item.kind !== 'path') return;
  for (const { type, id } of item.data.steps) {
    if (!site.knows(tenantId, type) || site.has(tenantId, type, id)) continue;
    const { file, line } = placeOf(id, checked);
    const advice = site.nearId(tenantId, type, id) ?? 'publish it or mend the id.';
    const message = `the step names the ${type} "${shortened(id, 100)}", which is not there; ${advice} Until then the step cannot be opened`;
    findings.warning('step-missing', file, line, message);
  }
};
