import { type Assignment, createAssignment } from '@academy/contract/assignments-admin';
import { addGroupMembers, type GroupDetails, type GroupMember, removeGroupMember } from '@academy/contract/groups';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderApp } from '../../../testing/render-app.tsx';
import { GroupPage } from './group-page.tsx';

const GROUP: GroupDetails = {
  ...{ groupId: 'g', name: 'Payments', parent: null, directory: null, members: 2, parts: [], mayChange: true },
};
const member = (firstName: string, sources: GroupMember['sources']): GroupMember => ({
  ...{ userId: firstName, firstName, lastName: 'Member', login: `${firstName}@example.org`, sources, parts: [] },
  addedAt: '2030-01-31T12:00:00Z',
});
const ASSIGNED: Assignment = {
  ...{ assignmentId: 'a', group: { groupId: 'g', name: 'Payments' }, person: null, kind: 'course', itemId: 'safety' },
  ...{ title: 'Safety', path: '/courses/safety', mandatory: true, beginsOn: '2030-01-01', dueOn: '2030-03-31' },
  ...{ zone: 'Europe/Berlin', joinDays: null, renewMonths: 12, countsBefore: true, mayChange: true },
};

const reply = (data: unknown) => ({ body: { success: true, data, errors: [], correlationId: '', message: null } });
const list = (...content: unknown[]) => reply({ result: { content, totalElements: content.length } });

const shown = (group = GROUP) =>
  renderApp(<GroupPage groupId="g" />, {
    'GET /admin/groups/g': reply(group),
    'GET /admin/groups/g/members': list(member('Mona', ['hand', 'scim']), member('Mia', ['import'])),
    'GET /admin/assignments': list(ASSIGNED),
    'GET /admin/assignments/items': reply({ result: [{ itemId: 'safety', title: 'Safety' }] }),
    'GET /admin/assignments/a/touched': reply({ people: 2, done: 1 }),
    'POST /admin/assignments': reply({ assignmentId: 'b', people: 2 }),
    'POST /admin/groups/g/members': reply({ added: 1, unknown: ['nobody@example.org'] }),
    'DELETE /admin/groups/g/members/Mona': reply({ removed: true }),
  });
const row = (name: string) => page.getByRole('row').filter({ hasText: name });

test('administrators see where members came from, and remove those by hand', async () => {
  const { sent } = await shown();
  await expect.element(row('Mona')).toMatchTextContent('by hand, a directory');
  await expect.element(row('Mia')).toMatchTextContent('an import');
  await expect.element(page.getByRole('button', { name: 'Remove Mia Member' })).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Remove Mona Member' }).click();
  await expect
    .poll(async () => (await sent()).map(({ call }) => call))
    .toContain(`${removeGroupMember.method} /admin/groups/g/members/Mona`);
});

test('addresses of nobody stay in the field', async () => {
  const { sent } = await shown();
  const field = page.getByRole('textbox', { name: 'E-mail addresses' });
  await field.fill('ada@example.org, nobody@example.org');
  await page.getByRole('button', { name: 'Add people' }).click();
  await expect.element(field).toHaveValue('nobody@example.org');
  await expect.element(page.getByText('Nobody logs in with: nobody@example.org')).toBeVisible();
  const added = (await sent()).find(({ call }) => call === `${addGroupMembers.method} /admin/groups/g/members`);
  expect(added?.body).toEqual({ logins: ['ada@example.org', 'nobody@example.org'] });
});

test('managers assign a course, and see whom an end touches', async () => {
  const { sent } = await shown({ ...GROUP, mayChange: false });
  await expect.element(page.getByRole('listitem')).toMatchTextContent('renewed every 12 months');
  await expect.element(page.getByRole('button', { name: 'Delete group' })).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'End Safety' }).click();
  await expect.element(page.getByText('This touches 2 people; 1 is done.')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Assign', exact: true }).click();
  await page.getByRole('combobox', { name: 'Course', exact: true }).selectOptions('Safety');
  await page.getByLabelText('Due on').fill('2099-12-31');
  await page.getByRole('dialog').getByRole('button', { name: 'Assign' }).click();
  const made = async () =>
    (await sent()).find(({ call }) => call === `${createAssignment.method} /admin/assignments`)?.body;
  await expect
    .poll(made)
    .toMatchObject({ to: { groupId: 'g' }, kind: 'course', itemId: 'safety', dueOn: '2099-12-31' });
});
