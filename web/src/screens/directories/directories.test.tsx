import { createDirectory, type Directory, listDirectories } from '@academy/contract/directories';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderApp } from '../../../testing/render-app.tsx';
import { Directories } from './directories.tsx';

const named = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;
const ACME: Directory = {
  ...{ directoryId: '5f0c6a4e-8d4b-4a57-9c55-0d1f0d3c2b1a', kind: 'oidc', name: 'Acme', hasSecret: true },
  ...{ issuer: 'https://login.acme.example/', clientId: 'academy', scopes: 'openid email' },
  mapping: {
    ...{ subject: null, email: 'email', firstName: 'given_name', lastName: 'family_name' },
    ...{ trustsAddresses: false, groups: null, pro: null },
  },
  saml: null,
  ...{ isRequired: false, isActive: false, createdAt: '2030-01-31T12:00:00Z' },
  domains: [
    { domain: 'acme.example', provedAt: null, record: { name: '_academy-directory.acme.example', value: 'the proof' } },
  ],
  redirectUri: 'https://academy.example/idp/directory/5f0c6a4e/callback',
};
const reply = (data: unknown) => ({
  body: { success: true, data, errors: [], correlationId: '', message: null },
});
const answers = (result: Directory[]) => ({
  [named(listDirectories)]: reply({ result }),
  [named(createDirectory)]: reply(ACME),
  'POST /admin/directories/5f0c6a4e-8d4b-4a57-9c55-0d1f0d3c2b1a/prove-domain': reply(ACME),
});

test('an administrator adds a directory', async () => {
  const { sent } = await renderApp(<Directories />, answers([]));
  await page.getByRole('button', { name: 'Add a directory' }).click();
  await expect.element(page.getByRole('heading', { name: 'New directory' })).toHaveFocus();
  await page.getByRole('button', { name: 'Save directory' }).click();
  await expect.element(page.getByRole('textbox', { name: 'Name of the company' })).toHaveFocus();
  await page.getByRole('textbox', { name: 'Name of the company' }).fill('Acme');
  await page.getByRole('textbox', { name: 'Issuer' }).fill(ACME.issuer);
  await page.getByRole('textbox', { name: 'Client ID' }).fill('academy');
  await page.getByRole('textbox', { name: 'Domains' }).fill('acme.example, acme.test');
  await page.getByRole('textbox', { name: 'Pro membership', exact: true }).fill('groups');
  await page.getByRole('textbox', { name: 'Value for Pro membership' }).fill('pro');
  await page.getByRole('button', { name: 'Save directory' }).click();
  await expect.element(page.getByRole('heading', { name: 'Directories' })).toHaveFocus();
  const body = (await sent()).find(({ call }) => call === named(createDirectory))?.body;
  expect(body).toMatchObject({
    ...{ name: 'Acme', issuer: ACME.issuer, clientId: 'academy', domains: ['acme.example', 'acme.test'] },
    mapping: { pro: { claim: 'groups', value: 'pro' } },
  });
  expect(body).not.toHaveProperty('clientSecret');
});

test('an administrator adds a SAML directory by the address of its metadata', async () => {
  const { sent } = await renderApp(<Directories />, answers([]));
  await page.getByRole('button', { name: 'Add a directory' }).click();
  await page.getByRole('radio', { name: 'SAML 2.0' }).click();
  await expect.element(page.getByRole('textbox', { name: 'Client ID' })).not.toBeInTheDocument();
  await page.getByRole('textbox', { name: 'Name of the company' }).fill('Acme');
  await page.getByRole('button', { name: 'Save directory' }).click();
  await expect.element(page.getByText('Give the address of the metadata, or paste the metadata.')).toBeVisible();
  const metadataUrl = 'https://login.acme.example/metadata';
  await page.getByRole('textbox', { name: 'Address of the metadata' }).fill(metadataUrl);
  await page.getByRole('textbox', { name: 'Groups', exact: true }).fill('memberOf');
  await page.getByRole('textbox', { name: 'Groups by value' }).fill('cn=dev,dc=acme = Engineers\n\nOps');
  await page.getByRole('button', { name: 'Save directory' }).click();
  await expect.element(page.getByRole('heading', { name: 'Directories' })).toHaveFocus();
  const body = (await sent()).find(({ call }) => call === named(createDirectory))?.body;
  expect(body).toMatchObject({ kind: 'saml', saml: { metadataUrl, metadata: null, beginsThere: false } });
  expect(body).toMatchObject({
    mapping: {
      groups: {
        claim: 'memberOf',
        values: [
          { value: 'cn=dev,dc=acme', group: 'Engineers' },
          { value: 'Ops', group: 'Ops' },
        ],
      },
    },
  });
});

test('a domain shows the record that proves it', async () => {
  const { sent } = await renderApp(<Directories />, answers([ACME]));
  await expect.element(page.getByText('_academy-directory.acme.example')).toBeVisible();
  await expect.element(page.getByText('the proof')).toBeVisible();
  await page.getByRole('button', { name: 'Check the record of acme.example' }).click();
  await expect
    .poll(async () => (await sent()).some(({ body }) => JSON.stringify(body) === '{"domain":"acme.example"}'))
    .toBe(true);
});
