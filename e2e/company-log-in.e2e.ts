import { directoryTexts as pageTexts } from '@academy/identity/directories/directory-texts';
import { directoryTexts } from '@academy/web/screens/directories/directory-texts';
import type { Locator, Page } from '@playwright/test';
import { Academy, type Person } from './support/academy.ts';
import { Glewlwyd, glewlwydMissing } from './support/glewlwyd.ts';
import { enterGlewlwyd, GLEWLWYD_NOISE, leaveGlewlwyd } from './support/glewlwyd-place.ts';
import { SAMPLES } from './support/samples.ts';
import { openAs } from './support/sign-in.ts';
import { toProvider } from './support/sign-in-journeys.ts';
import { enterSimpleSamlPhp, SimpleSamlPhp, simpleSamlPhpMissing } from './support/simplesamlphp.ts';
import {
  expectAccessible,
  expectSignedIn,
  expectSignedOut,
  heading,
  logOut,
  open,
  signIn,
  signOut,
} from './support/steps.ts';
import { expect, longTest, test } from './support/test.ts';

/** Two companies, each with a provider that is not ours: OpenID Connect and SAML. */
const [acme, globex] = [new Glewlwyd(), new SimpleSamlPhp()];
const academy = new Academy();
const password = 'four words in a row';
const EVA: Person = { email: 'eva@acme.example', password, firstName: 'Eva', lastName: 'Ende' };
const GUS: Person = { email: 'gus@globex.example', password, firstName: 'Gus', lastName: 'Ganz' };

test.beforeAll(async () => {
  test.setTimeout(240_000);
  const missing = glewlwydMissing() ?? simpleSamlPhpMissing();
  if (missing !== null) console.warn(`Log-in of companies is not tested: ${missing}.`);
  test.skip(missing !== null, `the providers of companies cannot run here: ${missing}`);
  await acme.start();
  await globex.start();
  const hosts = [acme, globex].map(({ origin }) => new URL(origin).host);
  academy.env = { ACADEMY_DIRECTORY_HOSTS: hosts.join(',') };
  await academy.open();
});
test.afterAll(async () => {
  await academy.remove();
  for (const one of [acme, globex]) await one.remove();
});

/** Adds a directory on its screen. @returns its entry in the list */
async function addDirectory(page: Page, name: string, isSaml: boolean, given: Record<string, string>) {
  await page.getByRole('button', { name: directoryTexts.add }).click();
  const form = page.getByRole('form', { name: directoryTexts.newDirectory });
  if (isSaml) await form.getByRole('radio', { name: directoryTexts.saml }).check();
  const values = { name, domains: domainOf(name), ...given };
  for (const [field, value] of Object.entries(values))
    await form.getByLabel(directoryTexts[field as 'name'], { exact: true }).fill(value);
  await form.getByRole('checkbox', { name: directoryTexts.trustsAddresses }).check();
  await form.getByRole('button', { name: directoryTexts.save }).click();
  return page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });
}

const domainOf = (name: string) => `${name.toLowerCase()}.example`;

/** An operator sets the domain of a directory. @param listed its entry in the list */
async function setDomain(listed: Locator, name: string): Promise<string> {
  const address = (await listed.getByText(/\/idp\/directory\/.*\/callback$/).textContent()) ?? '';
  const [, id = ''] = /directory\/([^/]+)\/callback/.exec(address) ?? [];
  const set = ['directories', 'set-domain', '--id', id, '--domain', domainOf(name)];
  expect((await academy.cli(set)).code).toBe(0);
  return address;
}

async function change(page: Page, name: string, boxes: readonly string[], given: Record<string, string>) {
  await page.getByRole('button', { name: directoryTexts.changeOne({ name }) }).click();
  const form = page.getByRole('form', { name: directoryTexts.changeOne({ name }) });
  for (const [field, value] of Object.entries(given))
    await form.getByLabel(directoryTexts[field as 'name'], { exact: true }).fill(value);
  for (const box of boxes) await form.getByRole('checkbox', { name: box }).check();
  await form.getByRole('button', { name: directoryTexts.save }).click();
  await expect(form).toBeHidden();
}

/** Reads a lesson as a learner does. */
async function read(page: Page, person: Person): Promise<void> {
  await expectSignedIn(page, person);
  const { course, lesson } = SAMPLES.spring;
  await open(page, academy.url('spring', `/courses/${course.slug}/lessons/${lesson.slug}`));
  await expect(heading(page, lesson.title)).toBeVisible();
}

longTest('two companies and a person without one log in, read and log out', async ({ page, newDevice, allow }) => {
  test.setTimeout(240_000);
  allow(...GLEWLWYD_NOISE);
  await openAs(page, academy.url('spring', '/admin/directories'), academy.person('admin'));
  await expect(heading(page, directoryTexts.directories)).toBeVisible();
  const acmeListed = await addDirectory(page, 'Acme', false, {
    ...{ issuer: acme.issuer, clientId: 'academy', emailClaim: 'mail' },
  });
  const redirectUri = await setDomain(acmeListed, 'Acme');
  const postLogoutRedirectUris = [redirectUri.replace(/callback$/, 'logged-out')];
  await acme.setUp([{ clientId: 'academy', origins: [], redirectUris: [redirectUri], postLogoutRedirectUris }]);
  await acme.add(EVA);
  const globexListed = await addDirectory(page, 'Globex', true, {
    ...{ metadataUrl: globex.metadataUrl, emailClaim: 'mail', firstNameClaim: 'givenName', lastNameClaim: 'surname' },
  });
  await setDomain(globexListed, 'Globex');
  const entityId = (await globexListed.getByText(/\/idp\/directory\/.*\/metadata$/).textContent()) ?? '';
  globex.trust(await (await page.request.get(entityId)).text());
  globex.add(GUS);
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
  await change(page, 'Acme', [directoryTexts.isActive], { emailClaim: 'email' });
  const next = page.waitForEvent('popup');
  await page.getByRole('button', { name: directoryTexts.tryOne({ name: 'Globex' }) }).click();
  const another = await next;
  await enterSimpleSamlPhp(another, GUS);
  await expect(another.getByText(pageTexts.name({ name: GUS.firstName }), { exact: true })).toBeVisible();
  await expect(another.getByText(GUS.lastName, { exact: true })).toBeVisible();
  await expectAccessible(another);
  await another.close();
  await change(page, 'Globex', [directoryTexts.isActive, directoryTexts.isRequired], { lastNameClaim: 'sn' });

  const eva = await newDevice();
  await open(eva, academy.url('spring'));
  await toProvider(eva, EVA);
  await eva.getByRole('link', { name: pageTexts.continue({ directory: 'Acme' }) }).click();
  await enterGlewlwyd(eva, EVA);
  await read(eva, EVA);
  // The log-out goes on to her company, which leads back.
  await logOut(eva, EVA);
  await leaveGlewlwyd(eva);
  await eva.waitForURL(academy.url('spring', '/'));
  await expectSignedOut(eva);

  const gus = await newDevice();
  await open(gus, academy.url('spring'));
  await toProvider(gus, GUS);
  await enterSimpleSamlPhp(gus, GUS);
  await read(gus, GUS);
  await signOut(gus, GUS);

  const nora = await newDevice();
  const person = await academy.newPerson();
  await open(nora, academy.url('spring'));
  await signIn(nora, person);
  await read(nora, person);
  await signOut(nora, person);
});
