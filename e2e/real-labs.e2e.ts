import { existsSync } from 'node:fs';
import { labWorkspaceTexts } from '@academy/web/features/lab-workspace/lab-workspace-texts';
import { labSessionTexts } from '@academy/web/screens/labs/lab-session-texts';
import { labStartTexts } from '@academy/web/screens/labs/lab-start-texts';
import type { Page } from '@playwright/test';
import type { TenantName } from './support/academy.ts';
import { findingsOfAxe } from './support/axe.ts';
import { type MadeFiles, publish } from './support/made-content.ts';
import { DATA, published, publishRealContent } from './support/real-content.ts';
import { openAs } from './support/sign-in.ts';
import { open } from './support/steps.ts';
import { expect, test, useAcademy } from './support/test.ts';

test.skip(!existsSync(DATA), 'Real labs are looked for in ../shared/data, which is not there.');
test.skip(process.env.ACADEMY_TEST_ALL !== '1', 'All real labs are opened by "./academy test --all".');

const academy = useAcademy();
// The usual limits are lower than the number of labs and pages of this run.
academy.env = { ACADEMY_LAB_STARTS_PER_MINUTE: '1000', ACADEMY_SIGNED_IN_PER_MINUTE: '10000' };

/** Labs of the data, the pages that they list, and the actions of those pages; one page is not listed. */
const REAL = {
  spring: { labs: 69, pages: 425, actions: 964 },
  kube: { labs: 10, pages: 116, actions: 249 },
};
const ACADEMIES = ['spring', 'kube'] as const;

/** A course with a lesson for every lab: eleven labs belong to no lesson of the data. */
function courseOf(tenant: string, labs: readonly string[]): MadeFiles {
  const lessons = labs.flatMap((lab, index) => {
    const folder = `all-labs/${String(index + 1).padStart(2, '0')}-lesson-lab-${index + 1}`;
    const lesson = {
      id: `${tenant}-all-labs-${index + 1}`,
      slug: `lab-${index + 1}`,
      title: lab,
      status: 'live',
      type: 'lab',
      duration: 60,
      settings: { manualCompletion: true, educates: lab },
    };
    return [
      [`${folder}/lesson.json`, lesson],
      [`${folder}/preview.md`, 'A lab.'],
    ];
  });
  return {
    'all-labs/course.json': { id: `${tenant}-all-labs`, slug: 'all-labs', title: 'All Labs', status: 'live' },
    'all-labs/description.md': 'Every lab there is.',
    ...Object.fromEntries(lessons),
  };
}

/** Ids of the labs of our samples, by academy. */
const ours = new Map<TenantName, string[]>();

const labsOf = async (tenant: TenantName) =>
  (await published(academy, tenant)).filter(({ kind }) => kind === 'workshop').map(({ id }) => id);

test.beforeAll(async () => {
  test.setTimeout(600_000);
  for (const tenant of ACADEMIES) ours.set(tenant, await labsOf(tenant));
  expect(await publishRealContent(academy)).toMatch(/^363 items: .*; 0 fatal, /m);
});

for (const tenant of ACADEMIES) {
  test(`every page of every real lab of ${tenant} shows all its actions`, async ({ page }) => {
    test.setTimeout(2_400_000);
    const real = (await labsOf(tenant)).filter((id) => ours.get(tenant)?.includes(id) === false);
    await publish(academy, tenant, courseOf(tenant, real));

    await openAs(page, academy.url(tenant), await academy.newPerson());
    const seen = { labs: 0, pages: 0, actions: 0 };
    const trouble: string[] = [];
    for (const [index, lab] of real.entries()) {
      await open(page, academy.url(tenant, `/courses/all-labs/lessons/lab-${index + 1}/lab`));
      await page.getByRole('button', { name: labStartTexts.start }).click();
      await expect(page.getByRole('tab', { name: labWorkspaceTexts.terminal })).toBeVisible();
      for (const { id, nodes } of await findingsOfAxe(page))
        trouble.push(`${lab}: axe ${id}: ${nodes[0]?.html.slice(0, 160)}`);
      await walk(page, ({ title, actions, complaints }) => {
        seen.pages += 1;
        seen.actions += actions;
        trouble.push(...complaints.map((words) => `${lab}, ${title}: ${words}`));
      });
      seen.labs += 1;
      await page.getByRole('button', { name: labSessionTexts.endLab }).click();
      await page.getByRole('dialog').getByRole('button', { name: labSessionTexts.endLab }).click();
      await expect(page.getByRole('button', { name: labStartTexts.start })).toBeVisible();
    }
    expect(trouble).toEqual([]);
    expect(seen).toEqual(REAL[tenant]);
  });
}

interface SeenPage {
  title: string;
  actions: number;
  /** Problems on the page, as texts. */
  complaints: string[];
}

/** The lab covers the whole window; the previous screen is behind it. */
const instructions = (page: Page) => page.locator('main:not(#main)');

/** Opens all pages of the running lab, from the first to the last. */
async function walk(page: Page, onPage: (seen: SeenPage) => void): Promise<void> {
  const position = instructions(page).getByText(/^Page \d+ of \d+$/);
  const [, , count] = /(\d+) of (\d+)/.exec(await position.innerText()) ?? [];
  for (let at = 1; at <= Number(count); at += 1) {
    await expect(position).toHaveText(`Page ${at} of ${count}`);
    onPage(await readPage(page));
    if (at === Number(count)) return;
    await page.getByRole('navigation', { name: labWorkspaceTexts.pages }).getByRole('button').last().click();
  }
}

/** Reads the current page of the lab, once its actions can be clicked. */
async function readPage(page: Page): Promise<SeenPage> {
  const shown = instructions(page);
  const dead = shown.locator('.lab-action[data-action]:not([hidden]):not(:has(button))');
  await expect(dead).toHaveCount(0);
  return shown.evaluate(async (main) => {
    const complaints: string[] = [];
    const title = main.querySelector('h1')?.textContent ?? '';
    if (title.trim() === '') complaints.push('has no title');
    const numbers = [...main.querySelectorAll<HTMLElement>('[data-action]')].map(({ dataset }) =>
      Number(dataset.action),
    );
    if (numbers.some((number, place) => number !== place)) complaints.push(`has the actions ${numbers.join(', ')}`);
    const images = [...main.querySelectorAll<HTMLImageElement>('img')];
    for (const image of images) image.loading = 'eager';
    await Promise.all(images.map((image) => image.decode().catch(() => complaints.push(`does not show ${image.src}`))));
    const text = main.cloneNode(true) as HTMLElement;
    for (const code of text.querySelectorAll('pre, code')) code.remove();
    // The text of a lab may mention variables of a shell.
    const raw = /@@@\w*|\{\{[<%{ ]|[\ue000-\uf8ff]/.exec(text.textContent ?? '');
    if (raw !== null) complaints.push(`shows "${raw[0]}"`);
    return { title, actions: numbers.length, complaints };
  });
}
