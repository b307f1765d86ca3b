import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderApp } from '../../../testing/render-app.tsx';
import { DirectoryPeople } from './directory-people.tsx';

const DIRECTORY = '5f0c6a4e-8d4b-4a57-9c55-0d1f0d3c2b1a';
const TOKEN = 'aa0c6a4e-8d4b-4a57-9c55-0d1f0d3c2b1a';
const PATH = `/admin/directories/${DIRECTORY}/tokens`;
const reply = (data: unknown) => ({
  body: { success: true, data, errors: [], correlationId: '', message: null },
});
const made = { tokenId: TOKEN, createdAt: '2030-01-31T12:00:00Z', expiresAt: '2031-01-31T12:00:00Z' };
const listed = (result: object[]) =>
  reply({ address: `https://academy.example/scim/v2/${DIRECTORY}`, people: 3, left: 1, groups: 0, result });

test('a token of a directory is shown once, with the address to enter', async () => {
  await renderApp(<DirectoryPeople directoryId={DIRECTORY} name="Acme" />, {
    [`GET ${PATH}`]: listed([]),
    [`POST ${PATH}`]: reply({ ...made, lastUsedAt: null, lastError: null, token: 'academy_secret' }),
  });
  await expect.element(page.getByText(`https://academy.example/scim/v2/${DIRECTORY}`)).toBeVisible();
  await page.getByRole('button', { name: 'Create token for Acme' }).click();
  await expect.element(page.getByRole('heading', { name: 'Copy the token now' })).toHaveFocus();
  await expect.element(page.getByRole('textbox', { name: 'Token for Acme' })).toHaveValue('academy_secret');
  await page.getByRole('button', { name: 'Done' }).click();
  await expect.element(page.getByRole('heading', { name: 'People from the directory' })).toHaveFocus();
  await expect.element(page.getByRole('textbox')).not.toBeInTheDocument();
});

test('a token shows its use and last refusal, and is ended', async () => {
  const lastError = { at: '2030-02-02T12:00:00Z', message: 'userName is required.' };
  const { sent } = await renderApp(<DirectoryPeople directoryId={DIRECTORY} name="Acme" />, {
    [`GET ${PATH}`]: listed([{ ...made, lastUsedAt: '2030-02-01T12:00:00Z', lastError }]),
    [`DELETE ${PATH}/${TOKEN}`]: reply({ deleted: TOKEN }),
  });
  await expect.element(page.getByText('3 people, one has left, no groups.')).toBeVisible();
  await expect.element(page.getByText(/Last used Feb/)).toBeVisible();
  await expect.element(page.getByText(/Last refused .*: userName is required\./)).toBeVisible();
  await page.getByRole('button', { name: /^End the token of/ }).click();
  await page.getByRole('button', { name: 'End token' }).click();
  await expect.poll(async () => (await sent()).some(({ call }) => call === `DELETE ${PATH}/${TOKEN}`)).toBe(true);
});
