import { expect, test } from 'vitest';
import { directory } from '../db/directory-tables.ts';
import { account } from '../db/identity-tables.ts';
import { startApp } from '../testing/start-app.ts';
import { hashToken } from '../values/token-format.ts';
import { aDirectory } from './scim.fixture.ts';

const app = await startApp({ keepsAccounts: true });
const acme = await aDirectory(app);
const other = await aDirectory(app, 'other.example');

const PEOPLE = '/Users';
let number = 0;
const userName = (domain = 'acme.example') => {
  number += 1;
  return `someone${number}@${domain}`;
};
const found = async (filter: string, kind = 'Users', more = '') => {
  const { status, body } = await acme.ask('GET', `/${kind}?filter=${encodeURIComponent(filter)}${more}`);
  return status === 200 ? body.Resources.map(({ id }: { id: string }) => id) : [status, body.scimType];
};

const eva = await acme.person('Eva.Evers@acme.example', {
  ...{ externalId: 'Ext-1', name: { givenName: 'Eva', familyName: 'Evers' }, displayName: 'Eva "E" Evers' },
  emails: [
    { value: 'Eva.Evers@acme.example', type: 'work', primary: true },
    { value: 'eva@home.example', type: 'home' },
  ],
});
const bob = await acme.person('bob@acme.example', { name: { givenName: 'Bob', familyName: 'Müller' }, active: false });

test.each([
  ['userName eq "EVA.EVERS@acme.example"', [eva]],
  ['USERNAME Eq "eva.evers@ACME.example"', [eva]],
  ['urn:ietf:params:scim:schemas:core:2.0:User:userName eq "bob@acme.example"', [bob]],
  ['externalId eq "Ext-1"', [eva]],
  ['externalId eq "ext-1"', []],
  ['userName sw "eva"', [eva]],
  ['userName co "ACME"', [eva, bob]],
  ['displayName co "\\"E\\""', [eva]],
  ['name.familyName sw "mü"', [bob]],
  ['emails.value eq "EVA@home.example"', [eva]],
  ['emails eq "eva@home.example"', [eva]],
  ['emails[type eq "work"].value eq "eva.evers@acme.example"', [eva]],
  ['emails[type eq "work" and value eq "eva@home.example"]', []],
  ['emails[type eq "home" and value co "HOME"]', [eva]],
  ['active eq false', [bob]],
  ['active eq "False"', [bob]],
  ['userName sw "bob" and active eq true', []],
  ['(userName sw "bob" or userName sw "eva") and not (active eq true)', [bob]],
  ['externalId pr', [eva]],
  ['costCentre eq "17"', []],
  ['id eq "not an id"', []],
  ['meta.lastModified gt "2020-01-01T00:00:00Z" and userName sw "bob"', [bob]],
])('the filter %s finds whom it should', async (filter, ids) => {
  expect(await found(filter)).toEqual(ids);
});

test.each([
  'userName',
  'userName eq',
  'userName is "x"',
  'userName eq "x',
  '(userName eq "x"',
  'emails[type eq "x"',
  "a eq 'b'",
])('the filter %j is refused as one', async (filter) => {
  expect(await found(filter)).toEqual([400, 'invalidFilter']);
});

test('a group is found by its name in any case, and by a member', async () => {
  const { body } = await acme.ask('POST', '/Groups', {
    displayName: 'Team Köln',
    externalId: 'G',
    members: [{ value: eva }],
  });
  for (const filter of [
    'displayName eq "team köln"',
    `members[value eq "${eva}"]`,
    `id eq "${body.id}" and members eq "${eva}"`,
  ])
    expect(await found(filter, 'Groups')).toEqual([body.id]);
  expect(await found(`members eq "${bob}"`, 'Groups')).toEqual([]);
  expect((await acme.ask('GET', `/Users/${eva}`)).body.groups).toMatchObject([
    { value: body.id, display: 'Team Köln' },
  ]);
  const again = await acme.ask('POST', '/Groups', { displayName: 'TEAM KÖLN' });
  expect([again.status, again.body.scimType]).toEqual([409, 'uniqueness']);
  await acme.ask('DELETE', `/Groups/${body.id}`);
  expect((await acme.ask('GET', `/Groups/${body.id}`)).status).toBe(404);
});

test('pages have everybody once, and none has more than two hundred', async () => {
  const ids: string[] = [];
  for (let count = 0; count < 5; count += 1) ids.push(await other.person(userName('other.example')));
  const page = async (query: string) => {
    const { body } = await other.ask('GET', `/Users?${query}`);
    return [body.totalResults, body.startIndex, body.Resources.map(({ id }: { id: string }) => id)];
  };
  expect(await page('startIndex=1&count=2')).toEqual([5, 1, ids.slice(0, 2)]);
  expect(await page('startIndex=3&count=2')).toEqual([5, 3, ids.slice(2, 4)]);
  expect(await page('startIndex=5&count=999999')).toEqual([5, 5, ids.slice(4)]);
  expect(await page('startIndex=0&count=0')).toEqual([5, 1, []]);
  expect((await other.ask('GET', '/ServiceProviderConfig')).body.filter).toEqual({ supported: true, maxResults: 200 });
  expect((await other.ask('GET', '/Users?count=many')).status).toBe(400);
});

test('a search by POST finds the same', async () => {
  const { status, body } = await acme.ask('POST', `${PEOPLE}/.search`, {
    ...{ filter: 'userName sw "eva"', attributes: ['userName'], startIndex: 1, count: 10 },
  });
  expect([status, body.totalResults, Object.keys(body.Resources[0]).sort()]).toEqual([
    ...[200, 1],
    ['id', 'schemas', 'userName'],
  ]);
});

test('a reply has the attributes that are asked for', async () => {
  const { body: group } = await acme.ask('POST', '/Groups', { displayName: 'Trimmed', members: [{ value: eva }] });
  const { body } = await acme.ask('GET', '/Groups?excludedAttributes=members');
  expect(body.Resources.every((one: object) => 'displayName' in one && !('members' in one))).toBe(true);
  const { body: few } = await acme.ask('GET', `/Users/${eva}?attributes=userName,name.givenName`);
  expect(Object.keys(few).sort()).toEqual(['id', 'name', 'schemas', 'userName']);
  expect(few.name).toEqual({ givenName: 'Eva' });
  await acme.ask('DELETE', `/Groups/${group.id}`);
});

test('a change of a former version is refused, and nothing unchanged sent', async () => {
  const id = await acme.person(userName());
  const first = (await acme.ask('GET', `/Users/${id}`)).headers.etag as string;
  const same = await acme.ask('GET', `/Users/${id}`, undefined, { 'if-none-match': first });
  expect([same.status, same.body]).toEqual([304, null]);
  const body = { Operations: [{ op: 'replace', path: 'displayName', value: 'Once' }] };
  const changed = await acme.ask('PATCH', `/Users/${id}`, body, { 'if-match': first });
  expect([changed.status, changed.body.meta.version]).toEqual([200, changed.headers.etag]);
  for (const method of ['PATCH', 'DELETE'] as const)
    expect(
      (await acme.ask(method, `/Users/${id}`, method === 'PATCH' ? body : undefined, { 'if-match': first })).status,
    ).toBe(412);
  // What says nothing new is no new version.
  expect((await acme.ask('PATCH', `/Users/${id}`, body)).headers.etag).toBe(changed.headers.etag);
});

test.each([
  ['a body that is no object', 'POST', '/Users', [], 400, 'invalidSyntax'],
  ['a person without a userName', 'POST', '/Users', { displayName: 'x' }, 400, 'invalidValue'],
  [
    'an active that is neither true nor false',
    'POST',
    '/Users',
    { userName: 'x', active: 'perhaps' },
    400,
    'invalidValue',
  ],
  ['a name that is a number', 'POST', '/Users', { userName: 'x', displayName: 5 }, 400, 'invalidValue'],
  ['a group without a name', 'POST', '/Groups', { members: [] }, 400, 'invalidValue'],
  [
    'a member who is nobody here',
    'POST',
    '/Groups',
    { displayName: 'x', members: [{ value: 'x' }] },
    400,
    'invalidValue',
  ],
  ['a change without operations', 'PATCH', `/Users/${eva}`, {}, 400, 'invalidSyntax'],
  ['a removal without a path', 'PATCH', `/Users/${eva}`, { Operations: [{ op: 'remove' }] }, 400, 'noTarget'],
  [
    'a path that is none',
    'PATCH',
    `/Users/${eva}`,
    { Operations: [{ op: 'add', path: 'emails[', value: 1 }] },
    400,
    'invalidPath',
  ],
  [
    'an own group',
    'PATCH',
    `/Users/${eva}`,
    { Operations: [{ op: 'add', path: 'groups', value: [] }] },
    400,
    'mutability',
  ],
  [
    'the removal of the userName',
    'PATCH',
    `/Users/${eva}`,
    { Operations: [{ op: 'remove', path: 'userName' }] },
    400,
    'mutability',
  ],
  ['a resource that is not there', 'GET', `/Users/${crypto.randomUUID()}`, undefined, 404, undefined],
  ['an address that is not there', 'POST', '/Nothing', {}, 404, undefined],
  ['many changes in one request', 'POST', '/Bulk', {}, 501, undefined],
  ['a change of what is described', 'PUT', '/Schemas', {}, 405, undefined],
] as const)('%s is refused as what it is', async (_, method, path, body, status, scimType) => {
  const answer = await acme.ask(method, path, body);
  expect([answer.status, answer.body.scimType, answer.body.status]).toEqual([status, scimType, String(status)]);
  expect(answer.body.schemas).toEqual(['urn:ietf:params:scim:api:messages:2.0:Error']);
  expect(answer.headers['content-type']).toMatch(/^application\/scim\+json/);
});

test('text that is no JSON, and another type, are refused', async () => {
  const raw = (type: string, payload: string) =>
    app.request({
      ...{ method: 'POST', url: `/scim/v2/${acme.directoryId}/Users`, payload },
      headers: { authorization: `Bearer ${acme.token}`, 'content-type': type, host: 'spring.localhost:3000' },
    });
  expect((await raw('application/json', '{"userName":')).json()).toMatchObject({
    status: '400',
    scimType: 'invalidSyntax',
  });
  expect((await raw('application/xml', '<a/>')).json()).toMatchObject({ status: '415' });
});

// Shows security#scim
test('the token of one directory opens no other', async () => {
  for (const path of ['/Users', `/Users/${eva}`, '/Groups', '/ServiceProviderConfig']) {
    const foreign = await acme.ask('GET', path, undefined, { authorization: `Bearer ${other.token}` });
    expect([foreign.status, foreign.headers['www-authenticate']]).toEqual([401, 'Bearer']);
    expect(JSON.stringify(foreign.body)).not.toContain('Eva');
  }
  expect((await other.ask('GET', `/Users/${eva}`)).status).toBe(404);
  expect((await other.ask('DELETE', `/Users/${eva}`)).status).toBe(404);
  const { body } = await other.ask('POST', '/Groups', { displayName: 'x', members: [{ value: eva }] });
  expect(body.scimType).toBe('invalidValue');
  for (const authorization of ['', 'Bearer x', `Basic ${acme.token}`])
    expect((await acme.ask('GET', '/Users', undefined, { authorization })).status).toBe(401);
});

// Shows security#scim
test('no reply has a secret of an account or a directory', async () => {
  const { db } = app.database;
  await db.update(account).set({ passwordHash: '$argon2id$a-secret' });
  await db.update(directory).set({ clientSecret: 'secret:a-secret' });
  const replies = [
    await acme.ask('GET', '/Users'),
    await acme.ask('GET', `/Users/${eva}`),
    await acme.ask('POST', '/Users', { userName: userName(), password: 'a-secret' }),
    await acme.patch(`/Users/${eva}`, { op: 'add', path: 'password', value: 'a-secret' }),
    await acme.ask('GET', '/ServiceProviderConfig'),
    await acme.ask('GET', '/Users?filter=password eq "a-secret"'),
  ];
  for (const { body } of replies) {
    expect(JSON.stringify(body)).not.toMatch(/a-secret|argon2/);
    expect(JSON.stringify(body)).not.toContain(acme.token);
    expect(JSON.stringify(body)).not.toContain(hashToken(acme.token));
  }
});

test('what is described is what the tables of attributes say', async () => {
  const { body } = await acme.ask('GET', '/Schemas');
  expect(body.Resources.map(({ name: of }: { name: string }) => of)).toEqual(['User', 'Group']);
  const [user] = body.Resources;
  expect((await acme.ask('GET', `/Schemas/${user.id}`)).body).toEqual(user);
  expect(user.attributes.map(({ name: of }: { name: string }) => of)).toContain('emails');
  const types = (await acme.ask('GET', '/ResourceTypes')).body.Resources;
  expect(types.map(({ endpoint }: { endpoint: string }) => endpoint)).toEqual(['/Users', '/Groups']);
  expect((await acme.ask('GET', '/ResourceTypes/User')).body.schema).toBe(user.id);
  expect((await acme.ask('GET', '/Schemas/none')).status).toBe(404);
});

test('a program without a name of its own is served', async () => {
  expect((await acme.ask('GET', '/Users', undefined, { 'user-agent': '' })).status).toBe(200);
});

test('an academy that logs in with another provider has no SCIM', async () => {
  const elsewhere = await startApp();
  const response = await elsewhere.request({ method: 'GET', url: `/scim/v2/${acme.directoryId}/Users` });
  expect(response.statusCode).toBe(404);
});
