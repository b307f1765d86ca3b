import { STORAGE_KEYS } from '@academy/contract/constants';
import { hasSandboxes } from '@academy/lab-host/testing/sandboxes-here';
import { directoryPeopleTexts } from '@academy/web/screens/directories/directory-people-texts';
import { directoryTexts } from '@academy/web/screens/directories/directory-texts';
import { labStartTexts } from '@academy/web/screens/labs/lab-start-texts';
import { GUIDE, screen, type } from './support/lab-steps.ts';
import { openAs } from './support/sign-in.ts';
import { expectAccessible, expectSignedOut } from './support/steps.ts';
import { expect, longTest, test, useAcademy } from './support/test.ts';

const academy = useAcademy();
test.skip(!hasSandboxes, 'The lab of a leaver is left out: this machine cannot run sandboxes.');
academy.env = { ACADEMY_LAB_ENGINES: 'spring=sandbox,kube=sandbox,tanzu=sandbox' };

/** All that a leaver has open ends in this time, ms. */
const SECOND = 1_000;

longTest('a leaver’s tab, token and lab end within a second, and come back', async ({ page, newDevice, allow }) => {
  allow(/401/);
  const desk = await newDevice();
  await openAs(desk, academy.url('spring', '/admin/directories'), academy.person('admin'));
  await desk.getByRole('button', { name: directoryTexts.add }).click();
  const form = desk.getByRole('form', { name: directoryTexts.newDirectory });
  const given = { name: 'Acme', issuer: 'https://login.acme.example', clientId: 'academy', domains: 'example.org' };
  for (const [field, value] of Object.entries(given))
    await form.getByLabel(directoryTexts[field as keyof typeof given], { exact: true }).fill(value);
  await form.getByRole('button', { name: directoryTexts.save }).click();
  await desk.getByRole('button', { name: directoryPeopleTexts.createOne({ name: 'Acme' }) }).click();
  const token = await desk.getByRole('textbox', { name: directoryPeopleTexts.secret({ name: 'Acme' }) }).inputValue();
  await expectAccessible(desk);
  const address = (await desk.getByText(/\/scim\/v2\/[0-9a-f-]{36}$/).textContent()) ?? '';
  const id = address.slice(-36);
  const nora = await academy.newPerson();
  const domain = nora.email.slice(nora.email.indexOf('@') + 1);
  expect((await academy.cli(['directories', 'set-domain', '--id', id, '--domain', domain])).code).toBe(0);

  const scim = async (method: string, path: string, body: object) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' };
    const reply = await fetch(`http://127.0.0.1:${academy.port}/scim/v2/${id}${path}`, {
      ...{ method, headers },
      body: JSON.stringify(body),
    });
    return (await reply.json()) as { id: string; active: boolean };
  };
  const user = await scim('POST', '/Users', { userName: nora.email });
  const setActive = (value: string) =>
    scim('PATCH', `/Users/${user.id}`, { Operations: [{ op: 'Replace', path: 'active', value }] });

  await openAs(page, academy.url('kube', GUIDE), nora);
  await page.getByRole('button', { name: labStartTexts.start }).click();
  await expect(screen(page)).toContainText('exercises $');
  await type(page, 'echo "still" here');
  await expect(screen(page)).toContainText('still here');
  const status = async (bearer: string) =>
    (await academy.get('kube', '/api/v1/progress/overlay', { authorization: `Bearer ${bearer}` })).status;
  const bearer = await page.evaluate((key) => localStorage.getItem(key) ?? '', STORAGE_KEYS.accessToken);
  expect(await status(bearer)).toBe(200);

  const began = performance.now();
  expect(await setActive('False')).toMatchObject({ active: false });
  // The lab tells its page, which finds out that nobody is logged in any more.
  await expectSignedOut(page);
  await expect.poll(() => status(bearer)).toBe(401);
  expect(performance.now() - began).toBeLessThan(2 * SECOND);

  await setActive('True');
  await openAs(page, academy.url('kube', GUIDE), nora);
  await expect(page.getByRole('button', { name: labStartTexts.start })).toBeVisible();
});
