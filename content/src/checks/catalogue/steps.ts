import { shortened } from '../../text-source.ts';
import { placeOf } from './place-of.ts';
import type { CatalogueCheck } from './site.ts';

/** The courses and tests that a learning path names as steps are there, and the course of an exam. */
export const checkSteps: CatalogueCheck = (checked, site, findings) => {
  const { item, tenantId } = checked;
  const tell = (code: string, type: 'course' | 'test', id: string, what: string, until: string) => {
    if (!site.knows(tenantId, type) || site.has(tenantId, type, id)) return;
    const { file, line } = placeOf(id, checked);
    const advice = site.nearId(tenantId, type, id) ?? 'publish it or mend the id.';
    const message = `${what} names the ${type} "${shortened(id, 100)}", which is not there; ${advice} Until then ${until}`;
    findings.warning(code, file, line, message);
  };
  if (item.kind === 'path')
    for (const { type, id } of item.data.steps) tell('step-missing', type, id, 'the step', 'the step cannot be opened');
  if (item.kind === 'test' && item.data.course !== null)
    tell('test-course', 'course', item.data.course, 'the exam', 'it is shown as one that takes place elsewhere');
};
