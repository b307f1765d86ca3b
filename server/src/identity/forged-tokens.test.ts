import { CompactSign, createLocalJWKSet, exportJWK, exportSPKI, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { bearerVerifier, type ExternalTokens } from './bearer.ts';
import { STANDARD_CLAIMS } from './provider-claims.ts';

const ISSUER = 'https://id.example.org';
const AUDIENCE = 'academy-api';
const CLIENT = 'academy-spring';

const [right, stranger, elliptic] = await Promise.all([
  generateKeyPair('RS256', { extractable: true }),
  generateKeyPair('RS256', { extractable: true }),
  generateKeyPair('ES256', { extractable: true }),
]);
const published = { ...(await exportJWK(right.publicKey)), kid: 'k1', use: 'sig' };
const external: ExternalTokens = {
  issuer: ISSUER,
  keys: createLocalJWKSet({ keys: [published] }),
  algorithms: ['RS256'],
  accessTokenType: 'at+jwt',
  audienceClaim: 'aud',
  claims: STANDARD_CLAIMS,
  userinfo: async () => null,
};
const verifier = (change: Partial<ExternalTokens> = {}, audience: string | string[] = AUDIENCE) =>
  bearerVerifier({ external: { ...external, ...change }, audience, clientIds: [CLIENT, 'academy-kube'] });
const verify = verifier();

const seconds = () => Math.floor(Date.now() / 1000);
const claims = (change: Record<string, unknown> = {}): Record<string, unknown> => ({
  iss: ISSUER,
  sub: 'ada',
  aud: AUDIENCE,
  iat: seconds(),
  exp: seconds() + 600,
  email: 'ada@example.org',
  ...change,
});
const HEADER = { alg: 'RS256', kid: 'k1', typ: 'at+jwt' };
/** Signs any claims, also those that a library would refuse to write. */
async function sign(
  change: Record<string, unknown> = {},
  header: Record<string, unknown> = {},
  key: Parameters<CompactSign['sign']>[0] = right.privateKey,
): Promise<string> {
  const payload = new TextEncoder().encode(JSON.stringify(claims(change)));
  return new CompactSign(payload)
    .setProtectedHeader({ ...HEADER, ...header } as typeof HEADER)
    .sign(key, { crit: { 'x-new': true } });
}

test('the token that all others here are derived from is accepted', async () => {
  expect(await verify(await sign(), 'access')).toMatchObject({ bearer: { issuer: ISSUER, subject: 'ada' } });
  expect(await verify(await sign({ aud: ['other', AUDIENCE] }), 'access')).toMatchObject({ bearer: {} });
  expect(await verify(await sign({ nbf: seconds() + 3, exp: seconds() - 3 }), 'access')).toMatchObject({ bearer: {} });
});

describe('an access token is refused', () => {
  test.each<[string, Record<string, unknown>, Record<string, unknown>?]>([
    ['from another issuer', { iss: 'https://evil.example' }],
    ['from an issuer that differs by a slash', { iss: `${ISSUER}/` }],
    ['from an issuer in other letter case', { iss: ISSUER.toUpperCase() }],
    ['without an issuer', { iss: undefined }],
    ['with a list of issuers', { iss: [ISSUER] }],
    ['for another audience', { aud: 'another-api' }],
    ['for an audience that only begins alike', { aud: `${AUDIENCE}-2` }],
    ['for several other audiences', { aud: ['a', 'b'] }],
    ['without an audience', { aud: undefined }],
    ['with an audience that is no text', { aud: { [AUDIENCE]: true } }],
    ['that has ended', { exp: seconds() - 60 }],
    ['without an end', { exp: undefined }],
    ['with an end that is a text', { exp: String(seconds() + 600) }],
    ['with an end that never comes', { exp: Number.POSITIVE_INFINITY }],
    ['that is not good yet', { nbf: seconds() + 600 }],
    ['without the time of its making', { iat: undefined }],
    ['without a subject', { sub: undefined }],
    ['with an empty subject', { sub: '' }],
    ['with a subject that is a number', { sub: 1 }],
    ['with a subject that is a list', { sub: ['ada'] }],
    ['with a subject longer than any', { sub: 'a'.repeat(300) }],
    ['of no type', {}, { typ: undefined }],
    ['of the type of identity tokens', {}, { typ: 'JWT' }],
    ['of a type that begins alike', {}, { typ: 'at+jwt2' }],
    ['of an unknown key', {}, { kid: 'k2' }],
    ['with an extension that must be understood', {}, { crit: ['x-new'], 'x-new': true }],
  ])('%s', async (_what, change, header = {}) => {
    expect(await verify(await sign(change, header), 'access')).toMatchObject({ refused: expect.any(String) });
  });

  // Shows security#bearers
  test('that nobody signed, that a stranger signed, or whose algorithm was swapped', async () => {
    const pem = new TextEncoder().encode(await exportSPKI(right.publicKey));
    const own = await exportJWK(stranger.publicKey);
    const good = await sign();
    const [head = '', payload = '', signature = ''] = good.split('.');
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const tokens = {
      unsecured: new UnsecuredJWT(claims()).encode(),
      'unsigned with the right header': `${part({ alg: 'none', kid: 'k1', typ: 'at+jwt' })}.${payload}.`,
      'with a signature of other claims': `${head}.${part(claims({ sub: 'admin' }))}.${signature}`,
      'without its signature': `${head}.${payload}.`,
      'cut short': good.slice(0, -20),
      'signed by a stranger': await sign({}, {}, stranger.privateKey),
      'with its own key inside': await sign({}, { jwk: own }, stranger.privateKey),
      'with a key elsewhere': await sign(
        {},
        { jku: 'https://evil.example/k', x5u: 'https://evil.example/k' },
        stranger.privateKey,
      ),
      'signed with the public key as a secret': await new SignJWT(claims())
        .setProtectedHeader({ alg: 'HS256', kid: 'k1', typ: 'at+jwt' })
        .sign(pem),
      'of an elliptic key under the name of ours': await sign({}, { alg: 'ES256' }, elliptic.privateKey),
      nonsense: 'a.b.c',
      'many dots': '.'.repeat(1_000),
      empty: '',
    };
    for (const [what, token] of Object.entries(tokens))
      expect(await verify(token, 'access'), what).toMatchObject({ refused: expect.any(String) });
  });

  test('of an algorithm that is not asked for, although the key is right', async () => {
    const pss = await generateKeyPair('PS256', { extractable: true });
    const jwk = { ...(await exportJWK(pss.publicKey)), kid: 'k1', use: 'sig' };
    const keys = createLocalJWKSet({ keys: [jwk] });
    const token = await sign({}, { alg: 'PS256' }, pss.privateKey);
    expect(await verifier({ keys })(token, 'access')).toMatchObject({ refused: 'ERR_JOSE_ALG_NOT_ALLOWED' });
    expect(await verifier({ keys, algorithms: ['PS256'] })(token, 'access')).toMatchObject({ bearer: {} });
  });
});

describe('an identity token', () => {
  const identity = { aud: CLIENT, nonce: 'n', at_hash: 'h' };

  test('is valid where it is allowed, for one of our clients only', async () => {
    const token = await sign(identity, { typ: 'JWT' });
    expect(await verify(token, 'id')).toMatchObject({ bearer: { clientId: CLIENT } });
    expect(await verify(token, 'access')).toMatchObject({ refused: expect.any(String) });
    for (const aud of ['somebody', [CLIENT, 'somebody'], [], undefined])
      expect(await verify(await sign({ ...identity, aud }, { typ: 'JWT' }), 'id')).toMatchObject({
        refused: expect.any(String),
      });
  });

  test('never passes for an access token, also with the same audience', async () => {
    for (const accessTokenType of ['JWT', null]) {
      const alike = verifier({ accessTokenType }, CLIENT);
      const typ = accessTokenType ?? undefined;
      expect(await alike(await sign({ aud: CLIENT }, { typ }), 'access')).toMatchObject({ bearer: {} });
      for (const mark of [{ nonce: 'n' }, { at_hash: 'h' }, { c_hash: 'h' }, { typ: 'ID' }])
        expect(await alike(await sign({ aud: CLIENT, ...mark }, { typ }), 'access')).toMatchObject({
          refused: expect.any(String),
        });
    }
  });
});
