import * as v from 'valibot';
import { defineCall } from './call.ts';
import { MAX_PAGE_SIZE, USUAL_PAGE_SIZE } from './constants.ts';
import { QueryNumberSchema } from './entities.ts';
import { defineExport } from './exports.ts';

/** What a certificate is about. */
export const CERTIFICATE_KINDS = ['course', 'path'] as const;
export type CertificateKind = (typeof CERTIFICATE_KINDS)[number];

/**
 * A certificate as everybody may see it who has its address. Its facts are those of the day of issue; nothing that happens
 * to the course or to the learner's progress changes them.
 */
export const CertificateSchema = v.object({
  certificateId: v.string(),
  kind: v.picklist(CERTIFICATE_KINDS),
  /** Id of the course or learning path. */
  itemId: v.string(),
  /** Of whom it was issued to. */
  name: v.string(),
  /** Of the course or learning path. */
  title: v.string(),
  /** The academy that has issued it. */
  tenantId: v.string(),
  /** ISO 8601 UTC. */
  issuedAt: v.string(),
  /** Seconds that the lessons take; 0: not known. */
  duration: v.number(),
  lessonsCount: v.number(),
  /** Where the course or learning path can be found now; null when it is not to be found any more. */
  path: v.nullable(v.string()),
  /** When the name was corrected last; null: never. */
  correctedAt: v.nullable(v.string()),
  /** Null: it is valid. */
  revoked: v.nullable(v.object({ at: v.string(), reason: v.string() })),
});
export type Certificate = v.InferOutput<typeof CertificateSchema>;

/** The same with what only administrators see. */
export const IssuedCertificateSchema = v.object({
  ...CertificateSchema.entries,
  /** The sign-in address of the person, as it is now. */
  email: v.string(),
});
export type IssuedCertificate = v.InferOutput<typeof IssuedCertificateSchema>;

/** Anything: what is no id names no certificate, and is answered like one that does not exist. */
const CertificateParams = v.strictObject({ certificateId: v.pipe(v.string(), v.minLength(1), v.maxLength(100)) });

/** One line, without signs that turn or hide other text. */
const line = (longest: number) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1, 'must not be empty'),
    v.maxLength(longest, `must have at most ${longest} characters`),
    v.regex(/^[^\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069<>]*$/u, 'must be one line of plain text'),
  );
/** The name on a certificate. */
export const CertificateNameSchema = line(160);
/** Why a certificate was changed. */
export const CertificateReasonSchema = line(500);

export const listMyCertificates = defineCall({
  name: 'listMyCertificates',
  method: 'GET',
  path: '/certificates/mine',
  summary: "The learner's own certificates in one academy, newest first; what was finished and has none yet gets one.",
  who: 'user',
  reach: 'own',
  tenant: true,
  loader: false,
  reply: v.object({ result: v.array(CertificateSchema) }),
});

export const getCertificate = defineCall({
  name: 'getCertificate',
  method: 'GET',
  path: '/certificates/details/:certificateId',
  summary: 'A certificate by its id, of whichever academy: what it says, and whether it is valid.',
  who: 'anyone',
  reach: 'named',
  tenant: false,
  params: CertificateParams,
  reply: CertificateSchema,
});

export const listCertificates = defineCall({
  name: 'listCertificates',
  method: 'GET',
  path: '/certificates/list',
  summary: 'Certificates of one academy, newest first; every word of `q` is part of name, title, address or id.',
  who: 'admin',
  reach: 'academy',
  tenant: true,
  loader: false,
  query: v.strictObject({
    q: v.optional(v.pipe(v.string(), v.maxLength(200)), ''),
    pageNumber: v.optional(v.pipe(QueryNumberSchema, v.maxValue(1_000_000)), 0),
    pageSize: v.optional(v.pipe(QueryNumberSchema, v.minValue(1), v.maxValue(MAX_PAGE_SIZE)), USUAL_PAGE_SIZE),
  }),
  reply: v.object({ result: v.object({ content: v.array(IssuedCertificateSchema), totalElements: v.number() }) }),
});

export const correctCertificate = defineCall({
  name: 'correctCertificate',
  method: 'PUT',
  path: '/certificates/details/:certificateId/name',
  summary: 'Corrects the name on a certificate; the audit keeps the one before and the reason.',
  who: 'admin',
  reach: 'academy',
  tenant: true,
  params: CertificateParams,
  body: v.strictObject({ name: CertificateNameSchema, reason: CertificateReasonSchema }),
  reply: IssuedCertificateSchema,
});

export const setCertificateRevoked = defineCall({
  name: 'setCertificateRevoked',
  method: 'PUT',
  path: '/certificates/details/:certificateId/revocation',
  summary: 'Revokes a certificate, which its page says with the reason, or makes it valid again.',
  who: 'admin',
  reach: 'academy',
  tenant: true,
  params: CertificateParams,
  body: v.strictObject({ revoked: v.boolean(), reason: CertificateReasonSchema }),
  reply: IssuedCertificateSchema,
});

export const exportCertificates = defineExport({
  name: 'exportCertificates',
  file: 'certificates.csv',
  summary: 'Certificates of one academy as a CSV file, newest first.',
  reach: 'academy',
  query: v.strictObject({ q: v.optional(v.pipe(v.string(), v.maxLength(200)), '') }),
});
