import { type ImportResult, importPeople } from '@academy/contract/people-import';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '../../../testing/render-app.tsx';
import { ImportPeople } from './import-people.tsx';

const CALL = `${importPeople.method} ${importPeople.path}`;
const row = (line: number, email: string, more: Partial<ImportResult> = {}): ImportResult => ({
  ...{ line, email, outcome: 'created', message: null, lowers: false, raises: false },
  ...more,
});
const RESULTS = [
  row(2, 'new@example.org'),
  row(3, 'wrong', { outcome: 'error', message: 'email: is no address' }),
  row(4, 'less@example.org', { outcome: 'updated', message: 'is no administrator any more', lowers: true }),
];
const answers = {
  [CALL]: { body: { success: true, data: { result: RESULTS }, errors: [], correlationId: '', message: null } },
};
const FILE = 'email,isAdmin\nnew@example.org,\nwrong,\nless@example.org,no\n';
const choose = (text: string | Uint8Array<ArrayBuffer>) =>
  userEvent.upload(page.getByLabelText('CSV file'), new File([text], 'people.csv', { type: 'text/csv' }));
const button = (name: string | RegExp) => page.getByRole('button', { name });

test('a dry run of a file counts what would change, and changes nothing', async () => {
  const { sent } = await renderApp(<ImportPeople />, answers);
  await choose(FILE);
  const title = page.getByRole('heading', { name: 'Preview' });
  await expect.element(title).toHaveFocus();
  await expect
    .element(page.getByRole('status').first())
    .toHaveTextContent('1 to be added, 0 to be changed, 0 unchanged, 1 with errors, 1 would lose something.');
  await expect.element(button('With errors: 1')).toHaveAttribute('aria-pressed', 'true');
  await expect.element(page.getByRole('cell', { name: 'email: is no address' })).toBeVisible();
  const bodies = (await sent()).filter(({ call }) => call === CALL).map(({ body }) => body);
  expect(bodies).toMatchObject([{ dryRun: true, mayLower: false, fileName: 'people.csv' }]);
});

test('people who would lose something stay out until they are included', async () => {
  await renderApp(<ImportPeople />, answers);
  await choose(FILE);
  await expect.element(button('Import 1 person')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Include this row' }).click();
  await button('Import 2 people').click();
  const question = page.getByRole('dialog', { name: 'Import 2 people?' });
  await expect.element(question).toMatchTextContent('1 person loses a role or part of a membership at once.');
});

test('an import asks first, leaves rows with errors out, and says what was done', async () => {
  const { sent } = await renderApp(<ImportPeople />, answers);
  await choose(FILE);
  await button('Import 1 person').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Import' }).click();
  await expect.element(page.getByRole('heading', { name: 'Result' })).toHaveFocus();
  const [, last] = (await sent()).filter(({ call }) => call === CALL).map(({ body }) => body);
  expect(last).toMatchObject({ dryRun: false, mayLower: false, rows: [{ line: 2, email: 'new@example.org' }] });
});

test('an import goes on when the academy was away for a moment', async () => {
  const ready = { body: answers[CALL]?.body };
  const away = { status: 503, body: { success: false, data: null, errors: [], correlationId: '', message: null } };
  const { sent } = await renderApp(<ImportPeople />, { [CALL]: [away, ready] });
  await choose(FILE);
  await expect.element(button('Import 1 person')).toBeVisible();
  const [first, again] = (await sent()).filter(({ call }) => call === CALL).map(({ body }) => body);
  expect(again).toEqual(first);
});

test('a file that is none says what is wrong beside the field', async () => {
  const { sent } = await renderApp(<ImportPeople />, answers);
  await choose('name\nAda\n');
  await expect
    .element(page.getByLabelText('CSV file'))
    .toHaveAccessibleDescription(/The first line must name the columns, among them email/);
  expect(await sent()).toEqual([]);
});

test('an address repeated in a file is an error of its second line', async () => {
  await renderApp(<ImportPeople />, {
    [CALL]: { body: { success: true, data: { result: [RESULTS[0]] }, errors: [], correlationId: '', message: null } },
  });
  await choose('email\nnew@example.org\nnew@example.org\n');
  await expect.element(page.getByRole('cell', { name: 'email: stands in line 2 already' })).toBeVisible();
});

test('a file can be chosen again after it was corrected', async () => {
  await renderApp(<ImportPeople />, answers);
  const field = page.getByLabelText('CSV file');
  await choose('name\nAda\n');
  await expect.element(field).toHaveValue('C:\\fakepath\\people.csv');
  field.element().addEventListener('click', (event) => event.preventDefault());
  await field.click();
  await expect.element(field).toHaveValue('');
});

test('a file that cannot be read says so', async () => {
  await renderApp(<ImportPeople />, answers);
  const field = page.getByLabelText('CSV file');
  const changed = new File(['email'], 'people.csv');
  changed.arrayBuffer = () => Promise.reject(new DOMException('', 'NotReadableError'));
  const files = Object.assign([changed], { item: () => changed });
  Object.defineProperty(field.element(), 'files', { value: files });
  field.element().dispatchEvent(new Event('change', { bubbles: true }));
  await expect.element(field).toHaveAccessibleDescription(/The file cannot be read/);
});

const bytesOf = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

test('names of an old encoding are shown and confirmed before the import', async () => {
  const { sent } = await renderApp(<ImportPeople />, answers);
  await choose(bytesOf('email;firstName;lastName\r\nnew@example.org;J\xf6rg;K\xfchn\r\n'));
  await expect.element(page.getByRole('heading', { name: 'Check the names' })).toBeVisible();
  await button('To be added: 1').click();
  await expect.element(page.getByRole('cell', { name: 'Jörg Kühn' })).toBeVisible();
  await expect.element(button('Import 1 person')).toBeDisabled();
  await page.getByLabelText('Encoding of the file').selectOptions('Cyrillic (Windows-1251)');
  await button('To be added: 1').click();
  await expect.element(page.getByRole('cell', { name: 'Jцrg Kьhn' })).toBeVisible();
  await page.getByLabelText('Encoding of the file').selectOptions('Western European (Windows-1252)');
  await page.getByRole('checkbox', { name: 'The names in the preview are right' }).click();
  await button('Import 1 person').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Import' }).click();
  await expect.element(page.getByRole('heading', { name: 'Result' })).toHaveFocus();
  const last = (await sent()).filter(({ call }) => call === CALL).at(-1)?.body;
  expect(last).toMatchObject({ dryRun: false, rows: [{ firstName: 'Jörg', lastName: 'Kühn' }] });
});

test('a workbook is refused with the way to a file that can be read', async () => {
  await renderApp(<ImportPeople />, answers);
  await choose(bytesOf('PK\x03\x04\0\0'));
  await expect.element(page.getByLabelText('CSV file')).toHaveAccessibleDescription(/save it as “CSV UTF-8”/);
});

test('the question names the people who become admins', async () => {
  const result = [row(2, 'boss@example.org', { raises: true }), row(3, 'new@example.org')];
  await renderApp(<ImportPeople />, {
    [CALL]: { body: { success: true, data: { result }, errors: [], correlationId: '', message: null } },
  });
  await choose('email,isAdmin\nboss@example.org,yes\nnew@example.org,\n');
  await button('Import 2 people').click();
  const question = page.getByRole('dialog', { name: 'Import 2 people?' });
  await expect.element(question).toMatchTextContent('This person becomes an admin: boss@example.org.');
});
