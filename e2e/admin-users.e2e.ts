import { peopleImportTexts } from '@academy/server/people/people-import-texts';
import { peopleTexts } from '@academy/web/screens/people/people-texts';
import { dialogTexts } from '@academy/web/shell/dialog-texts';
import { tableTexts } from '@academy/web/ui/data-table/table-texts';
import { uiTexts } from '@academy/web/ui/ui-texts';
import type { Locator, Page } from '@playwright/test';
import { type TenantName, USUAL_TENANTS } from './support/academy.ts';
import { openAs } from './support/sign-in.ts';
import { expectAccessible, expectAccessibleToo, expectNoSidewaysScroll, heading, open } from './support/steps.ts';
import { expect, longTest, PHONE, test, useAcademy } from './support/test.ts';

const academy = useAcademy();

const list = (page: Page) => page.getByRole('region', { name: peopleTexts.users });
const rows = (page: Page) =>
  list(page)
    .getByRole('row')
    .filter({ has: page.getByRole('cell') });
const rowOf = (page: Page, words: string) => rows(page).filter({ hasText: words });
const modal = (page: Page) => page.getByRole('dialog');
const messages = (page: Page) => page.getByRole('region', { name: uiTexts.messages });
const toggle = (page: Page, name: string) => list(page).getByRole('switch', { name: `${name} is an admin` });

const nameOf = (role: 'learner' | 'pro' | 'admin') => {
  const { firstName, lastName } = academy.person(role);
  return `${firstName} ${lastName}`;
};

/** The academy knows a person from their first log-in on. */
async function everybodyIsKnown(newDevice: () => Promise<Page>): Promise<void> {
  for (const role of ['learner', 'pro'] as const) {
    const page = await newDevice();
    await openAs(page, academy.url('spring'), academy.person(role));
  }
}

async function openUsers(page: Page, query = '', tenant: TenantName = 'spring'): Promise<void> {
  const admin = academy.person('admin');
  await openAs(page, academy.url(tenant, `/admin/users${query}`), admin);
  await expect(heading(page, peopleTexts.users)).toBeVisible();
  await expect(rowOf(page, admin.email)).toBeVisible();
}

longTest('people are found by name and address, and sorted by column', async ({ page, newDevice }) => {
  await everybodyIsKnown(newDevice);
  await openUsers(page);
  await expect(rows(page)).toHaveCount(3);
  const firstNames = () => rows(page).locator('td[data-title="First name"]').allTextContents();
  const sorted = (['learner', 'pro', 'admin'] as const).map((role) => academy.person(role).firstName).sort();
  expect(await firstNames()).toEqual(sorted);
  await list(page).getByRole('button', { name: peopleTexts.firstName }).click();
  await expect.poll(firstNames).toEqual(sorted.toReversed());
  await expect(page).toHaveURL(/dir=desc/);
  await list(page).getByRole('searchbox', { name: peopleTexts.search }).fill('LEARNER@exam');
  await expect(rows(page)).toHaveCount(1);
  await expect(list(page).getByRole('status').first()).toHaveText('1 user');
  await page.reload();
  await expect(rows(page)).toHaveCount(1);
  await list(page).getByRole('searchbox', { name: peopleTexts.search }).fill('nobody at all');
  await expect(list(page).getByRole('heading', { name: tableTexts.noMatch })).toBeVisible();
  await list(page).getByRole('button', { name: tableTexts.showAll }).click();
  await expect(rows(page)).toHaveCount(3);
  // As after the last row of the last page was removed.
  await open(page, academy.url('spring', '/admin/users?page=7'));
  await expect(rows(page)).toHaveCount(3);
  await expect(page).toHaveURL(academy.url('spring', '/admin/users'));
});

longTest(
  'an administrator makes somebody an administrator; the last administrator stays one',
  async ({ page, newDevice, allow }) => {
    await everybodyIsKnown(newDevice);
    await openUsers(page);
    const [learner, admin] = [nameOf('learner'), nameOf('admin')];
    await toggle(page, learner).click();
    await expect(modal(page).getByRole('heading', { name: `Make ${learner} an admin?` })).toBeVisible();
    await expect(toggle(page, learner)).not.toBeChecked();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(modal(page)).toHaveCount(0);
    await expect(toggle(page, learner)).not.toBeChecked();

    await toggle(page, learner).click();
    await modal(page).getByRole('button', { name: peopleTexts.makeAdmin }).click();
    await expect(messages(page)).toContainText(`${learner} is an admin now.`);
    await expect(toggle(page, learner)).toBeChecked();
    await messages(page).getByRole('button', { name: peopleTexts.undo }).click();
    await expect(toggle(page, learner)).not.toBeChecked();

    allow(/status of 409/);
    await toggle(page, admin).click();
    await expect(modal(page)).toContainText('This person loses access to the administration at once');
    await modal(page).getByRole('button', { name: peopleTexts.endRole }).click();
    await expect(modal(page).getByRole('heading', { name: dialogTexts.warning })).toBeVisible();
    await expect(modal(page)).toContainText(peopleImportTexts.onlyAdministrator);
    await expectAccessibleToo(page);
    await page.keyboard.press('Escape');
    await expect(toggle(page, admin)).toBeChecked();
  },
);

test.describe('fourteen hours ahead of UTC', () => {
  test.use({ timezoneId: 'Pacific/Kiritimati' });

  longTest('Pro membership is granted, lasts a year longer, ends, and comes back', async ({ page, newDevice }) => {
    await everybodyIsKnown(newDevice);
    await openUsers(page);
    const name = nameOf('learner');
    const pro = rowOf(page, academy.person('learner').email).locator('td[data-title="Pro"]');
    const membership = list(page).getByRole('button', { name: `Membership of ${name}` });
    await expect(pro).toHaveText(peopleTexts.no);
    await membership.click();
    await modal(page).getByLabel(peopleTexts.firstDay).fill('2020-01-01');
    await modal(page).getByLabel(peopleTexts.lastDay).fill('2019-01-01');
    await modal(page).getByRole('button', { name: peopleTexts.grantMembership }).click();
    await expect(modal(page).getByLabel(peopleTexts.lastDay)).toHaveAccessibleDescription(
      /must not be before the first/,
    );
    await expectAccessibleToo(page);
    await modal(page).getByLabel(peopleTexts.lastDay).fill('2039-05-06');
    await modal(page).getByRole('button', { name: peopleTexts.oneYearLonger }).click();
    await expect(modal(page).getByLabel(peopleTexts.lastDay)).toHaveValue('2040-05-06');
    await modal(page).getByRole('button', { name: peopleTexts.grantMembership }).click();
    await expect(messages(page)).toContainText(`The Pro membership of ${name} lasts until 2040-05-06 (UTC).`);
    await expect(pro).toHaveText('Until May 6, 2040 (UTC)');

    await membership.click();
    await expect(modal(page)).toContainText('Now: Until May 6, 2040 (UTC).');
    await modal(page).getByRole('button', { name: peopleTexts.endMembership }).click();
    await expect(pro).toHaveText(peopleTexts.no);
    await messages(page)
      .locator('div')
      .filter({ hasText: 'has ended' })
      .getByRole('button', { name: peopleTexts.undo })
      .click();
    await expect(pro).toHaveText('Until May 6, 2040 (UTC)');

    // In the time zone farthest ahead of UTC the day is the same, and times name their zone.
    await list(page)
      .getByRole('link', { name: `Open ${name}` })
      .click();
    await expect(page.getByRole('region', { name: peopleTexts.audit })).toContainText('UTC+14');
    await page.goBack();

    // People whose membership has ended are listed on request.
    await membership.click();
    await modal(page).getByLabel(peopleTexts.lastDay).fill('2021-05-06');
    await modal(page).getByRole('button', { name: peopleTexts.saveMembership }).click();
    await expect(rowOf(page, academy.person('learner').email)).toHaveCount(0);
    await list(page).getByRole('checkbox', { name: peopleTexts.withEnded }).check();
    await expect(pro).toHaveText('Ended May 6, 2021 (UTC)');
    await expect(page).toHaveURL(/ended=true/);
    await membership.click();
    await modal(page).getByRole('button', { name: peopleTexts.endMembership }).click();
    await expect(pro).toHaveText(peopleTexts.no);
  });
});

longTest('the list of users fits a phone, works by keyboard, accessibly', async ({ page, newDevice }) => {
  await everybodyIsKnown(newDevice);
  await openUsers(page);
  await toggle(page, nameOf('pro')).focus();
  await page.keyboard.press('Space');
  await expect(modal(page).getByRole('button', { name: peopleTexts.cancel })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(toggle(page, nameOf('pro'))).toBeFocused();
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page, [320, 390, 700, 1024]);
  await expectAccessible(page);
});

// The list works the same in every brand.
for (const tenant of USUAL_TENANTS.filter((one) => one !== 'spring'))
  longTest(`the users are the same in ${tenant}`, async ({ page }) => {
    await openUsers(page, '', tenant);
    await expectAccessible(page);
    const row = rowOf(page, academy.person('admin').email);
    const middleOf = async (part: Locator) => {
      const box = await part.boundingBox();
      return (box?.y ?? 0) + (box?.height ?? 0) / 2;
    };
    const button = await middleOf(row.getByRole('button', { name: /^Membership/ }));
    for (const part of [row.getByText(academy.person('admin').email), row.getByRole('switch')])
      expect(Math.abs((await middleOf(part)) - button), 'rows are in line with their buttons').toBeLessThan(3);
  });
