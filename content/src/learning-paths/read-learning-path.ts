import { ContentIdSchema } from '@academy/contract/entities';
import type { Finding } from '@academy/contract/findings';
import * as v from 'valibot';
import { checkTenantPrefix } from '../checks/tenant-prefix.ts';
import { type Fields, readFields } from '../fields.ts';
import { FindingList } from '../finding-list.ts';
import type { BuildOptions } from '../item-hash.ts';
import { readText } from '../read-text.ts';
import type { SourceFiles } from '../source-files.ts';
import { shortened } from '../text-source.ts';
import { readLevel, readNames, readTags } from '../values.ts';
import type { LearningPathSource } from './learning-path-source.ts';

type Step = LearningPathSource['steps'][number];

/** Reads a learning path's folder. */
export function readLearningPath(
  files: SourceFiles,
  options: BuildOptions,
): { path: LearningPathSource | null; findings: Finding[] } {
  const findings = new FindingList();
  const path = readPathFile(files, options.file, findings);
  if (path !== null) checkTenantPrefix(path.id, options.file, options.tenantId, findings);
  return { path: findings.refused ? null : path, findings: findings.list() };
}

function readPathFile(files: SourceFiles, file: string, findings: FindingList): LearningPathSource | null {
  const fields = readFields(files, file, {}, findings, 'path');
  if (fields === null) return null;
  return {
    file,
    ...readNames(fields, findings),
    order: fields.integer('order'),
    level: readLevel(fields, findings),
    topics: readTags(fields, 'topics'),
    steps: readSteps(fields, findings),
    description: readText(files, 'description.md', findings),
    summary: readText(files, 'summary.md', findings),
  };
}

/** The steps in their order. Whether the academy has their courses is checked when they are shown. */
function readSteps(fields: Fields, findings: FindingList): Step[] {
  const steps: Step[] = [];
  const listed = fields.objects('steps') ?? [];
  if (listed.length === 0) {
    findings.warning('steps-none', fields.file, fields.lineOf('steps'), 'a path without steps; add "steps": [...]');
  }
  for (const step of listed) {
    const type = step.string('type') ?? '';
    const id = step.string('id') ?? '';
    if (type !== 'course' && type !== 'test') {
      const message = `a step of type "${shortened(type, 40)}" is unknown; it was left out. Write course or test`;
      findings.error('step-type', fields.file, step.lineOf('type'), message);
    } else if (!v.is(ContentIdSchema, id)) {
      const message = `"${shortened(id, 60)}" is not the id of a ${type}; the step was left out`;
      findings.error('step-id', fields.file, step.lineOf('id'), message);
    } else if (steps.some((known) => known.type === type && known.id === id)) {
      findings.warning(
        'step-repeated',
        fields.file,
        step.lineOf('id'),
        `the ${type} "${id}" stands twice; once is kept`,
      );
    } else {
      steps.push({ type, id });
    }
  }
  return steps;
}
