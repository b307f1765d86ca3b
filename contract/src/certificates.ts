import * as v from 'valibot';
import { defineCall } from './call.ts';
import { MAX_PAGE_SIZE, USUAL_PAGE_SIZE } from './constants.ts';
import { QueryNumberSchema } from './entities.ts';
import { defineExport } from './exports.ts';
import { inputTexts } from './rules/input-texts.ts';

/** What a certificate is issued for. */
export const CERTIFICATE_KINDS = ['course', 'path'] as const;
export type CertificateKind = (typeof CERTIFICATE_KINDS)[number];

/**
 * A certificate, visible to everybody who has its address. It states the facts of the day of issue; later changes of
 * the course or of the learner's progress do not affect it. Who goes through a newer edition of a course renews `edition`.
 */
export const CertificateSchema = v.object({
  certificateId: v.string(),
  kind: v.picklist(CERTIFICATE_KINDS),
  /** Id of the course or learning path. */
  itemId: v.string(),
  /** Name of the recipient. */
  name: v.string(),
  /** Title of the course or learning path. */
  title: v.string(),
  /** The academy that issued it. */
  tenantId: v.string(),
  /** ISO 8601 UTC. */
  issuedAt: v.string(),
  /** Total seconds of the lessons; 0: not known. */
  duration: v.number(),
  lessonsCount: v.number(),
  /** Present path of the course or learning path; null when it is gone. */
  path: v.nullable(v.string()),
  /**
   * The edition of the course that the recipient has gone through: its version here, the commit of its files where that is
   * known, and when it was renewed last. Null: of a path, or not known; servers of the edition before do not send it.
   */
  edition: v.optional(
    v.nullable(v.object({ version: v.number(), commit: v.nullable(v.string()), renewedAt: v.nullable(v.string()) })),
    null,
  ),
  /** When the name was last corrected; null: never. */
  correctedAt: v.nullable(v.string()),
  /** Null: it is valid. */
  revoked: v.nullable(v.object({ at: v.string(), reason: v.string() })),
});
export type Certificate = v.InferOutput<typeof CertificateSchema>;

/** A certificate with the fields for administrators. */
export const IssuedCertificateSchema = v.object({
  ...CertificateSchema.entries,
  /** The person's present sign-in address. */
  email: v.string(),
});
export type IssuedCertificate = v.InferOutput<typeof IssuedCertificateSchema>;

/** Any text: one that is no id is answered like an id that does not exist. */
const CertificateParams = v.strictObject({ certificateId: v.pipe(v.string(), v.minLength(1), v.maxLength(100)) });

/** One line, without control characters that reverse or hide other text. */
const line = (max: number) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1),
    v.maxLength(max, `must have at most ${max} characters`),
    v.regex(/^[^\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069<>]*$/u, () => inputTexts.oneLine),
  );
/** The name on a certificate. */
export const CertificateNameSchema = line(160);
/** Why a certificate was changed. */
export const CertificateReasonSchema = line(500);

export const listMyCertificates = defineCall({
  name: 'listMyCertificates',
  method: 'GET',
  path: '/certificates/mine',
  summary: "The learner's own certificates in one academy, newest first; missing ones for finished content are issued.",
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
  summary: 'A certificate of any academy by its id, and whether it is valid.',
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
  summary: 'Corrects the name on a certificate; the audit log keeps the previous name and the reason.',
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
  summary: 'Revokes a certificate with a reason that its page shows, or makes it valid again.',
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
