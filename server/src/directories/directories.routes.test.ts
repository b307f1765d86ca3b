import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  createDirectory,
  type Directory,
  deleteDirectory,
  listDirectories,
  proveDirectoryDomain,
  tryDirectory,
  updateDirectory,
} from '@academy/contract/directories';
import { findAccount } from '@academy/contract/people';
import { newSamlKeys } from '@academy/identity/directories/saml-keys';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { directory } from '../db/directory-tables.ts';
import { auditEvent } from '../db/tables.ts';
import { metadataOf } from '../identity/saml.fixture.ts';
import { afterFile } from '../testing/after-file.ts';
import { startApp } from '../testing/start-app.ts';

const txtRecords = new Map<string, string | Error>();
const metadataServer = await startMetadata();
const app = await startApp({ keepsAccounts: true, txtRecords, directoryHosts: [metadataServer.host] });
const { db } = app.database;
const as = { bearer: await (await app.aPerson({ admin: true })).bearer(), tenant: 'spring' };
const SECRET = 'a-secret-of-the-provider';
const ACME = {
  name: 'Acme',
  issuer: 'https://login.acme.example/',
  clientId: 'academy',
  clientSecret: SECRET,
  domains: ['acme.example', 'acme.test'],
};

const keys = await newSamlKeys();

/** A provider's metadata at an address of this machine. */
async function startMetadata() {
  const { certificate } = await newSamlKeys();
  const entityId = 'https://login.acme.example/saml';
  const server = createServer((_request, response) => response.end(metadataOf(entityId, [certificate])));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterFile(() => server.close());
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { host, entityId, address: `http://${host}/metadata` };
}

beforeEach(async () => {
  await db.delete(directory);
  await db.delete(auditEvent);
  txtRecords.clear();
});

async function made(changes: Partial<typeof ACME> = {}): Promise<Directory> {
  const { status, body } = await app.call(createDirectory, { body: { ...ACME, ...changes } }, as);
  expect(status).toBe(200);
  return body.data as Directory;
}
const stored = async ({ directoryId }: Directory) =>
  (await db.select().from(directory).where(eq(directory.directoryId, directoryId)))[0];
const audited = async () => (await db.select().from(auditEvent)).map(({ action }) => action);
const record = ({ domains }: Directory, domain = 'acme.example') =>
  domains.find((one) => one.domain === domain)?.record;
const prove = (of: Directory, domain = 'acme.example') =>
  app.call(proveDirectoryDomain, { params: { directoryId: of.directoryId }, body: { domain } }, as);

test('an administrator adds a directory, whose secret no reply and no audit entry contains', async () => {
  const acme = await made();
  expect(acme).toMatchObject({ hasSecret: true, isActive: false, isRequired: false, scopes: 'openid profile email' });
  expect(acme.redirectUri).toMatch(new RegExp(`/idp/directory/${acme.directoryId}/callback$`));
  const { body } = await app.call(listDirectories, {}, as);
  const log = await db.select().from(auditEvent);
  expect(JSON.stringify([body, log])).not.toContain(SECRET);
  expect(body.data).toEqual({ result: [acme] });
  expect(await audited()).toEqual(['directory.create']);
});

test('the secret stays when a change does not name it, and goes with null', async () => {
  const acme = await made();
  const { clientSecret: _, ...rest } = ACME;
  const update = (body: object) =>
    app.call(updateDirectory, { params: { directoryId: acme.directoryId }, body: { ...rest, ...body } }, as);
  expect((await update({ isActive: true })).body.data).toMatchObject({ hasSecret: true, isActive: true });
  expect((await stored(acme))?.clientSecret).toContain(SECRET);
  expect((await update({ clientSecret: null })).body.data).toMatchObject({ hasSecret: false });
});

test('a TXT record proves a domain, also after the directory changes', async () => {
  const acme = await made();
  expect(await prove(acme)).toMatchObject({ status: 400, body: { errors: [{ field: 'domain' }] } });
  const { name = '', value = '' } = record(acme) ?? {};
  expect(name).toBe('_academy-directory.acme.example');
  txtRecords.set(name, 'something else');
  expect((await prove(acme)).status).toBe(400);
  txtRecords.set(name, value);
  const proved = (await prove(acme)).body.data as Directory;
  expect(proved.domains.map(({ domain, provedAt }) => [domain, provedAt !== null])).toEqual([
    ['acme.example', true],
    ['acme.test', false],
  ]);
  const body = { ...ACME, domains: ['acme.example', 'new.example'] };
  const after = await app.call(updateDirectory, { params: { directoryId: acme.directoryId }, body }, as);
  expect((after.body.data as Directory).domains[0]).toEqual(proved.domains[0]);
  expect(await audited()).toEqual(['directory.create', 'directory.prove-domain', 'directory.update']);
});

test.each([
  ['ESERVFAIL', 'reports an error (SERVFAIL)'],
  ['ETIMEOUT', 'did not answer in time'],
  ['EREFUSED', 'refuses to answer'],
  ['ENOTFOUND', 'was not found'],
  ['ENODATA', 'was not found'],
])('a name server that answers %s is named as what it is', async (code, words) => {
  const acme = await made();
  txtRecords.set(record(acme)?.name ?? '', Object.assign(new Error(code), { code }));
  const { status, body } = await prove(acme);
  expect([status, JSON.stringify(body.errors)]).toEqual([400, expect.stringContaining(words)]);
});

test('a domain that one directory has proved is proved by no other', async () => {
  const [acme, other] = [await made(), await made({ name: 'Other' })];
  for (const one of [acme, other]) {
    const { name = '', value = '' } = record(one) ?? {};
    txtRecords.set(name, value);
    if (one === acme) expect((await prove(one)).status).toBe(200);
  }
  expect((await prove(other)).status).toBe(409);
  await app.call(deleteDirectory, { params: { directoryId: acme.directoryId } }, as);
  expect((await prove(other)).status).toBe(200);
});

test.each([
  ['an issuer without encryption', { issuer: 'http://login.acme.example' }],
  ['an issuer that is no address', { issuer: 'login' }],
  ['a domain that is an address', { domains: ['eva@acme.example'] }],
  ['a domain that is a whole zone', { domains: ['example'] }],
])('%s is refused', async (_, changes) => {
  expect((await app.call(createDirectory, { body: { ...ACME, ...changes } }, as)).status).toBe(400);
});

test('an address that tries a directory is new each time', async () => {
  const { directoryId } = await made();
  const address = async () =>
    ((await app.call(tryDirectory, { params: { directoryId } }, as)).body.data as { address: string }).address;
  const [one, two] = [await address(), await address()];
  expect(one).toMatch(new RegExp(`/idp/directory/${directoryId}/try\\?ticket=[\\w-]{43}$`));
  expect(one).not.toBe(two);
});

test('every address of an active directory is one that can log in', async () => {
  const acme = await made();
  const loginOf = async (email: string) => {
    const { body } = await app.call(findAccount, { headers: { email } }, { tenant: 'spring' });
    return (body.data as { login: string | null }).login;
  };
  expect(await loginOf('nobody@acme.example')).toBeNull();
  const { name = '', value = '' } = record(acme) ?? {};
  txtRecords.set(name, value);
  await prove(acme);
  expect(await loginOf('nobody@acme.example')).toBeNull();
  await db.update(directory).set({ isActive: true });
  expect(await loginOf('nobody@acme.example')).toBe('nobody@acme.example');
  expect(await loginOf('nobody@acme.test')).toBeNull();
});

// SAML.

const OTHER = 'https://login.globex.example/saml';
const create = (saml: object) =>
  app.call(createDirectory, { body: { kind: 'saml', name: 'Globex', domains: ['globex.example'], saml } }, as);

test('an administrator adds a SAML directory by its metadata, and gets the academy’s', async () => {
  const { status, body } = await create({ metadata: metadataOf(OTHER, [keys.certificate]) });
  expect(status).toBe(200);
  const globex = body.data as Directory;
  expect(globex).toMatchObject({ kind: 'saml', issuer: OTHER, hasSecret: false, saml: { beginsThere: false } });
  expect(globex.clientId).toMatch(new RegExp(`/idp/directory/${globex.directoryId}/metadata$`));
  const log = JSON.stringify([body, await db.select().from(auditEvent)]);
  expect(log).not.toContain('PRIVATE KEY');
  expect((await stored(globex))?.clientSecret).toContain('PRIVATE KEY');
});

test('a changed SAML directory keeps the key for which its provider encrypts', async () => {
  const globex = (await create({ metadata: metadataOf(OTHER, [keys.certificate]) })).body.data as Directory;
  const before = await stored(globex);
  const input = { kind: 'saml' as const, name: 'Globex', domains: [], saml: { metadataUrl: metadataServer.address } };
  const update = (body: { kind?: 'oidc'; issuer?: string; clientId?: string }) =>
    app.call(updateDirectory, { params: { directoryId: globex.directoryId }, body: { ...input, ...body } }, as);
  expect(await update({})).toMatchObject({ status: 200, body: { data: { issuer: metadataServer.entityId } } });
  expect(await stored(globex)).toMatchObject({
    clientSecret: before?.clientSecret,
    saml: { metadata: null, metadataUrl: metadataServer.address },
  });
  expect((await update({ kind: 'oidc', issuer: OTHER, clientId: 'x' })).status).toBe(400);
});

test.each([
  ['without a certificate', metadataOf(OTHER, []), 'no certificate'],
  ['with a certificate that is none', metadataOf(OTHER, ['AAAA']), 'cannot be read'],
  ['with a log-in that is not encrypted', metadataOf(OTHER, [keys.certificate], 'http://login.example/'), 'https://'],
  ['of an application', '<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata"/>', 'no provider'],
  ['with a document type', `<!DOCTYPE a>${metadataOf(OTHER, [keys.certificate])}`, 'document type'],
  ['that are no XML', 'hello', 'XML'],
])('metadata %s are refused with the reason', async (_, metadata, words) => {
  const { status, body } = await create({ metadata });
  expect([status, JSON.stringify(body.errors)]).toEqual([400, expect.stringContaining(words)]);
});

test('metadata at an internal address are not read', async () => {
  for (const metadataUrl of ['http://localhost:1/', 'https://127.0.0.1:1/', 'file:///etc/passwd'])
    expect((await create({ metadataUrl })).status).toBe(400);
});

test('an academy that logs in with another provider has no directories', async () => {
  const elsewhere = await startApp();
  const bearer = await (await elsewhere.aPerson({ admin: true })).bearer();
  expect((await elsewhere.call(createDirectory, { body: ACME }, { ...as, bearer })).status).toBe(409);
});
