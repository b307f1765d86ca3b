import { X509Certificate } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import type { ClaimMapping, SamlSettings } from '@academy/identity/directories/directory';
import { directorySealer } from '@academy/identity/directories/directory-secrets';
import { storedSecret } from '@academy/identity/directories/openid';
import { newSamlKeys, type SamlKeys } from '@academy/identity/directories/saml-keys';
import { eq } from 'drizzle-orm';
import { SignedXml } from 'xml-crypto';
import { encrypt, type KeyEncryptionAlgorithm } from 'xml-encryption';
import type { Database } from '../db/connect.ts';
import { directory, directoryDomain } from '../db/directory-tables.ts';

const SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
const SHA1 = 'http://www.w3.org/2000/09/xmldsig#rsa-sha1';
const CANONICAL = 'http://www.w3.org/2001/10/xml-exc-c14n#';

const MAPPING: ClaimMapping = {
  ...{ email: 'mail', firstName: 'givenName', lastName: 'sn' },
  ...{ trustsAddresses: true, pro: null },
};

/** What a reply says; each test changes what it is about. */
export interface Reply {
  id: string;
  issuer: string;
  audience: string;
  recipient: string;
  destination: string;
  inResponseTo: string | null;
  nameId: string;
  nameIdFormat: string;
  attributes: Record<string, string | string[]>;
  /** Minutes from now. */
  madeAt: number;
  loggedInAt: number;
  notBefore: number;
  notOnOrAfter: number;
  signs: 'assertion' | 'response' | 'both' | 'nothing';
  sha1: boolean;
  key: SamlKeys;
  /** Encrypts the assertion for this certificate, DER in base64. */
  encryptFor: string | null;
  keyPadding: KeyEncryptionAlgorithm;
}

export interface SamlCompany {
  directoryId: string;
  entityId: string;
  /** The academy's names at this provider. */
  audience: string;
  recipient: string;
  keys: SamlKeys;
  /** Of the academy, DER in base64. */
  certificate: string;
  /** The provider's metadata. */
  metadata(...certificates: string[]): string;
  set(saml: Partial<SamlSettings>): Promise<void>;
  /** A reply to the address of a request, or to none: XML. */
  reply(request: string | null, changes?: Partial<Reply>): Promise<string>;
}

/** A company with a SAML provider made of a signing library, and its directory in the academy. */
export async function startSamlCompany(
  db: Database,
  options: { name: string; domains: string[]; academy: string; mapping?: Partial<ClaimMapping>; isActive?: boolean },
): Promise<SamlCompany> {
  const directoryId = crypto.randomUUID();
  const entityId = `https://login.${options.name.toLowerCase()}.example/saml`;
  const recipient = `${options.academy}directory/${directoryId}/callback`;
  const audience = `${options.academy}directory/${directoryId}/metadata`;
  const [keys, own] = [await newSamlKeys(), await newSamlKeys()];
  const metadata = (...certificates: string[]) => metadataOf(entityId, certificates);
  const saml: SamlSettings = {
    ...{ metadata: metadata(keys.certificate), metadataUrl: null, beginsThere: false, certificate: own.certificate },
  };
  await db.insert(directory).values({
    ...{ directoryId, kind: 'saml', name: options.name, issuer: entityId, clientId: audience, scopes: '', saml },
    clientSecret: await directorySealer({}).seal(storedSecret(own.privateKey), directoryId),
    mapping: { ...MAPPING, ...options.mapping },
    isActive: options.isActive ?? true,
  });
  for (const domain of options.domains)
    await db.insert(directoryDomain).values({ directoryId, domain, proof: 'proof', provedAt: new Date() });

  return {
    ...{ directoryId, entityId, audience, recipient, keys, certificate: own.certificate, metadata },
    async set(changes) {
      await db
        .update(directory)
        .set({ saml: { ...saml, ...changes } })
        .where(eq(directory.directoryId, directoryId));
    },
    reply: (request, changes = {}) =>
      replyOf({
        ...{ id: `_${crypto.randomUUID()}`, issuer: entityId, audience, recipient, destination: recipient, key: keys },
        ...{ inResponseTo: request === null ? null : requestOf(request).id, nameId: 'eva', sha1: false },
        nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
        attributes: { mail: 'eva@acme.example', givenName: 'Eva', sn: 'Ende' },
        ...{ madeAt: 0, loggedInAt: 0, notBefore: -1, notOnOrAfter: 5, signs: 'assertion', encryptFor: null },
        keyPadding: 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p',
        ...changes,
      }),
  };
}

export function metadataOf(entityId: string, certificates: readonly string[], address = `${entityId}/log-in`): string {
  const keys = certificates.map(
    (one) => `<md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data>
      <ds:X509Certificate>${one}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`,
  );
  return `<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entityId}">
    <md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">${keys.join('')}
    <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${address}"/>
    </md:IDPSSODescriptor></md:EntityDescriptor>`;
}

/** What the academy asks for in the address of a log-in. */
export function requestOf(address: string): { id: string; xml: string; relayState: string } {
  const query = new URL(address).searchParams;
  const xml = inflateRawSync(Buffer.from(query.get('SAMLRequest') ?? '', 'base64')).toString('utf8');
  return { id: /\bID="([^"]+)"/.exec(xml)?.[1] ?? '', xml, relayState: query.get('RelayState') ?? '' };
}

/** Posts a reply as another site does: without cookies. @returns where it leads */
export async function post(to: string, xml: string, relayState: string): Promise<Response> {
  const body = new URLSearchParams({ SAMLResponse: Buffer.from(xml).toString('base64'), RelayState: relayState });
  return fetch(to, { method: 'POST', body, redirect: 'manual', headers: { origin: 'https://login.acme.example' } });
}

const time = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

async function replyOf(reply: Reply): Promise<string> {
  const { id, signs, key, sha1, encryptFor } = reply;
  const made = assertionOf(reply);
  const plain = signs === 'assertion' || signs === 'both' ? sign(made, id, key, sha1) : made;
  const assertion = encryptFor === null ? plain : await encrypted(plain, encryptFor, reply.keyPadding);
  const asked = reply.inResponseTo === null ? '' : ` InResponseTo="${reply.inResponseTo}"`;
  const whole = `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="${id}-whole" Version="2.0"
    IssueInstant="${time(reply.madeAt)}" Destination="${reply.destination}"${asked}><saml:Issuer
    xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${reply.issuer}</saml:Issuer><samlp:Status><samlp:StatusCode
    Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>${assertion}</samlp:Response>`;
  return signs === 'response' || signs === 'both' ? sign(whole, `${id}-whole`, key, sha1) : whole;
}

function assertionOf(reply: Reply): string {
  const asked = reply.inResponseTo === null ? '' : ` InResponseTo="${reply.inResponseTo}"`;
  const attributes = Object.entries(reply.attributes).map(
    ([name, values]) =>
      `<saml:Attribute Name="${name}">${[values]
        .flat()
        .map((value) => `<saml:AttributeValue>${value}</saml:AttributeValue>`)
        .join('')}</saml:Attribute>`,
  );
  return `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${reply.id}" Version="2.0"
    IssueInstant="${time(reply.madeAt)}"><saml:Issuer>${reply.issuer}</saml:Issuer><saml:Subject>
    <saml:NameID Format="${reply.nameIdFormat}">${reply.nameId}</saml:NameID>
    <saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData
    NotOnOrAfter="${time(reply.notOnOrAfter)}" Recipient="${reply.recipient}"${asked}/></saml:SubjectConfirmation>
    </saml:Subject><saml:Conditions NotBefore="${time(reply.notBefore)}" NotOnOrAfter="${time(reply.notOnOrAfter)}">
    <saml:AudienceRestriction><saml:Audience>${reply.audience}</saml:Audience></saml:AudienceRestriction>
    </saml:Conditions><saml:AuthnStatement AuthnInstant="${time(reply.loggedInAt)}"><saml:AuthnContext>
    <saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef>
    </saml:AuthnContext></saml:AuthnStatement><saml:AttributeStatement>${attributes.join('')}</saml:AttributeStatement>
    </saml:Assertion>`;
}

/** Signs the element with an ID, behind its issuer. */
export function sign(xml: string, id: string, { privateKey }: SamlKeys, sha1 = false): string {
  const signed = new SignedXml({
    ...{ privateKey, signatureAlgorithm: sha1 ? SHA1 : SHA256, canonicalizationAlgorithm: CANONICAL },
  });
  signed.addReference({
    xpath: `//*[@ID='${id}']`,
    transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', CANONICAL],
    digestAlgorithm: sha1 ? 'http://www.w3.org/2000/09/xmldsig#sha1' : 'http://www.w3.org/2001/04/xmlenc#sha256',
  });
  signed.computeSignature(xml, {
    prefix: 'ds',
    location: { reference: `//*[@ID='${id}']/*[local-name(.)='Issuer']`, action: 'after' },
  });
  return signed.getSignedXml();
}

async function encrypted(
  xml: string,
  certificate: string,
  keyEncryptionAlgorithm: KeyEncryptionAlgorithm,
): Promise<string> {
  const pem = `-----BEGIN CERTIFICATE-----\n${certificate.match(/.{1,64}/g)?.join('\n')}\n-----END CERTIFICATE-----`;
  const key = new X509Certificate(pem).publicKey.export({ type: 'spki', format: 'pem' });
  const data = await new Promise<string>((resolve, reject) => {
    encrypt(
      xml,
      {
        ...{ rsa_pub: key, pem, keyEncryptionAlgorithm },
        encryptionAlgorithm: 'http://www.w3.org/2009/xmlenc11#aes256-gcm',
        ...{ disallowEncryptionWithInsecureAlgorithm: false, warnInsecureAlgorithm: false },
      },
      (error, result) => (error === null || error === undefined ? resolve(String(result)) : reject(error)),
    );
  });
  return `<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${data}</saml:EncryptedAssertion>`;
}
