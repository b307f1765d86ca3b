import {
  createLocalJWKSet,
  exportJWK,
  type FlattenedJWSInput,
  generateKeyPair,
  type JWTHeaderParameters,
  type JWTPayload,
  SignJWT,
} from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../testing/database.ts';
import { bearerVerifier, EMBEDDED_ISSUER } from './bearer.ts';
import { Academy, AUDIENCE, Browser, LENA, type RunningIdentity, signInAs, startIdentity } from './identity.fixture.ts';

const database = await testDatabase();
const clientIds = ['academy-spring', 'academy-kube', 'academy-tanzu'];
let running: RunningIdentity;
let tokens: Record<string, unknown>;
let clock = 0;
const now = () => Date.now() + clock;
const verifier = () => bearerVerifier({ identity: running.identity, audience: AUDIENCE, clientIds }, now);

beforeAll(async () => {
  running = await startIdentity(database);
  await running.identity.createAccount(LENA);
  ({ tokens } = await signInAs(new Browser(running.issuer), new Academy(running)));
});
afterAll(() => running?.close());

test('an access token says who its bearer is', async () => {
  const account = await running.identity.findAccount(LENA.email);
  expect(await verifier()(String(tokens.access_token), 'access')).toEqual({
    bearer: {
      issuer: EMBEDDED_ISSUER,
      subject: account?.accountId,
      email: LENA.email,
      firstName: LENA.firstName,
      lastName: LENA.lastName,
      emailVerified: account?.emailVerified,
      grantId: expect.any(String),
      clientId: 'academy-spring',
      sessionUid: expect.any(String),
      issuedAt: expect.any(Number),
      authenticatedAt: expect.any(Number),
    },
  });
});

test('what a former access token stated is known, of no other text', async () => {
  const given = String(tokens.access_token);
  const known = await verifier()(given, 'access');
  clock += 3_600_000;
  expect(await verifier()(given, 'access')).toEqual({ refused: 'ERR_JWT_EXPIRED' });
  expect({ bearer: await verifier().former(given) }).toEqual(known);
  for (const other of [String(tokens.id_token), `${given}x`, 'nonsense', ''])
    expect(await verifier().former(other)).toBeNull();
  clock -= 3_600_000;
});

test('a verified token is cached until it expires or the keys change', async () => {
  const pair = await generateKeyPair('RS256');
  const jwk = { ...(await exportJWK(pair.publicKey)), kid: 'k1', alg: 'RS256', use: 'sig' };
  let [keySet, live, signaturesChecked] = [{ keys: [jwk] }, true, 0];
  const issuer = 'http://localhost:1/idp/';
  const identity = {
    issuer,
    keys: () => keySet,
    freshKeys: async () => keySet,
    verificationKey(header: JWTHeaderParameters, jws: FlattenedJWSInput) {
      signaturesChecked += 1;
      return createLocalJWKSet(keySet)(header, jws);
    },
    grantIsLive: async () => live,
  };
  const verify = bearerVerifier({ identity, audience: AUDIENCE, clientIds }, now);
  const token = await new SignJWT({ grant_id: 'g' })
    .setProtectedHeader({ alg: 'RS256', kid: 'k1', typ: 'at+jwt' })
    .setIssuer(issuer)
    .setSubject('u1')
    .setAudience(AUDIENCE)
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(pair.privateKey);
  expect(await verify(token, 'access')).toMatchObject({ bearer: { subject: 'u1' } });
  expect(await verify(token, 'access')).toMatchObject({ bearer: { subject: 'u1' } });
  expect(signaturesChecked).toBe(1);
  expect(await verify(`${token.slice(0, -8)}AAAAAAAA`, 'access')).toMatchObject({ refused: expect.any(String) });

  live = false;
  clock = 1_001;
  expect(await verify(token, 'access')).toEqual({ refused: 'the grant has ended' });
  live = true;
  clock = 2_002;
  expect(await verify(token, 'access')).toMatchObject({ bearer: { subject: 'u1' } });

  const formerKeys = keySet;
  keySet = { keys: [] };
  expect(await verify(token, 'access')).toEqual({ refused: 'ERR_JWKS_NO_MATCHING_KEY' });
  keySet = formerKeys;
  clock = 3_600_000 + 6_000;
  expect(await verify(token, 'access')).toEqual({ refused: 'ERR_JWT_EXPIRED' });
  clock = 0;
});

test('an identity token is accepted only where it is asked for', async () => {
  const verify = verifier();
  expect(await verify(String(tokens.id_token), 'access')).toMatchObject({ refused: expect.any(String) });
  expect(await verify(String(tokens.id_token), 'id')).toMatchObject({
    bearer: { email: LENA.email, firstName: LENA.firstName, clientId: 'academy-spring' },
  });
  const strangers = bearerVerifier(
    { identity: running.identity, audience: AUDIENCE, clientIds: ['academy-kube'] },
    now,
  );
  expect(await strangers(String(tokens.id_token), 'id')).toMatchObject({ refused: expect.any(String) });
});

test('an access token for another audience is refused', async () => {
  const verify = bearerVerifier({ identity: running.identity, audience: 'another-api', clientIds }, now);
  expect(await verify(String(tokens.access_token), 'access')).toMatchObject({ refused: expect.any(String) });
  expect(await verify(String(tokens.access_token), 'id')).toMatchObject({ refused: expect.any(String) });
});

// Shows security#bearers
test('a changed, unsigned, foreign or expired token is refused, and so is nonsense', async () => {
  const verify = verifier();
  const [header = '', payload = '', signature = ''] = String(tokens.access_token).split('.');
  const none = Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url');
  const other = await generateKeyPair('RS256');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as JWTPayload;
  const forged = await new SignJWT(claims).setProtectedHeader({ alg: 'RS256', typ: 'at+jwt' }).sign(other.privateKey);
  const publicKey = Buffer.from(JSON.stringify(running.identity.keys().keys[0]));
  const confused = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' }).sign(publicKey);
  const richer = Buffer.from(JSON.stringify({ ...claims, email: 'admin@example.org' })).toString('base64url');
  for (const token of [
    `${header}.${richer}.${signature}`,
    `${none}.${payload}.`,
    `${none}.${payload}.${signature}`,
    forged,
    confused,
    '',
    'a.b.c',
    'x'.repeat(5_000),
  ])
    expect(await verify(token, 'access')).toMatchObject({ refused: expect.any(String) });
  clock = 600_000 + 6_000;
  expect(await verify(String(tokens.access_token), 'access')).toEqual({ refused: 'ERR_JWT_EXPIRED' });
  clock = 0;
});

// Shows security#log-out-revokes
test('log-out ends access tokens within a second, on every server', async () => {
  const { tokens: own } = await signInAs(new Browser(running.issuer), new Academy(running, 'kube'));
  const [here, elsewhere] = [verifier(), verifier()];
  const token = String(own.access_token);
  const seen = await here(token, 'access');
  await elsewhere(token, 'access');
  const grantId = 'bearer' in seen ? String(seen.bearer.grantId) : '';
  await running.identity.endGrant(grantId);
  here.forget(grantId);
  expect(await here(token, 'access')).toEqual({ refused: 'the grant has ended' });
  clock = 1_001;
  expect(await elsewhere(token, 'access')).toEqual({ refused: 'the grant has ended' });
  expect(await elsewhere(String(own.id_token), 'id')).toEqual({ refused: 'the grant has ended' });
  clock = 0;
});
