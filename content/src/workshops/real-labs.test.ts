import { expect, test } from 'vitest';
import { buildItem } from '../build.ts';
import type { BuiltWorkshopPage, WorkshopAction } from '../built-item.ts';
import { findItems, loadItem } from '../find-items.ts';
import { brief } from '../testing/content.ts';
import { DATA, isThere, isWhole } from '../testing/real-content.ts';
import { outsideCode } from './testing.ts';

const load = { tenantId: null, tenants: ['spring', 'kube', 'tanzu'], variables: {}, fallback: 'kube' };

/** A page that no list of its lab contains is read too: its actions count like those of the others. */
const UNLISTED = 'workshop/content/04-policy.md';

interface Read {
  pages: BuiltWorkshopPage[];
  /** Findings in brief. */
  findings: string[];
  tenants: Record<string, number>;
}

/** Builds labs, all of them or every tenth; none may be refused. */
async function read(which: 'all' | 'sample'): Promise<Read> {
  const found = await findItems(['workshop'], DATA);
  expect(found).toHaveLength(79);
  const given: Read = { pages: [], findings: [], tenants: {} };
  for (const item of found.filter((_item, at) => which === 'all' || at % 10 === 0)) {
    const { item: loaded, tenantId } = await loadItem(item, load);
    if (loaded === null || tenantId === null) throw new Error(`${item.root} was not loaded`);
    given.tenants[tenantId] = (given.tenants[tenantId] ?? 0) + 1;
    const { files, options } = loaded;
    const result = await buildItem('workshop', files, { ...options, tenantId });
    if (result.refused || result.item.kind !== 'workshop') throw new Error(JSON.stringify(result.findings));
    expect(result.item.id).toBe(loaded.id);
    given.pages.push(...result.item.body.pages);
    given.findings.push(...brief(result.findings));
    if (!files.has(UNLISTED) || result.item.body.pages.some(({ name }) => name === '04-policy')) continue;
    const alone = new Map(files).set('workshop/workshop.yaml', Buffer.from('modules:\n  activate: [04-policy]\n'));
    const unlisted = await buildItem('workshop', alone, { ...options, tenantId });
    if (!unlisted.refused && unlisted.item.kind === 'workshop') given.pages.push(...unlisted.item.body.pages);
  }
  return given;
}

test.runIf(isThere)('a real lab is read without markup that is left over', { timeout: 120_000 }, async () => {
  const { pages, findings } = await read(isWhole ? 'all' : 'sample');
  expect(pages.flatMap(({ actions }) => actions).length).toBeGreaterThan(50);
  for (const { name, html } of pages) {
    expect(outsideCode(html), name).not.toContain('{{');
    expect(html, name).not.toMatch(/[\ue000-\uf8ff]/);
  }
  expect(findings.filter((finding) => / fatal /.test(finding))).toEqual([]);
});

test.runIf(isThere && isWhole)(
  'all 79 real labs have 4 actions of 1,214 that labs refuse',
  { timeout: 120_000 },
  async () => {
    const { pages, findings, tenants } = await read('all');
    // Eleven labs are used by nothing in the data; their academy comes from the map.
    expect(tenants).toEqual({ spring: 68, kube: 11 });
    expect(pages).toHaveLength(542);

    const actions = pages.flatMap((page) => page.actions);
    expect(actions).toHaveLength(1214);
    expect(namesOf(actions.filter(({ known }) => !known))).toEqual({
      'editor:execute-command': 4,
    });
    expect(namesOf(actions)).toMatchObject({
      'dashboard:open-dashboard': 272,
      'editor:select-matching-text': 265,
      'terminal:execute': 311,
      'terminal:interrupt': 12,
      'workshop:copy': 13,
      'examiner:execute-test': 29,
      'section:begin': 31,
      'section:end': 31,
    });

    const told = (code: string) => findings.filter((finding) => finding.endsWith(` ${code}`)).length;
    expect(told('action-unknown')).toBe(0);
    expect(told('lab-action-unsupported')).toBe(4);
    expect(told('script-removed')).toBe(1);
    expect(told('workshop-page-unused')).toBe(1);
    expect(told('workshop-module-unused')).toBe(2);
  },
);

function namesOf(actions: readonly WorkshopAction[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { name } of actions) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}
