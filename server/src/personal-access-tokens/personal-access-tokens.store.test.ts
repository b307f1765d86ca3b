import { expect, test } from 'vitest';
import { person } from '../db/tables.ts';
import { testDatabase } from '../testing/database.ts';
import { hashToken, makeToken } from '../values/token-format.ts';
import { personalAccessTokensStore } from './personal-access-tokens.store.ts';

const { db } = await testDatabase();
const store = personalAccessTokensStore(db);

async function aPerson(email: string): Promise<string> {
  const rows = await db
    .insert(person)
    .values({ issuer: 'https://id.example.org/', subject: email, email })
    .returning({ personId: person.personId });
  return rows[0]?.personId ?? '';
}

async function aToken(personId: string, name: string, endsInMs = 60_000) {
  const token = makeToken();
  const tokenId = await store.createToken({
    personId,
    tenantId: 'spring',
    name,
    abilities: ['content:write'],
    tokenHash: hashToken(token),
    expiresAt: new Date(Date.now() + endsInMs),
  });
  return { token, tokenId };
}

test('a token is found by its hash until it is revoked', async () => {
  const personId = await aPerson('author@example.org');
  const { token, tokenId } = await aToken(personId, 'publish');
  const found = await store.findByHash(hashToken(token));
  expect(found).toMatchObject({ tokenId, personId, email: 'author@example.org', tenantId: 'spring' });
  expect(found?.abilities).toEqual(['content:write']);
  expect(await store.revoke([tokenId ?? ''])).toEqual([tokenId]);
  expect(await store.findByHash(hashToken(token))).toBeNull();
});

test('an expired token is not found, but still listed', async () => {
  const personId = await aPerson('late@example.org');
  const { token, tokenId } = await aToken(personId, 'ended', -1);
  expect(await store.findByHash(hashToken(token))).toBeNull();
  expect((await store.listTokens(personId)).map((row) => row.tokenId)).toEqual([tokenId]);
});

test('the same name twice is refused for one person and open to another', async () => {
  const first = await aPerson('one@example.org');
  const second = await aPerson('two@example.org');
  expect((await aToken(first, 'ci')).tokenId).not.toBeNull();
  expect((await aToken(first, 'ci')).tokenId).toBeNull();
  expect((await aToken(second, 'ci')).tokenId).not.toBeNull();
});

test("nobody revokes another person's token", async () => {
  const owner = await aPerson('owner@example.org');
  const other = await aPerson('other@example.org');
  const { tokenId } = await aToken(owner, 'mine');
  expect(await store.lockTokens([tokenId ?? ''], other)).toEqual([]);
  expect(await store.revoke([tokenId ?? ''], other)).toEqual([]);
  expect(await store.listTokens(owner)).toHaveLength(1);
});

test('the time of last use is kept', async () => {
  const personId = await aPerson('user@example.org');
  const { tokenId } = await aToken(personId, 'used');
  expect((await store.listTokens(personId))[0]?.lastUsedAt).toBeNull();
  await store.noteUse(tokenId ?? '');
  expect((await store.listTokens(personId))[0]?.lastUsedAt).toBeInstanceOf(Date);
});
