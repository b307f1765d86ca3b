import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { addTicket } from '@academy/identity/directories/directory-states';
import { newSamlKeys } from '@academy/identity/directories/saml-keys';
import { NO_PASSWORD } from '@academy/identity/passwords';
import { eq } from 'drizzle-orm';
import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { directoryAccount } from '../db/directory-tables.ts';
import { startAccounts } from './accounts.fixture.ts';
import { wayOut } from './company.fixture.ts';
import { Academy, Browser, type Page } from './identity.fixture.ts';
import { identityStore } from './identity.store.ts';
import { post, type Reply, requestOf, type SamlCompany, startSamlCompany } from './saml.fixture.ts';

const { database, running, accountOf } = await startAccounts();
const { db } = database;
const academy = running.issuer;
const acme = await startSamlCompany(db, { name: 'Acme', domains: ['acme.example'], academy });
const globex = await startSamlCompany(db, { name: 'Globex', domains: ['globex.example'], academy });
let people = 0;

/** Facts of somebody new. */
function employee(domain = 'acme.example'): { nameId: string; email: string; attributes: Record<string, string> } {
  people += 1;
  const email = `e${people}@${domain}`;
  return { nameId: `subject-${people}`, email, attributes: { mail: email, givenName: 'Eva', sn: 'Ende' } };
}

const isIn = ({ url }: Page) => url.includes('/login/callback?code=');
const problemOf = ({ text }: Page) => /<div class="summary"[^>]*><h2>([^<]+)/.exec(text)?.[1];
const linkOf = async (subject: string) =>
  (await db.select().from(directoryAccount).where(eq(directoryAccount.subject, subject)))[0];

/** Why the last return was refused, as the log says. */
const reasonOf = () =>
  String(running.logged.findLast(({ message }) => message === 'a return from a directory was refused')?.values.reason);

/** A log-in that has left for the company. */
async function leaving(email: string, params: Record<string, string> = {}) {
  const [browser, brand] = [new Browser(running.issuer), new Academy(running)];
  const page = await browser.open(brand.authorizeUrl(params));
  const request = wayOut(await browser.submit(page, { email }));
  return { browser, brand, request, ...requestOf(request) };
}
type Leaving = Awaited<ReturnType<typeof leaving>>;

/** Posts a reply, and follows it with the browser that left. */
async function arrive({ browser, relayState }: Leaving, company: SamlCompany, xml: string): Promise<Page> {
  const reply = await post(company.recipient, xml, relayState);
  return browser.open(reply.headers.get('location') ?? '');
}

async function logIn(changes: Partial<Reply> = {}, company = acme, domain = 'acme.example') {
  const { nameId, email, attributes } = employee(domain);
  const left = await leaving(email);
  const xml = await company.reply(left.request, { nameId, attributes, ...changes });
  return { nameId, email, left, xml, last: await arrive(left, company, xml) };
}

test('people of a company log in by SAML; the first log-in makes the account', async () => {
  const { left, last, email, nameId } = await logIn();
  expect(isIn(last)).toBe(true);
  expect(left.xml).toContain(`<saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${acme.audience}<`);
  const { body } = await left.brand.exchange(last.url);
  expect(decodeJwt(String(body.access_token))).toMatchObject({ email, given_name: 'Eva', amr: ['fed'] });
  expect(await accountOf(email)).toMatchObject({ emailVerified: true, passwordHash: NO_PASSWORD });
  expect(await linkOf(nameId)).toMatchObject({ issuer: acme.entityId });
});

test('the same person comes to the same account, whatever the address is', async () => {
  const { nameId, email } = await logIn();
  const left = await leaving(email);
  const attributes = { mail: 'eva@elsewhere.example' };
  expect(isIn(await arrive(left, acme, await acme.reply(left.request, { nameId, attributes })))).toBe(true);
  expect((await accountOf(email))?.accountId).toBe((await linkOf(nameId))?.accountId);
});

test('an assertion that is encrypted for the academy is opened', async () => {
  expect(isIn((await logIn({ encryptFor: acme.certificate })).last)).toBe(true);
  expect(isIn((await logIn({ encryptFor: acme.certificate, signs: 'both' })).last)).toBe(true);
});

test('an attribute that stays the same can be the identifier', async () => {
  const company = await startSamlCompany(db, {
    ...{ name: 'Oid', domains: ['oid.example'], academy, mapping: { subject: 'objectidentifier' } },
  });
  const attributes = { mail: 'x@oid.example', objectidentifier: 'id-of-eva' };
  const transient = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
  const { last } = await logIn({ attributes, nameIdFormat: transient }, company, 'oid.example');
  expect(isIn(last)).toBe(true);
  expect(await linkOf('id-of-eva')).toBeDefined();
});

test('the key of a provider changes without a break: two certificates count', async () => {
  const next = await newSamlKeys();
  await acme.set({ metadata: acme.metadata(acme.keys.certificate, next.certificate) });
  expect(isIn((await logIn()).last)).toBe(true);
  expect(isIn((await logIn({ key: next })).last)).toBe(true);
  await acme.set({});
  expect(problemOf((await logIn({ key: next })).last)).toContain('did not work');
});

test('metadata at an address are read again when a reply has another key', async () => {
  let published = '';
  let reads = 0;
  const web = createServer((_request, response) => {
    reads += 1;
    response.end(published);
  });
  web.listen(0, '127.0.0.1');
  await once(web, 'listening');
  try {
    const metadataUrl = `http://127.0.0.1:${(web.address() as AddressInfo).port}/metadata`;
    const next = await newSamlKeys();
    published = acme.metadata(acme.keys.certificate);
    await acme.set({ metadata: null, metadataUrl });
    expect(isIn((await logIn()).last)).toBe(true);
    published = acme.metadata(next.certificate);
    // The first reply with the new key is let in, and what is kept serves the next ones.
    expect(isIn((await logIn({ key: next })).last)).toBe(true);
    expect([isIn((await logIn({ key: next })).last), reads]).toEqual([true, 2]);
    expect(problemOf((await logIn()).last)).toContain('did not work');
  } finally {
    await acme.set({});
    web.close();
  }
});

test('the provider gets the academy’s names, address and certificate as metadata', async () => {
  const reply = await fetch(acme.audience);
  const xml = await reply.text();
  expect(reply.headers.get('content-type')).toBe('application/samlmetadata+xml');
  for (const part of [`entityID="${acme.audience}"`, `Location="${acme.recipient}"`, acme.certificate])
    expect(xml).toContain(part);
});

test('a fresh log-in is asked for, and an old one is refused', async () => {
  const { email, nameId, attributes } = employee();
  for (const [loggedInAt, isFresh] of [
    [0, true],
    [-30, false],
  ] as const) {
    const left = await leaving(email, { prompt: 'login' });
    expect(left.xml).toContain('ForceAuthn="true"');
    const last = await arrive(left, acme, await acme.reply(left.request, { nameId, attributes, loggedInAt }));
    expect(isFresh ? isIn(last) : problemOf(last)).toEqual(isFresh || expect.stringContaining('just now'));
  }
});

// Log-ins that begin at the provider.

test('a log-in that begins at the provider is refused unless it was switched on', async () => {
  const reply = await post(acme.recipient, await acme.reply(null), '');
  expect(reply.status).toBe(400);
  expect(await reply.text()).toContain('begins at the academy');
});

// Shows security#directories
test('a log-in that begins at the provider leads to a log-in of the academy', async () => {
  await globex.set({ beginsThere: true });
  const attributes = { mail: 'gus@globex.example' };
  const at = async (relayState: string) =>
    (await post(globex.recipient, await globex.reply(null, { attributes }), relayState)).headers.get('location');
  const query = '/auth?email=gus%40globex.example';
  expect(await at(`${running.originOf('kube')}/courses`)).toBe(`${running.originOf('kube')}${query}`);
  for (const foreign of ['', 'https://elsewhere.example/', '//elsewhere.example', 'javascript:alert(1)'])
    expect(await at(foreign)).toBe(`${running.originOf('spring')}${query}`);
});

// Shows security#directories
test('an assertion counts once', async () => {
  await globex.set({ beginsThere: true });
  const xml = await globex.reply(null, { attributes: { mail: 'gus@globex.example' } });
  expect((await post(globex.recipient, xml, '')).status).toBe(303);
  expect((await post(globex.recipient, xml, '')).status).toBe(400);
});

test('a reply to a request of the academy is none that begins there', async () => {
  await globex.set({ beginsThere: true });
  const left = await leaving('gus@globex.example');
  expect((await post(globex.recipient, await globex.reply(left.request), '')).status).toBe(400);
});

// Attacks.

const otherKey = await newSamlKeys();

// Shows security#directories
test.each<[string, Partial<Reply>, string]>([
  ['is not signed', { signs: 'nothing' }, 'Invalid signature'],
  ['is signed around the assertion only', { signs: 'response' }, 'Invalid signature'],
  ['is signed with another key', { key: otherKey }, 'Invalid signature'],
  ['is signed with SHA-1', { sha1: true }, 'rsa-sha1 is not allowed'],
  ['is signed with SHA-1 and encrypted', { sha1: true, encryptFor: acme.certificate }, 'rsa-sha1 is not allowed'],
  ['is encrypted but not signed', { signs: 'nothing', encryptFor: acme.certificate }, 'Invalid signature'],
  [
    'is encrypted with a padding that can be broken',
    { encryptFor: acme.certificate, keyPadding: 'http://www.w3.org/2001/04/xmlenc#rsa-1_5' },
    'rsa-1_5 is not allowed',
  ],
  ['names another audience', { audience: globex.audience }, 'audience mismatch'],
  ['names another recipient', { recipient: globex.recipient }, 'another recipient'],
  ['names another destination', { destination: globex.recipient }, 'another destination'],
  ['names another issuer', { issuer: globex.entityId }, 'another issuer'],
  ['answers another request', { inResponseTo: '_other' }, 'does not answer this request'],
  ['answers no request', { inResponseTo: null }, 'does not answer this request'],
  ['has expired', { madeAt: -9, notBefore: -9, notOnOrAfter: -3 }, 'expired'],
  ['does not count yet', { notBefore: 3 }, 'not yet valid'],
  ['was made long ago', { madeAt: -13, notBefore: -13, notOnOrAfter: 60 }, 'too old'],
  [
    'has an identifier that changes each time',
    { nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' },
    'is transient',
  ],
  ['has no identifier', { nameId: '' }, 'no NameID'],
])('a reply that %s is refused', async (_, changes, reason) => {
  const { last, nameId } = await logIn(changes);
  expect(problemOf(last)).toContain('did not work');
  expect(reasonOf()).toContain(reason);
  expect(await linkOf(nameId)).toBeUndefined();
});

test('clocks may differ by two minutes', async () => {
  expect(isIn((await logIn({ notBefore: 1.5 })).last)).toBe(true);
  expect(isIn((await logIn({ madeAt: -3, notBefore: -3, notOnOrAfter: -1.5 })).last)).toBe(true);
});

// Shows security#directories
test('the assertion of another company is refused', async () => {
  const { email } = employee();
  const left = await leaving(email);
  const { audience, recipient, entityId: issuer } = acme;
  const asAcme = { audience, recipient, destination: recipient, issuer, attributes: { mail: email } };
  const foreign = await globex.reply(left.request, asAcme);
  expect(problemOf(await arrive(left, acme, foreign))).toContain('did not work');
  expect(reasonOf()).toContain('Invalid signature');
  const again = await leaving(email);
  expect((await post(globex.recipient, foreign, again.relayState)).status).toBe(400);
});

// Shows security#directories
test('a reply to one log-in opens no other', async () => {
  const { xml, last } = await logIn();
  expect(isIn(last)).toBe(true);
  const left = await leaving('eva@acme.example');
  expect(problemOf(await arrive(left, acme, xml))).toContain('did not work');
  expect(reasonOf()).toContain('does not answer this request');
});

// Shows security#directories
test('a reply is followed by the browser that left, once', async () => {
  const { email, nameId, attributes } = employee();
  const left = await leaving(email);
  const reply = await post(acme.recipient, await acme.reply(left.request, { nameId, attributes }), left.relayState);
  const at = reply.headers.get('location') ?? '';
  const { browser: another } = await leaving(email);
  expect(await another.open(at)).toMatchObject({ status: 400 });
  expect(isIn(await left.browser.open(at))).toBe(true);
  expect(await left.browser.open(at)).toMatchObject({ status: 400 });
});

const signatureIn = (xml: string) => /<ds:Signature.*?<\/ds:Signature>/s.exec(xml)?.[0] ?? '';
const assertionIn = (xml: string) => /<saml:Assertion.*<\/saml:Assertion>/s.exec(xml)?.[0] ?? '';
/** The same assertion for somebody else, without its signature. */
const forged = (xml: string, id: string) =>
  assertionIn(xml)
    .replace(signatureIn(xml), '')
    .replace(/subject-\d+/, 'forged')
    .replace(/ID="[^"]+"/, `ID="${id}"`);

// Shows security#directories
test.each<[string, string, (xml: string) => string]>([
  [
    'before the signed one',
    'multiple assertions',
    (xml) => xml.replace('<saml:Assertion', `${forged(xml, '_f')}<saml:Assertion`),
  ],
  [
    'behind the signed one',
    'multiple assertions',
    (xml) => xml.replace('</samlp:Response>', `${forged(xml, '_f')}</samlp:Response>`),
  ],
  [
    'with the signed one in an extension',
    'Invalid signature',
    (xml) =>
      xml
        .replace(assertionIn(xml), forged(xml, '_f'))
        .replace('<samlp:Status>', `<samlp:Extensions>${assertionIn(xml)}</samlp:Extensions><samlp:Status>`),
  ],
  [
    'around the signed one',
    'Invalid signature',
    (xml) =>
      xml.replace(assertionIn(xml), forged(xml, '_f').replace('</saml:Issuer>', `</saml:Issuer>${assertionIn(xml)}`)),
  ],
  [
    'with the signature of the signed one, which lies in it',
    'Referenced node does not refer',
    (xml) => {
      const signature = signatureIn(xml).replace(
        '</ds:Signature>',
        `<ds:Object>${assertionIn(xml).replace(signatureIn(xml), '')}</ds:Object></ds:Signature>`,
      );
      return xml.replace(assertionIn(xml), forged(xml, '_f').replace('</saml:Issuer>', `</saml:Issuer>${signature}`));
    },
  ],
  [
    'with the same ID',
    'multiple assertions',
    (xml) =>
      xml.replace(
        '<saml:Assertion',
        `${forged(xml, /<saml:Assertion[^>]* ID="([^"]+)"/.exec(xml)?.[1] ?? '')}<saml:Assertion`,
      ),
  ],
  ['by a changed name', 'Invalid signature', (xml) => xml.replace(/subject-\d+/, 'forged')],
  [
    'by a document type',
    'a document type is not allowed',
    (xml) => `<!DOCTYPE r [<!ENTITY e "forged">]>${xml.replace(/subject-\d+/, '&e;')}`,
  ],
])('an assertion that is forged %s is refused', async (_, reason, forge) => {
  const { email, nameId, attributes } = employee();
  const left = await leaving(email);
  const xml = await acme.reply(left.request, { nameId, attributes });
  const changed = forge(xml);
  expect(changed).not.toBe(xml);
  expect(problemOf(await arrive(left, acme, changed))).toContain('did not work');
  expect(reasonOf()).toContain(reason);
  expect(await linkOf('forged')).toBeUndefined();
});

// Shows security#directories
test('a comment does not cut a name or an address short', async () => {
  const { email } = employee();
  const left = await leaving(email);
  const xml = await acme.reply(left.request, {
    nameId: 'boss.of-nobody',
    attributes: { mail: `${email}.elsewhere.example` },
  });
  // A comment is no part of what was signed.
  const cut = xml.replace('boss', 'boss<!-- -->').replace(`${email}.`, `${email}<!-- -->.`);
  expect(problemOf(await arrive(left, acme, cut))).toContain('does not belong to its domains');
  const again = await leaving(email);
  const named = await acme.reply(again.request, { nameId: 'chief.of-nobody', attributes: { mail: email } });
  expect(isIn(await arrive(again, acme, named.replace('chief', 'chief<!-- -->')))).toBe(true);
  expect(await linkOf('chief')).toBeUndefined();
  expect(await linkOf('chief.of-nobody')).toBeDefined();
});

test.each([
  ['nothing', ''],
  ['no XML', 'hello'],
  ['another document', '<a/>'],
  ['a logout', '<samlp:LogoutResponse xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol"/>'],
])('%s instead of a reply is refused', async (_, xml) => {
  const left = await leaving('eva@acme.example');
  expect(problemOf(await arrive(left, acme, xml))).toContain('did not work');
});

test('a reply that is too large is refused', async () => {
  const left = await leaving('eva@acme.example');
  expect((await post(acme.recipient, 'x'.repeat(300_000), left.relayState)).status).toBe(413);
});

// Trying a directory before it is switched on.

async function trial(company: SamlCompany) {
  const ticket = await addTicket(identityStore(db).artifacts, company.directoryId);
  const browser = new Browser(running.issuer);
  const { url } = await browser.open(`${running.issuer}directory/${company.directoryId}/try?ticket=${ticket}`);
  return { browser, request: url, ...requestOf(url) };
}

test('a trial shows every attribute and what would become of it, and stores nothing', async () => {
  const company = await startSamlCompany(db, {
    ...{ name: 'Trial', domains: ['trial.example'], academy, isActive: false },
    mapping: { firstName: 'nickname', pro: { claim: 'groups', value: 'pro' } },
  });
  const { browser, request, relayState } = await trial(company);
  const attributes = { mail: 'eva@trial.example', groups: ['staff', 'pro'], sn: 'Ende' };
  const reply = await post(company.recipient, await company.reply(request, { attributes, nameId: 'try' }), relayState);
  const { text } = await browser.open(reply.headers.get('location') ?? '');
  for (const part of ['It would create an account', 'eva@trial.example', 'NameID', 'Pro membership: yes', 'Name: Ende'])
    expect(text).toContain(part);
  expect(await linkOf('try')).toBeUndefined();
});

test('a trial says what is wrong with a reply', async () => {
  const { browser, request, relayState } = await trial(acme);
  const reply = await post(acme.recipient, await acme.reply(request, { audience: globex.audience }), relayState);
  const { text } = await browser.open(reply.headers.get('location') ?? '');
  expect(text).toContain('audience mismatch');
});
