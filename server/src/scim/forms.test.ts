import { expect, test } from 'vitest';
import { startApp } from '../testing/start-app.ts';
import { aDirectory } from './scim.fixture.ts';

/*
 * The forms in which programs of directories send changes: some differ from the standard, and a form that is refused or
 * misread leaves leavers in.
 */

const app = await startApp({ keepsAccounts: true });
const acme = await aDirectory(app);
const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';

let number = 0;
const aName = () => {
  number += 1;
  return `person${number}@acme.example`;
};
const user = async (id: string) => (await acme.ask('GET', `/Users/${id}`)).body;
const aGroup = async (members: string[] = []) => {
  const displayName = `Group ${aName()}`;
  const { body } = await acme.ask('POST', '/Groups', { displayName, members: members.map((value) => ({ value })) });
  return { path: `/Groups/${body.id}`, id: body.id as string, displayName };
};
const membersOf = async ({ path }: { path: string }) =>
  ((await acme.ask('GET', path)).body.members ?? []).map(({ value }: { value: string }) => value).sort();

test.each(['False', 'false', false])('a person who becomes inactive by %j has left', async (value) => {
  const id = await acme.person(aName());
  const { status, body } = await acme.patch(`/Users/${id}`, { op: 'Replace', path: 'active', value });
  expect([status, body.active]).toEqual([200, false]);
  expect((await user(id)).active).toBe(false);
});

test('a person is added as active by the text "True"', async () => {
  const { status, body } = await acme.ask('POST', '/Users', { userName: aName(), active: 'True' });
  expect([status, body.active]).toEqual([201, true]);
});

test.each(['Add', 'Replace'])('%s with a value path makes the address that is not there yet', async (op) => {
  const id = await acme.person(aName());
  const value = aName();
  const path = 'emails[type eq "work"].value';
  expect((await acme.patch(`/Users/${id}`, { op, path, value })).status).toBe(200);
  expect((await user(id)).emails).toEqual([{ type: 'work', value }]);
  const next = aName();
  await acme.patch(`/Users/${id}`, { op, path, value: next });
  expect((await user(id)).emails).toEqual([{ type: 'work', value: next }]);
});

test.each([
  ['a phone number', 'phoneNumbers[type eq "mobile"].value', '+49 30 1234'],
  ['an address', 'addresses[type eq "work"].locality', 'Berlin'],
  ['a role', 'roles[primary eq "True"].value', 'boss'],
  ['a manager as a text', `${ENTERPRISE}:manager`, 'f00'],
  ['a manager as a list of one', `${ENTERPRISE}:manager`, [{ value: 'f00' }]],
])('%s is left out without an error', async (_, path, value) => {
  const id = await acme.person(aName());
  const before = await user(id);
  const { status, body } = await acme.patch(`/Users/${id}`, { op: 'Add', path, value });
  expect(status).toBe(200);
  expect(body).toEqual(before);
});

test('nulls, passwords and own groups are left out of a new person', async () => {
  const { status, body } = await acme.ask('POST', '/Users', {
    ...{ schemas: [USER, ENTERPRISE], userName: aName(), phoneNumbers: null, emails: null, addresses: null },
    ...{ password: 'not kept', groups: [], [ENTERPRISE]: { department: 'not kept' }, name: { givenName: 'Eva' } },
  });
  expect(status).toBe(201);
  expect(body).toMatchObject({ name: { givenName: 'Eva' }, schemas: [USER] });
  expect(JSON.stringify(await user(body.id))).not.toContain('not kept');
});

test('a replacement without a path takes dotted keys, and keys with a schema', async () => {
  const id = await acme.person(aName());
  const value = { 'name.givenName': 'Eva', [`${USER}:displayName`]: 'Eva E.', active: 'False', [`${ENTERPRISE}:x`]: 1 };
  expect((await acme.patch(`/Users/${id}`, { op: 'replace', value })).status).toBe(200);
  expect(await user(id)).toMatchObject({ name: { givenName: 'Eva' }, displayName: 'Eva E.', active: false });
});

test('an unknown attribute keeps no other operation from its effect', async () => {
  const id = await acme.person(aName());
  const { status, body } = await acme.patch(
    `/Users/${id}`,
    { op: 'Add', path: 'urn:acme:2.0:User:costCentre', value: '17' },
    { op: 'Add', path: 'costCentre', value: '17' },
    { op: 'Replace', path: 'active', value: 'False' },
  );
  expect([status, body.active]).toEqual([200, false]);
});

test.each([
  ['a value', (id: string) => ({ op: 'Remove', path: 'members', value: [{ value: id }] })],
  [
    'a value and a reference of null',
    (id: string) => ({ op: 'Remove', path: 'members', value: [{ $ref: null, value: id }] }),
  ],
  ['a value that is no list', (id: string) => ({ op: 'remove', path: 'members', value: { value: id } })],
  ['a path', (id: string) => ({ op: 'remove', path: `members[value eq "${id}"]` })],
])('a removal by %s removes this member alone', async (_, operation) => {
  const [one, other] = [await acme.person(aName()), await acme.person(aName())];
  const group = await aGroup([one, other]);
  const { status, body } = await acme.patch(group.path, operation(one));
  expect([status, body]).toEqual([204, null]);
  expect(await membersOf(group)).toEqual([other]);
});

test.each([
  ['a removal that names nobody', { op: 'remove', path: 'members', value: [] }],
  ['a removal of somebody who is not known', { op: 'remove', path: 'members', value: [{ value: 'f00' }] }],
  ['members of null', { op: 'replace', path: 'members', value: null }],
  ['a new name', { op: 'replace', value: { displayName: 'Renamed' } }],
])('%s leaves the members in a group', async (_, operation) => {
  const one = await acme.person(aName());
  const group = await aGroup([one]);
  expect((await acme.patch(group.path, operation)).status).toBe(204);
  expect(await membersOf(group)).toEqual([one]);
  await acme.ask('DELETE', group.path);
});

test('a group that is sent without its members keeps them', async () => {
  const one = await acme.person(aName());
  const group = await aGroup([one]);
  await acme.ask('PUT', group.path, { displayName: `${group.displayName}, renamed` });
  expect(await membersOf(group)).toEqual([one]);
  await acme.ask('PUT', group.path, { displayName: group.displayName, members: [] });
  expect(await membersOf(group)).toEqual([]);
});

test('a group is renamed by a value with its id', async () => {
  const group = await aGroup();
  const displayName = `${group.displayName}, renamed`;
  expect((await acme.patch(group.path, { op: 'replace', value: { id: group.id, displayName } })).status).toBe(204);
  expect((await acme.ask('GET', group.path)).body.displayName).toBe(displayName);
});

test('members are replaced as a whole, also by none', async () => {
  const [one, other] = [await acme.person(aName()), await acme.person(aName())];
  const group = await aGroup([one]);
  await acme.patch(group.path, { op: 'replace', path: 'members', value: [{ value: other, display: 'x' }] });
  expect(await membersOf(group)).toEqual([other]);
  await acme.patch(group.path, { op: 'replace', path: 'members', value: [] });
  expect(await membersOf(group)).toEqual([]);
});

test('a member who is added again is in the group once', async () => {
  const one = await acme.person(aName());
  const group = await aGroup([one]);
  const before = (await acme.ask('GET', group.path)).headers.etag;
  for (const operation of [
    { op: 'Add', path: 'members', value: [{ value: one }, { value: one }] },
    { op: 'add', value: { members: [{ value: one }] } },
  ])
    expect((await acme.patch(group.path, operation)).status).toBe(204);
  expect(await membersOf(group)).toEqual([one]);
  expect((await acme.ask('GET', group.path)).headers.etag).toBe(before);
});

test('a search for a person who cannot exist finds nobody', async () => {
  const { status, body } = await acme.ask('GET', `/Users?filter=${encodeURIComponent('userName eq "no-one"')}`);
  expect([status, body.totalResults, body.Resources]).toEqual([200, 0, []]);
});

test('a second person of one userName is refused, in any case of letters', async () => {
  const userName = aName();
  await acme.person(userName);
  const { status, body } = await acme.ask('POST', '/Users', { userName: userName.toUpperCase() });
  expect([status, body.scimType, body.status]).toEqual([409, 'uniqueness', '409']);
});

test('a profile without external id and state keeps both', async () => {
  const userName = aName();
  const id = await acme.person(userName, { externalId: 'A-1', active: false });
  const { body } = await acme.ask('PUT', `/Users/${id}`, { userName, name: { givenName: 'Eva', familyName: 'Evers' } });
  expect(body).toMatchObject({ externalId: 'A-1', active: false, name: { givenName: 'Eva', familyName: 'Evers' } });
});
