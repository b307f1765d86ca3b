import { SAML, ValidateInResponseTo } from '@node-saml/node-saml';
import { LRUCache } from 'lru-cache';
import { decrypt } from 'xml-encryption';
import type { IdentityStore } from '../identity-store.ts';
import type { Sealer } from '../sealing.ts';
import { hashSecret } from '../secrets.ts';
import {
  type Arrival,
  type Directory,
  type DirectoryProtocol,
  type Expected,
  entityIdOf,
  redirectUriOf,
  type SamlSettings,
} from './directory.ts';
import { openSecret } from './openid.ts';
import { reasonOf } from './reason-of.ts';
import { MAX_AGE_MS, type Read, readAssertion, SKEW_MS } from './saml-assertion.ts';
import { parseXml, readMetadata, type SamlMetadata } from './saml-metadata.ts';

/** Metadata at an address are read anew after, ms. */
const KEEP_MS = 10 * 60_000;
/** Replies wait this long for the browser that brought them, ms. */
const REPLY_LIFETIME_MS = 5 * 60_000;
const REPLY = 'DirectoryReply';
const ASSERTION = 'DirectoryAssertion';

const SIGNATURE = 'http://www.w3.org/2000/09/xmldsig#';
const ENCRYPTION = 'http://www.w3.org/2001/04/xmlenc#';
const RESPONSE = 'urn:oasis:names:tc:SAML:2.0:protocol';
/** RSA with SHA-2; SHA-1 can be forged. */
const SIGNATURES: ReadonlySet<string> = new Set(
  [256, 384, 512].map((bits) => `http://www.w3.org/2001/04/xmldsig-more#rsa-sha${bits}`),
);
const DIGESTS: ReadonlySet<string> = new Set([
  `${ENCRYPTION}sha256`,
  `${ENCRYPTION}sha512`,
  'http://www.w3.org/2001/04/xmldsig-more#sha384',
]);
/** AES with OAEP. The older padding of RSA and Triple DES can be broken by asking often. */
const CIPHERS: ReadonlySet<string> = new Set([
  ...[128, 256].flatMap((bits) => [`${ENCRYPTION}aes${bits}-cbc`, `http://www.w3.org/2009/xmlenc11#aes${bits}-gcm`]),
  `${ENCRYPTION}rsa-oaep-mgf1p`,
  'http://www.w3.org/2009/xmlenc11#rsa-oaep',
]);

export interface SamlOptions {
  sealer: Sealer;
  /** Makes the requests; refuses addresses that are not allowed. */
  fetch: typeof fetch;
  /** Of the academy itself. */
  issuer: string;
  artifacts: IdentityStore['artifacts'];
  now: () => number;
}

export interface SamlProtocol extends DirectoryProtocol {
  /**
   * Checks a reply that a browser posts, which brings no cookies along: it waits for `redeem`, by its state. What is
   * wrong with it waits as well.
   */
  receive(directory: Directory, reply: string, expected: Pick<Expected, 'state' | 'nonce'>): Promise<void>;
  /** Checks a reply that nobody asked for. @throws when anything is wrong with it */
  unasked(directory: Directory, reply: string): Promise<Arrival['claims']>;
  /** The academy's metadata for the provider, XML. */
  metadata(directory: Directory): string;
}

/** Log-in at customers' providers by SAML 2.0: requests by redirect, replies by POST with a signed assertion. */
export function samlProviders(options: SamlOptions): SamlProtocol {
  const { sealer, fetch, issuer, artifacts, now } = options;
  const known = new LRUCache<string, SamlMetadata>({ max: 500, ttl: KEEP_MS });

  async function metadataOf({ issuer: entityId, saml }: Directory): Promise<SamlMetadata> {
    if (saml === null) throw new Error('the directory has no SAML settings');
    const key = saml.metadataUrl ?? hashSecret(saml.metadata ?? '');
    const found = known.get(key) ?? readMetadata(await fetchMetadata(saml, fetch));
    known.set(key, found);
    if (found.entityId !== entityId) throw new Error('the metadata name another provider');
    return found;
  }

  const library = (directory: Directory, found: SamlMetadata, more: { id?: string; fresh?: boolean; key?: string }) =>
    new SAML({
      issuer: entityIdOf(issuer, directory.directoryId),
      callbackUrl: redirectUriOf(issuer, directory.directoryId),
      audience: entityIdOf(issuer, directory.directoryId),
      entryPoint: found.logInAddress,
      idpCert: [...found.certificates],
      identifierFormat: null,
      disableRequestedAuthnContext: true,
      forceAuthn: more.fresh ?? false,
      wantAssertionsSigned: true,
      // Whether the reply around it is signed as well says nothing more.
      wantAuthnResponseSigned: false,
      acceptedClockSkewMs: SKEW_MS,
      maxAssertionAgeMs: MAX_AGE_MS,
      // Which request it answers is read from the signed assertion, not from the reply around it.
      validateInResponseTo: ValidateInResponseTo.never,
      ...(more.id === undefined ? {} : { generateUniqueId: () => more.id ?? '' }),
      ...(more.key === undefined ? {} : { decryptionPvk: more.key }),
    });

  async function check(directory: Directory, reply: string, inResponseTo: string | null): Promise<Arrival['claims']> {
    const { directoryId, clientSecret } = directory;
    const xml = Buffer.from(reply, 'base64').toString('utf8');
    const key = clientSecret === null ? '' : openSecret(await sealer.open(clientSecret, directoryId));
    await refuseForm(xml, key, redirectUriOf(issuer, directoryId));
    const found = await metadataOf(directory);
    const { profile } = await library(directory, found, { key }).validatePostResponseAsync({ SAMLResponse: reply });
    const { Assertion } = (profile?.getAssertion?.() ?? {}) as { Assertion?: Read };
    if (Assertion === undefined) throw new Error('the reply has no assertion');
    const { id, claims } = readAssertion(Assertion, {
      ...{ issuer: found.entityId, recipient: redirectUriOf(issuer, directoryId), inResponseTo },
      ...{ subject: directory.mapping.subject ?? null, now: now() },
    });
    await useOnce(directoryId, id);
    return claims;
  }

  /**
   * Checks a reply. Where metadata lie at an address, a reply that they refuse is checked once more with those of now: the
   * provider may have changed its key.
   */
  async function checkWithNewest(directory: Directory, reply: string, inResponseTo: string | null) {
    const address = directory.saml?.metadataUrl ?? '';
    const isKept = known.has(address);
    try {
      return await check(directory, reply, inResponseTo);
    } catch (error) {
      if (!isKept) throw error;
      known.delete(address);
      return check(directory, reply, inResponseTo);
    }
  }

  /** An assertion counts once, at all servers. */
  async function useOnce(directoryId: string, assertionId: string): Promise<void> {
    const key = hashSecret(`${directoryId} ${assertionId}`);
    await artifacts.add(ASSERTION, key, row({}, MAX_AGE_MS + 2 * SKEW_MS));
    if (!(await artifacts.consume(ASSERTION, key))) throw new Error('the assertion was used before');
  }

  function row(payload: object, lifetimeMs: number) {
    return { payload: { ...payload }, grantId: null, uid: null, expiresAt: new Date(now() + lifetimeMs) };
  }

  return {
    async begin(directory, expected, { fresh }) {
      const found = await metadataOf(directory);
      const request = library(directory, found, { id: requestId(expected), fresh });
      return request.getAuthorizeUrlAsync(expected.state, undefined, {});
    },

    async receive(directory, reply, expected) {
      const outcome = await checkWithNewest(directory, reply, requestId(expected)).then(
        (claims) => ({ claims }),
        (error: unknown) => ({ failure: reasonOf(error) }),
      );
      await artifacts.upsert(REPLY, hashSecret(expected.state), row(outcome, REPLY_LIFETIME_MS));
    },

    unasked: (directory, reply) => checkWithNewest(directory, reply, null),

    async redeem(_directory, _query, { state }) {
      const waiting = await artifacts.find(REPLY, hashSecret(state));
      const outcome = (waiting?.payload ?? {}) as { claims?: Arrival['claims']; failure?: string };
      if (outcome.claims === undefined) throw new Error(outcome.failure ?? 'the provider sent no reply');
      return { claims: outcome.claims, logOutHint: null };
    },

    // It needs requests signed by the academy, and a reply that most providers do not send.
    logOut: async () => null,

    metadata(directory) {
      const empty = { entityId: '', logInAddress: 'https://none.invalid', certificates: ['none'] };
      // The library writes the certificate where it has a key; which one is nothing that metadata contain.
      return library(directory, empty, { key: 'none' }).generateServiceProviderMetadata(
        directory.saml?.certificate ?? '',
      );
    },
  };
}

/** Names in XML begin with a letter or a line. */
const requestId = ({ nonce }: Pick<Expected, 'nonce'>): string => `_${nonce}`;

/** @throws when the address cannot be read */
export async function fetchMetadata(
  { metadata, metadataUrl }: Pick<SamlSettings, 'metadata' | 'metadataUrl'>,
  fetch: typeof globalThis.fetch,
): Promise<string> {
  if (metadataUrl === null) return metadata ?? '';
  const reply = await fetch(metadataUrl);
  if (!reply.ok) throw new Error(`${metadataUrl} answered ${reply.status}`);
  return reply.text();
}

/** What must be right before anything is decrypted or believed. @throws Error that says what is not */
async function refuseForm(xml: string, key: string, recipient: string): Promise<void> {
  const parsed = parseXml(xml);
  const root = parsed.documentElement;
  if (root.localName !== 'Response' || root.namespaceURI !== RESPONSE) throw new Error('this is no SAML response');
  const to = root.getAttribute('Destination') ?? '';
  if (to !== '' && to !== recipient) throw new Error('the reply has another destination');
  refuseAlgorithms(parsed);
  const [encrypted, another] = Array.from(parsed.getElementsByTagNameNS('*', 'EncryptedAssertion'));
  if (another !== undefined) throw new Error('the reply has several assertions');
  if (encrypted !== undefined) refuseAlgorithms(parseXml(await decrypted(encrypted.toString(), key)));
}

function refuseAlgorithms(parsed: Document): void {
  const named = (namespace: string, name: string) => Array.from(parsed.getElementsByTagNameNS(namespace, name));
  const others = (elements: Element[], allowed: ReadonlySet<string>) =>
    elements.map((one) => one.getAttribute('Algorithm') ?? '').find((algorithm) => !allowed.has(algorithm));
  const digests = named(SIGNATURE, 'Reference').flatMap((one) =>
    Array.from(one.getElementsByTagNameNS(SIGNATURE, 'DigestMethod')),
  );
  const refused =
    others(named(SIGNATURE, 'SignatureMethod'), SIGNATURES) ??
    others(digests, DIGESTS) ??
    others(named(ENCRYPTION, 'EncryptionMethod'), CIPHERS);
  if (refused !== undefined) throw new Error(`the algorithm ${refused || 'without a name'} is not allowed`);
}

function decrypted(xml: string, key: string): Promise<string> {
  return new Promise((resolve, reject) => {
    decrypt(xml, { key, disallowDecryptionWithInsecureAlgorithm: true }, (error, plain) => {
      if (error !== null && error !== undefined) reject(new Error('the assertion cannot be decrypted'));
      else resolve(String(plain));
    });
  });
}
