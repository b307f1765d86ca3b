import { expect, test } from 'vitest';
import { brief } from '../../testing/content.ts';
import { aLab, buildLab, DEFINITION } from '../../workshops/testing.ts';
import { checkCatalogue } from './index.ts';

const NAMED = DEFINITION.replace('spec:', '  annotations:\n    academy/environment: java-17\nspec:');
const WITH_IMAGE = `${DEFINITION}  workshop:\n    image: ghcr.io/educates/jdk17-environment:*\n`;

async function findingsOf(definition: string, names: string[], images: Record<string, string> = {}) {
  const files = aLab({ 'resources/workshop.yaml': definition });
  const built = await buildLab(files);
  if (built.refused) throw new Error('the lab was refused');
  const checked = { tenantId: 'spring', item: built.item, links: built.links, files, file: 'resources/workshop.yaml' };
  return checkCatalogue([checked], null, { names, images }).flat();
}

test('a lab whose environment is there has no finding', async () => {
  expect(await findingsOf(NAMED, ['java-17'])).toEqual([]);
  expect(await findingsOf(WITH_IMAGE, ['java-17'], { 'jdk17-environment': 'java-17' })).toEqual([]);
  expect(await findingsOf(DEFINITION, [])).toEqual([]);
});

test('an environment that is missing is reported at the line that names it', async () => {
  const findings = await findingsOf(NAMED, ['node-22', 'git']);
  expect(brief(findings)).toEqual(['resources/workshop.yaml:6 warning environment-missing']);
  expect(findings[0]?.message).toContain('there are: node-22, git');
});

test('an image whose environment is missing, or that none stands for, is reported', async () => {
  const at = (code: string) => [`resources/workshop.yaml:8 warning ${code}`];
  expect(brief(await findingsOf(WITH_IMAGE, [], { 'jdk17-environment': 'java-17' }))).toEqual(
    at('environment-missing'),
  );
  expect(brief(await findingsOf(WITH_IMAGE, [], { '*': 'none' }))).toEqual(at('environment-missing'));
  expect(brief(await findingsOf(WITH_IMAGE, ['java-17']))).toEqual(at('environment-unmapped'));
});
