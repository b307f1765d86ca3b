import { existsSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { TENANTS, type TenantName } from './support/academy.ts';
import { findingsOfAxe } from './support/axe.ts';
import { DATA, published, publishRealContent } from './support/real-content.ts';
import { openAs } from './support/sign-in.ts';
import { open } from './support/steps.ts';
import { expect, test, useAcademy } from './support/test.ts';

test.skip(!existsSync(DATA), 'Real content is looked for in ../shared/data, which is not there.');
test.skip(process.env.ACADEMY_TEST_ALL !== '1', 'The whole corpus is opened by "./academy test --all".');

const academy = useAcademy();

/** Output of the first and second run over all repositories. */
const runs: string[] = [];

test.beforeAll(async () => {
  test.setTimeout(600_000);
  runs.push(await publishRealContent(academy), await publishRealContent(academy));
});

async function lessonsOf(tenant: TenantName, slug: string): Promise<{ slug: string; type: string }[]> {
  const { text } = await academy.get(tenant, `/api/v1/lessons/list?slug=${slug}`, { tenantid: tenant });
  const { data } = JSON.parse(text) as { data: { lessons: { slug: string; type: string }[] } };
  return data.lessons.filter(({ type }) => type !== 'module');
}

/** Every address of published content. */
async function addressesOf(tenant: TenantName): Promise<string[]> {
  const found: string[] = ['/courses', '/guides', '/paths', '/instructors'];
  for (const { kind, slug, status } of await published(academy, tenant)) {
    if (status === 'draft') continue;
    if (kind === 'guide') found.push(`/guides/${slug}`);
    if (kind === 'path') found.push(`/paths/${slug}`);
    if (kind === 'page') found.push(`/${slug}`);
    if (kind === 'instructor') found.push(`/instructors/${slug}`);
    if (kind !== 'course') continue;
    found.push(`/courses/${slug}`);
    for (const lesson of await lessonsOf(tenant, slug)) {
      const address = `/courses/${slug}/lessons/${lesson.slug}`;
      found.push(address);
      if (lesson.type === 'lab') found.push(`${address}/lab`);
      if (lesson.type === 'knowledge-check') found.push(`${address}/knowledge-check`);
    }
  }
  return found;
}

/**
 * What axe finds. A bar at the edge of the window can stand too close to a link by chance: such a finding counts only when
 * it is still there after scrolling.
 */
async function lastingFindingsOfAxe(page: Page) {
  const findings = await findingsOfAxe(page);
  if (!findings.some(({ id }) => id === 'target-size')) return findings;
  await page.evaluate(() => scrollBy({ top: 100, behavior: 'instant' }));
  const afterwards = await findingsOfAxe(page, { rules: ['target-size'] });
  const remains = (html: string) => afterwards.some(({ nodes }) => nodes.some((node) => node.html === html));
  return findings
    .map(({ id, nodes }) => ({ id, nodes: id === 'target-size' ? nodes.filter(({ html }) => remains(html)) : nodes }))
    .filter(({ nodes }) => nodes.length > 0);
}

/** Problems on a page as texts; empty without problems. */
async function troubleOn(page: Page, address: string, status: number): Promise<string[]> {
  const trouble: string[] = [];
  if (status !== 200) trouble.push(`answers ${status}`);
  if ((await page.locator('main h1').count()) !== 1) trouble.push('has no single heading');
  const { text, broken } = await page.evaluate(async () => {
    const main = document.querySelector('main')?.cloneNode(true) as HTMLElement;
    // Code may contain shortcodes and variables.
    for (const code of main.querySelectorAll('pre, code')) code.remove();
    const images = [...document.querySelectorAll<HTMLImageElement>('main img')];
    for (const image of images) image.loading = 'eager';
    await Promise.all(images.map((image) => image.decode().catch(() => undefined)));
    return {
      text: main.textContent ?? '',
      broken: images.filter((one) => one.naturalWidth === 0).map((one) => one.currentSrc || one.src),
    };
  });
  // Names of lab variables have two words; a text may mention $(shell) of a makefile.
  const raw = /@@@\w*|\{\{[<%{ ]|\$\{[A-Z_]+\}|\$\([a-z]+_[a-z_]+\)/.exec(text);
  if (raw !== null) trouble.push(`shows "${text.slice(raw.index, raw.index + 60).replace(/\s+/g, ' ')}"`);
  for (const image of broken) trouble.push(`does not show ${image}`);
  for (const { id, nodes } of await lastingFindingsOfAxe(page))
    trouble.push(`axe ${id}: ${nodes[0]?.html.slice(0, 160)} (${nodes.length})`);
  return trouble.map((words) => `${address} ${words}`);
}

test('all repositories are published unchanged, and a second run changes nothing', async () => {
  const [first = '', second = ''] = runs;
  const everything = (await Promise.all(TENANTS.map((tenant) => published(academy, tenant)))).flat();
  // A page of the samples may have the same id: it is updated instead of created.
  const count = (kind: string) =>
    everything.filter(
      (one) => one.kind === kind && new RegExp(`^(created|updated) ${kind} ${one.id} `, 'm').test(first),
    ).length;
  expect({
    courses: count('course'),
    guides: count('guide'),
    paths: count('path'),
    instructors: count('instructor'),
    pages: count('page'),
    workshops: count('workshop'),
  }).toEqual({ courses: 22, guides: 195, paths: 12, instructors: 45, pages: 8, workshops: 79 });
  expect(first).toMatch(/^363 items: .*; 0 fatal, /m);
  expect(second).toMatch(/^363 items: 363 unchanged; 0 fatal, /m);
});

for (const tenant of TENANTS) {
  test(`everything that ${tenant} publishes opens without problems`, async ({ page, watched }) => {
    test.setTimeout(3_600_000);
    await openAs(page, academy.url(tenant), academy.person('pro'));
    const addresses = await addressesOf(tenant);
    expect(addresses.length).toBeGreaterThan(50);
    const trouble: string[] = [];
    for (const address of addresses) {
      // A page that redirects to another site is not followed there.
      const { status: first, headers } = await academy.get(tenant, address);
      if (first === 302 && /^https?:/.test(String(headers.location))) continue;
      const before = watched.problems.length;
      const status = await open(page, academy.url(tenant, address)).catch((error: Error) => {
        trouble.push(`${address} does not open: ${error.message.split('\n')[0]}`);
        return 0;
      });
      if (status === 0) continue;
      trouble.push(...(await troubleOn(page, address, status)));
      trouble.push(...watched.problems.slice(before).map((problem) => `${address} ${problem}`));
    }
    expect(trouble).toEqual([]);
  });
}
