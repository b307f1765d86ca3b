import { directoryTexts as pageTexts } from '@academy/identity/directories/directory-texts';
import { directoryTexts } from '@academy/web/screens/directories/directory-texts';
import type { Page } from '@playwright/test';
import { Academy, type Person } from './support/academy.ts';
import { Glewlwyd, glewlwydMissing } from './support/glewlwyd.ts';
import { enterGlewlwyd, GLEWLWYD_NOISE } from './support/glewlwyd-place.ts';
import { SAMPLES } from './support/samples.ts';
import { openAs } from './support/sign-in.ts';
import { toProvider } from './support/sign-in-journeys.ts';
import { expectAccessible, expectSignedIn, expectSignedOut, heading, open, signIn, signOut } from './support/steps.ts';
import { expect, longTest, test } from './support/test.ts';

/** Two companies, each with a provider of its own that is not ours. */
const [acme, globex] = [new Glewlwyd(), new Glewlwyd()];
const academy = new Academy();
const password = 'four words in a row';
const EVA: Person = { email: 'eva@acme.example', password, firstName: 'Eva', lastName: 'Ende' };
const GUS: Person = { email: 'gus@globex.example', password, firstName: 'Gus', lastName: 'Ganz' };

test.beforeAll(async () => {
  test.setTimeout(240_000);
  const missing = glewlwydMissing();
  if (missing !== null) console.warn(`Log-in of companies with glewlwyd is not tested: ${missing}.`);
  test.skip(missing !== null, `glewlwyd cannot run here: ${missing}`);
  await acme.start();
  await globex.start();
  const hosts = [acme, globex].map(({ issuer }) => new URL(issuer).host);
  academy.env = { ACADEMY_DIRECTORY_HOSTS: hosts.join(',') };
  await academy.open();
});
test.afterAll(async () => {
  await academy.remove();
  for (const one of [acme, globex]) await one.remove();
});

/** Adds a directory on its screen; an operator sets its domain, and the company knows a person. */
async function addCompany(page: Page, name: string, provider: Glewlwyd, emailClaim: string, person: Person) {
  const domain = `${name.toLowerCase()}.example`;
  await page.getByRole('button', { name: directoryTexts.add }).click();
  const form = page.getByRole('form', { name: directoryTexts.newDirectory });
  const given = { name, issuer: provider.issuer, clientId: 'academy', domains: domain, emailClaim };
  for (const [field, value] of Object.entries(given))
    await form.getByLabel(directoryTexts[field as keyof typeof given], { exact: true }).fill(value);
  await form.getByRole('checkbox', { name: directoryTexts.trustsAddresses }).check();
  await form.getByRole('button', { name: directoryTexts.save }).click();
  const listed = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });
  const redirectUri = (await listed.getByText(/\/idp\/directory\/.*\/callback$/).textContent()) ?? '';
  await provider.setUp([{ clientId: 'academy', origins: [], redirectUris: [redirectUri] }]);
  await provider.add(person);
  const [, id = ''] = /directory\/([^/]+)\/callback/.exec(redirectUri) ?? [];
  expect((await academy.cli(['directories', 'set-domain', '--id', id, '--domain', domain])).code).toBe(0);
}

async function change(page: Page, name: string, boxes: readonly string[], emailClaim = 'email') {
  await page.getByRole('button', { name: directoryTexts.changeOne({ name }) }).click();
  const form = page.getByRole('form', { name: directoryTexts.changeOne({ name }) });
  await form.getByLabel(directoryTexts.emailClaim, { exact: true }).fill(emailClaim);
  for (const box of boxes) await form.getByRole('checkbox', { name: box }).check();
  await form.getByRole('button', { name: directoryTexts.save }).click();
  await expect(form).toBeHidden();
}

/** Reads a lesson as a learner does, and logs out. */
async function readAndLeave(page: Page, person: Person): Promise<void> {
  await expectSignedIn(page, person);
  const { course, lesson } = SAMPLES.spring;
  await open(page, academy.url('spring', `/courses/${course.slug}/lessons/${lesson.slug}`));
  await expect(heading(page, lesson.title)).toBeVisible();
  await signOut(page, person);
  await expectSignedOut(page);
}

longTest('two companies and a person without one log in, read and log out', async ({ page, newDevice, allow }) => {
  test.setTimeout(240_000);
  allow(...GLEWLWYD_NOISE);
  await openAs(page, academy.url('spring', '/admin/directories'), academy.person('admin'));
  await expect(heading(page, directoryTexts.directories)).toBeVisible();
  await addCompany(page, 'Acme', acme, 'mail', EVA);
  await addCompany(page, 'Globex', globex, 'email', GUS);
  await expectAccessible(page);

  // A wrong mapping is found before anybody is led there.
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: directoryTexts.tryOne({ name: 'Acme' }) }).click();
  const trial = await opened;
  await enterGlewlwyd(trial, EVA);
  await expect(heading(trial, pageTexts.tryTitle({ directory: 'Acme' }))).toBeVisible();
  await expect(trial.getByText(pageTexts['no-address']({ directory: 'Acme' }))).toBeVisible();
  await expect(trial.getByText(EVA.email, { exact: true })).toBeVisible();
  await trial.close();
  await change(page, 'Acme', [directoryTexts.isActive]);
  await change(page, 'Globex', [directoryTexts.isActive, directoryTexts.isRequired]);

  const eva = await newDevice();
  await open(eva, academy.url('spring'));
  await toProvider(eva, EVA);
  await eva.getByRole('link', { name: pageTexts.continue({ directory: 'Acme' }) }).click();
  await enterGlewlwyd(eva, EVA);
  await readAndLeave(eva, EVA);

  const gus = await newDevice();
  await open(gus, academy.url('spring'));
  await toProvider(gus, GUS);
  await enterGlewlwyd(gus, GUS);
  await readAndLeave(gus, GUS);

  const nora = await newDevice();
  const person = await academy.newPerson();
  await open(nora, academy.url('spring'));
  await signIn(nora, person);
  await readAndLeave(nora, person);
});
