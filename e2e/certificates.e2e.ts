import { certificateLinkTexts } from '@academy/web/features/certificates/certificate-link-texts';
import { certificateSheetTexts } from '@academy/web/features/certificates/certificate-sheet-texts';
import { certificatePageTexts } from '@academy/web/screens/certificates/certificate-page-texts';
import { issuedCertificatesTexts } from '@academy/web/screens/certificates/issued-certificates-texts';
import { ownCertificatesTexts } from '@academy/web/screens/certificates/own-certificates-texts';
import type { Page } from '@playwright/test';
import { TENANTS, USUAL_TENANTS } from './support/academy.ts';
import { courseFiles, publish } from './support/made-content.ts';
import { SAMPLES } from './support/samples.ts';
import { openAs } from './support/sign-in.ts';
import {
  completeAtServer,
  completeLesson,
  expectAccessible,
  expectAccessibleToo,
  expectNoSidewaysScroll,
  heading,
  lessonIdsOf,
  open,
  profileMenu,
} from './support/steps.ts';
import { DESKTOP, expect, longTest, PHONE, test, useSharedAcademy } from './support/test.ts';

const academy = useSharedAcademy(...TENANTS);

const TITLE = 'A Short One';
const verification = (page: Page) => page.getByRole('region', { name: /^This certificate is/ });

/** Follows the link to the learner's certificate, once its address is known. */
async function toOwnCertificate(page: Page): Promise<void> {
  const link = page.getByRole('link', { name: certificateLinkTexts.yourCertificate });
  await expect(link).toHaveAttribute('href', /^\/certificates\/./);
  await link.click();
}

test('a learner who finishes a course gets a certificate, until its revocation', async ({ page, newDevice }) => {
  test.setTimeout(240_000);
  const learner = await academy.newPerson();
  const admin = academy.person('admin');
  const visitor = await newDevice();
  const office = await newDevice();
  for (const tenant of USUAL_TENANTS) {
    const name = `${SAMPLES[tenant].name} Academy`;
    await publish(academy, tenant, courseFiles(tenant, { id: 'short', title: TITLE, fields: {}, outline: ['All'] }));
    await openAs(page, academy.url(tenant, '/courses/short/lessons/l1'), learner);
    await completeLesson(page);
    await page.getByRole('link', { name: 'Finish: Conclusion' }).click();
    await toOwnCertificate(page);
    await expect(heading(page, 'Nora Newcomer')).toBeFocused();
    await expect(page).toHaveTitle(`${TITLE}: certificate of Nora Newcomer - ${name}`);
    const address = page.url();
    const sheet = page.getByRole('region', { name: 'Nora Newcomer' });
    for (const text of [certificateSheetTexts.completion, 'has completed the course', TITLE, name, '1 lesson'])
      await expect(sheet).toContainText(text);
    await expect(sheet).toContainText(`Verify it at ${address.replace('http://', '')}`);
    await expect(verification(page)).toContainText(certificatePageTexts.valid);
    await expect(page.getByRole('link', { name: /^Add to LinkedIn profile/ })).toHaveAttribute(
      'href',
      new RegExp(`^https://www\\.linkedin\\.com/profile/add\\?.*certUrl=${encodeURIComponent(address)}`),
    );
    const [badge] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: certificatePageTexts.downloadBadge }).click(),
    ]);
    expect(badge.suggestedFilename()).toMatch(/^certificate-.*\.json$/);
    if (tenant === 'spring') await expectAccessible(page);
    await expectNoSidewaysScroll(page, [320, 700, 1440]);
    await expectPrinted(page);

    // The learner's list of certificates, from the profile menu.
    await profileMenu(page, learner).click();
    await page.getByRole('menuitem', { name: issuedCertificatesTexts.certificates }).click();
    await expect(heading(page, ownCertificatesTexts.yourCertificates)).toBeVisible();
    await expect(page.getByRole('link', { name: TITLE })).toHaveAttribute('href', new URL(address).pathname);
    if (tenant === 'spring') {
      await page.setViewportSize(PHONE);
      await expectAccessibleToo(page);
      await expectNoSidewaysScroll(page, [320]);
      await page.setViewportSize(DESKTOP);
    }

    // A visitor who was given the address.
    const { text, status } = await academy.get(tenant, new URL(address).pathname);
    expect(status).toBe(200);
    expect(text).toContain('<meta name="robots" content="noindex">');
    expect(text).toContain(`<meta property="og:title" content="${TITLE}: certificate of Nora Newcomer">`);
    expect(text).not.toContain(learner.email);
    expect(await open(visitor, address)).toBe(200);
    await expect(verification(visitor)).toContainText(certificatePageTexts.valid);
    await expect(verification(visitor)).toContainText('Nora Newcomer');

    // An administrator corrects the name and revokes the certificate.
    await openAs(office, academy.url(tenant, '/'), admin);
    await open(office, academy.url(tenant, '/admin'));
    await office.getByRole('main').getByRole('link', { name: issuedCertificatesTexts.certificates }).click();
    await expect(heading(office, issuedCertificatesTexts.certificates)).toBeVisible();
    await office.getByRole('searchbox', { name: issuedCertificatesTexts.search }).fill(learner.email);
    await office.keyboard.press('Enter');
    await expect(office.getByText('1 certificate', { exact: true })).toBeVisible();
    await office.getByRole('button', { name: /^Correct name/ }).click();
    const dialog = office.getByRole('dialog');
    await expect(dialog.getByRole('textbox', { name: issuedCertificatesTexts.nameOnCertificate })).toBeFocused();
    await dialog.getByRole('textbox', { name: issuedCertificatesTexts.nameOnCertificate }).fill('Zoë Prüfer');
    await office.keyboard.press('Enter');
    await expect(dialog.getByText(issuedCertificatesTexts.enterReason)).toBeVisible();
    await expect(dialog.getByRole('textbox', { name: issuedCertificatesTexts.reason })).toBeFocused();
    if (tenant === 'spring') await expectAccessibleToo(office);
    await office.keyboard.type('Married');
    await office.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(office.getByRole('cell', { name: /^Zoë Prüfer/ })).toBeVisible();
    await open(visitor, address);
    await expect(heading(visitor, 'Zoë Prüfer')).toBeVisible();
    await expect(verification(visitor)).toContainText(`${name} corrected the name on`);

    await office.getByRole('button', { name: /^Revoke: Zoë Prüfer/ }).click();
    await dialog.getByRole('textbox', { name: issuedCertificatesTexts.reason }).fill('Finished by somebody else');
    await dialog.getByRole('button', { name: issuedCertificatesTexts.revoke }).click();
    await expect(office.getByRole('button', { name: /^Restore/ })).toBeVisible();
    if (tenant === 'spring') {
      await expectAccessibleToo(office);
      await expectNoSidewaysScroll(office, [320, 700, 1440]);
    }
    await open(visitor, address);
    await expect(verification(visitor)).toContainText(certificatePageTexts.invalid);
    await expect(verification(visitor)).toContainText('Reason: Finished by somebody else');
    await expect(visitor.getByRole('link', { name: /LinkedIn/ })).toHaveCount(0);
    if (tenant === 'spring') await expectAccessible(visitor);
  }
});

/** A printed certificate is one page in light colors, without header and footer. */
async function expectPrinted(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('contentinfo')).toBeHidden();
  await expect(verification(page)).toBeHidden();
  await expect(page.getByRole('button', { name: certificatePageTexts.print })).toBeHidden();
  await expect(heading(page, 'Nora Newcomer')).toBeVisible();
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('light');
  const pdf = (await page.pdf({ preferCSSPageSize: true, printBackground: true })).toString('latin1');
  expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1);
  const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf) ?? [];
  expect([Math.round(Number(width)), Math.round(Number(height))]).toEqual([842, 595]);
  await page.emulateMedia({ media: null, colorScheme: null });
}

test('the last course of a learning path gives a certificate', async ({ page }) => {
  const { learningPath } = SAMPLES.spring;
  await openAs(page, academy.url('spring', '/certificates'), academy.person('pro'));
  await expect(page.getByRole('heading', { name: issuedCertificatesTexts.emptyTitle })).toBeVisible();
  const { text } = await academy.get('spring', `/api/v1/paths/details?slug=${learningPath.slug}`);
  const { courses } = (JSON.parse(text) as { data: { courses: { slug: string }[] } }).data;
  for (const { slug } of courses) await completeAtServer(page, await lessonIdsOf(academy, 'spring', slug));
  await open(page, academy.url('spring', `/paths/${learningPath.slug}`));
  await toOwnCertificate(page);
  await expect(page.getByText('has completed the learning path')).toBeVisible();
  await expect(page.getByRole('main')).toContainText(learningPath.title);
  const { pathname } = new URL(page.url());
  // Another brand redirects to the academy that issued the certificate.
  await open(page, academy.url('kube', pathname));
  await expect(page).toHaveURL(academy.url('spring', pathname));
});

longTest('a certificate that does not exist is not found', async ({ page, allow }) => {
  allow(/status of 404/);
  for (const id of ['00000000-0000-4000-8000-000000000000', 'nothing'])
    expect(await open(page, academy.url('spring', `/certificates/${id}`))).toBe(404);
  await expect(page.getByText("Sorry, the page you are looking for doesn't exist")).toBeVisible();
});
