import { createHash, sign } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { formatDuration } from '@academy/contract/rules/duration';
import type { Tenant } from '@academy/contract/tenants';
import { inLanguageOf } from '../http/language.ts';
import { namedUuid } from '../values/named-uuid.ts';
import type { CertificateKey } from './certificate-key.store.ts';
import type { CertificateRow } from './certificates.store.ts';
import { base58 } from './multibase.ts';
import { canonical, iri, moment, NAMELESS, type Thing, text } from './n-quads.ts';

const VC = 'https://www.w3.org/2018/credentials#';
const OB = 'https://purl.imsglobal.org/spec/vc/ob/vocab.html#';
const STATUS = 'https://www.w3.org/ns/credentials/status#';
const SECURITY = 'https://w3id.org/security#';
const SCHEMA_ORG = 'https://schema.org/';
const XSD = 'https://www.w3.org/2001/XMLSchema#';
const CREDENTIALS_CONTEXT = 'https://www.w3.org/ns/credentials/v2';
const BADGES_CONTEXT = 'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json';

/** Smallest size of a revocation list: in a list this long a position does not reveal whose certificate it is. */
const MIN_PLACES = 131_072;

/** The academy as the issuer of credentials. */
export interface Issuer {
  /** `did:web:spring.example.org:certificates` */
  did: string;
  /** `https://spring.example.org` */
  origin: string;
  name: string;
}

/** @param origin of the academy, as the settings name it */
export function issuerOf({ name }: Tenant, origin: string): Issuer {
  const host = new URL(origin).host.replace(':', '%3A');
  return { did: `did:web:${host}:certificates`, origin, name: `${name} Academy` };
}

const listAddress = ({ origin }: Issuer): string => `${origin}/certificates/status.json`;

/** The `did:web` document that lists the academy's public keys. */
export function didDocument({ did }: Issuer, kids: readonly string[]) {
  return {
    '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/multikey/v1'],
    id: did,
    verificationMethod: kids.map((kid) => ({
      id: `${did}#${kid}`,
      type: 'Multikey',
      controller: did,
      publicKeyMultibase: kid,
    })),
    assertionMethod: kids.map((kid) => `${did}#${kid}`),
  };
}

/**
 * A certificate as a signed Open Badge (version 3.0). It identifies the recipient by name only. Its texts are in the
 * original language, whoever asks: they are signed, and every copy of a certificate says the same.
 */
export function openBadge(row: CertificateRow, issuer: Issuer, key: CertificateKey) {
  return inLanguageOf(null, () => badgeOf(row, issuer, key));
}

/** Addresses and texts that a badge has twice: in its JSON and in the statements that are signed. */
function badgeFacts(row: CertificateRow, issuer: Issuer) {
  const { certificateId, kind, title, lessonsCount, duration, statusIndex } = row;
  const what = kind === 'course' ? 'course' : 'learning path';
  const size = [lessonsCount === 1 ? '1 lesson' : `${lessonsCount} lessons`, formatDuration(duration)];
  return {
    page: `${issuer.origin}/certificates/${certificateId}`,
    id: `urn:uuid:${certificateId}`,
    subject: `urn:uuid:${namedUuid('certificate subject', certificateId)}`,
    achievement: `urn:uuid:${namedUuid('achievement', row.tenantId, kind, row.itemId)}`,
    validFrom: row.issuedAt.toISOString(),
    description: `The ${what} "${title}" of ${issuer.name}: ${size.filter((part) => part !== '').join(', ')}.`,
    narrative: `All lessons of the ${what} were completed.`,
    achievementType: kind === 'course' ? 'Course' : 'LearningProgram',
    status: `${listAddress(issuer)}#${statusIndex}`,
  };
}

type BadgeFacts = ReturnType<typeof badgeFacts>;

function badgeOf(row: CertificateRow, issuer: Issuer, key: CertificateKey) {
  const facts = badgeFacts(row, issuer);
  const { page, id, subject, achievement, validFrom, description, narrative, achievementType, status } = facts;
  const { title, name, statusIndex } = row;
  const credential = {
    '@context': [CREDENTIALS_CONTEXT, BADGES_CONTEXT],
    id,
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    name: title,
    issuer: { id: issuer.did, type: ['Profile'], name: issuer.name, url: issuer.origin },
    validFrom,
    credentialSubject: {
      id: subject,
      type: ['AchievementSubject'],
      identifier: [{ type: 'IdentityObject', hashed: false, identityHash: name, identityType: 'name' }],
      achievement: {
        id: achievement,
        type: ['Achievement'],
        achievementType,
        name: title,
        description,
        criteria: { id: page, narrative },
      },
    },
    credentialStatus: {
      id: status,
      type: 'BitstringStatusListEntry',
      statusPurpose: 'revocation',
      statusListIndex: String(statusIndex),
      statusListCredential: listAddress(issuer),
    },
  };
  const created = (row.correctedAt ?? row.issuedAt).toISOString();
  return { ...credential, proof: proofOf(badgeStatements(row, issuer, facts), { issuer, key, created }) };
}

/** The statements of a badge in RDF, which its proof signs. */
function badgeStatements({ title, name, statusIndex }: CertificateRow, issuer: Issuer, facts: BadgeFacts): Thing[] {
  const { page, id, subject, achievement, validFrom, description, narrative, achievementType, status } = facts;
  return [
    [
      id,
      [`${VC}VerifiableCredential`, `${OB}OpenBadgeCredential`],
      [
        [`${SCHEMA_ORG}name`, text(title)],
        [`${VC}issuer`, iri(issuer.did)],
        [`${VC}validFrom`, moment(validFrom)],
        [`${VC}credentialSubject`, iri(subject)],
        [`${VC}credentialStatus`, iri(status)],
      ],
    ],
    [
      issuer.did,
      [`${OB}Profile`],
      [
        [`${SCHEMA_ORG}name`, text(issuer.name)],
        [`${SCHEMA_ORG}url`, text(issuer.origin, `${XSD}anyURI`)],
      ],
    ],
    [
      subject,
      [`${OB}AchievementSubject`],
      [
        [`${OB}identifier`, iri(NAMELESS)],
        [`${OB}achievement`, iri(achievement)],
      ],
    ],
    [
      NAMELESS,
      [`${OB}IdentityObject`],
      [
        [`${OB}hashed`, text('false', `${XSD}boolean`)],
        [`${OB}identityHash`, text(name)],
        [`${OB}identityType`, text('name')],
      ],
    ],
    [
      achievement,
      [`${OB}Achievement`],
      [
        [`${OB}achievementType`, text(achievementType)],
        [`${SCHEMA_ORG}name`, text(title)],
        [`${SCHEMA_ORG}description`, text(description)],
        [`${OB}Criteria`, iri(page)],
      ],
    ],
    [page, [], [[`${OB}narrative`, text(narrative)]]],
    [
      status,
      [`${STATUS}BitstringStatusListEntry`],
      [
        [`${STATUS}statusPurpose`, text('revocation')],
        [`${STATUS}statusListIndex`, text(String(statusIndex))],
        [`${STATUS}statusListCredential`, iri(listAddress(issuer))],
      ],
    ],
  ];
}

/**
 * The signed revocation list of an academy: one bit for each certificate, at its position.
 *
 * @param made when this list was made, ISO 8601
 */
export function revocationList(
  revoked: readonly number[],
  { issuer, key, made }: { issuer: Issuer; key: CertificateKey; made: string },
) {
  const id = listAddress(issuer);
  const last = Math.max(0, ...revoked);
  const bits = Buffer.alloc((MIN_PLACES * Math.ceil((last + 1) / MIN_PLACES)) / 8);
  for (const place of revoked) bits[place >> 3] = (bits[place >> 3] ?? 0) | (0x80 >> (place & 7));
  const encodedList = `u${gzipSync(bits).toString('base64url')}`;
  const list = {
    '@context': [CREDENTIALS_CONTEXT],
    id,
    type: ['VerifiableCredential', 'BitstringStatusListCredential'],
    issuer: issuer.did,
    validFrom: made,
    credentialSubject: { id: `${id}#list`, type: 'BitstringStatusList', statusPurpose: 'revocation', encodedList },
  };
  const things: Thing[] = [
    [
      id,
      [`${VC}VerifiableCredential`, `${STATUS}BitstringStatusListCredential`],
      [
        [`${VC}issuer`, iri(issuer.did)],
        [`${VC}validFrom`, moment(made)],
        [`${VC}credentialSubject`, iri(`${id}#list`)],
      ],
    ],
    [
      `${id}#list`,
      [`${STATUS}BitstringStatusList`],
      [
        [`${STATUS}statusPurpose`, text('revocation')],
        [`${STATUS}encodedList`, text(encodedList, `${SECURITY}multibase`)],
      ],
    ],
  ];
  return { ...list, proof: proofOf(things, { issuer, key, created: made }) };
}

const sha256 = (of: string): Buffer => createHash('sha256').update(of).digest();

/** A Data Integrity proof of the suite `eddsa-rdfc-2022`. */
function proofOf(
  things: readonly Thing[],
  { issuer, key, created }: { issuer: Issuer; key: CertificateKey; created: string },
) {
  const verificationMethod = `${issuer.did}#${key.kid}`;
  const cryptosuite = 'eddsa-rdfc-2022';
  const proof: Thing = [
    NAMELESS,
    [`${SECURITY}DataIntegrityProof`],
    [
      ['http://purl.org/dc/terms/created', moment(created)],
      [`${SECURITY}verificationMethod`, iri(verificationMethod)],
      [`${SECURITY}cryptosuite`, text(cryptosuite, `${SECURITY}cryptosuiteString`)],
      [`${SECURITY}proofPurpose`, iri(`${SECURITY}assertionMethod`)],
    ],
  ];
  const signed = Buffer.concat([sha256(canonical([proof])), sha256(canonical(things))]);
  return {
    type: 'DataIntegrityProof',
    created,
    verificationMethod,
    cryptosuite,
    proofPurpose: 'assertionMethod',
    proofValue: base58(sign(null, signed, key.private)),
  };
}
