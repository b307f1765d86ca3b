import * as v from 'valibot';
import { defineCall } from './call.ts';
import { EmailSchema } from './email.ts';
import { defineExport } from './exports.ts';
import { inputTexts } from './rules/input-texts.ts';
import { SearchTextSchema } from './table-queries.ts';
import { TenantIdSchema } from './tenants.ts';

/** Types of people's own addresses. */
export const OWN_EMAIL_TYPES = ['personal', 'work'] as const;
/** Types of an academy's addresses: recipients of the contact form, recipients of feedback, and the sender of mail. */
export const ACADEMY_EMAIL_TYPES = ['contact', 'feedback', 'sender'] as const;
export const EMAIL_TYPES = [...OWN_EMAIL_TYPES, ...ACADEMY_EMAIL_TYPES] as const;
export type EmailType = (typeof EMAIL_TYPES)[number];
export type AcademyEmailType = (typeof ACADEMY_EMAIL_TYPES)[number];

/** Most addresses of one type per person or academy. */
export const MAX_EMAILS = 10;
/** Digits of a code. */
export const VERIFICATION_DIGITS = 6;

/** True for types that only administrators see and change. */
export const isAcademyType = (type: EmailType): type is AcademyEmailType =>
  ACADEMY_EMAIL_TYPES.some((one) => one === type);

const TypeSchema = v.picklist(EMAIL_TYPES, () => inputTexts.addressType);

export const ManagedEmailSchema = v.object({
  email: v.string(),
  type: TypeSchema,
  isVerified: v.boolean(),
  /** Used by the form that shows the list. */
  isEdit: v.literal(false),
});
export type ManagedEmail = v.InferOutput<typeof ManagedEmailSchema>;

const tenantId = v.optional(TenantIdSchema);

export const listEmails = defineCall({
  name: 'listEmails',
  method: 'GET',
  path: '/email/list',
  summary: 'The addresses of the signed-in person; for administrators also those of the academy.',
  who: 'user',
  reach: 'ownOrAcademy',
  tenant: true,
  /** Without a type: all that the caller may see. */
  query: v.strictObject({ type: v.optional(TypeSchema), tenantId }),
  reply: v.object({ result: v.array(ManagedEmailSchema) }),
});

export const addEmail = defineCall({
  name: 'addEmail',
  method: 'POST',
  path: '/email/addEmail',
  summary: 'Adds an address. It is used once it is verified.',
  who: 'user',
  reach: 'ownOrAcademy',
  tenant: true,
  query: v.strictObject({ emailType: TypeSchema, emailId: EmailSchema, tenantId }),
  reply: ManagedEmailSchema,
  message: 'The email was added',
});

export const updateEmail = defineCall({
  name: 'updateEmail',
  method: 'PUT',
  path: '/email',
  summary: 'Replaces an address. The new one has to be verified.',
  who: 'user',
  reach: 'ownOrAcademy',
  tenant: true,
  query: v.strictObject({ newEmail: EmailSchema, currentEmail: EmailSchema, type: TypeSchema, tenantId }),
  reply: ManagedEmailSchema,
  message: 'The email was updated',
});

export const deleteEmail = defineCall({
  name: 'deleteEmail',
  method: 'DELETE',
  path: '/email',
  summary: 'Deletes an address.',
  who: 'user',
  reach: 'ownOrAcademy',
  tenant: true,
  query: v.strictObject({ email: EmailSchema, type: TypeSchema, tenantId }),
  reply: v.object({ deleted: v.literal(true) }),
  message: 'The email was deleted',
});

const Verifiable = { emailType: TypeSchema, verifiableEmail: EmailSchema, tenantId };

export const sendVerificationCode = defineCall({
  name: 'sendVerificationCode',
  method: 'GET',
  path: '/email/verifyEmail',
  summary: 'Mails a code of six digits to an address of the list; the code is valid once, for ten minutes.',
  who: 'user',
  reach: 'ownOrAcademy',
  tenant: true,
  changes: true,
  query: v.strictObject({ ...Verifiable, tenant: v.optional(TenantIdSchema) }),
  reply: v.object({ sent: v.literal(true) }),
  message: 'A code is on its way to the address',
});

export const checkVerificationCode = defineCall({
  name: 'checkVerificationCode',
  method: 'GET',
  path: '/email/validateVerificationCode',
  summary:
    'Verifies an address with the code that was mailed to it. Wrong, expired and unknown codes get the same reply.',
  who: 'user',
  reach: 'ownOrAcademy',
  tenant: true,
  changes: true,
  query: v.strictObject({ ...Verifiable, verificationCode: v.pipe(v.string(), v.maxLength(50)) }),
  reply: v.object({ isEmailVerified: v.boolean() }),
});

export const exportEmails = defineExport({
  name: 'exportEmails',
  file: 'addresses.csv',
  summary: 'The addresses of an academy as a CSV file, by type.',
  reach: 'academy',
  /** `q` occurs in the address or its type. */
  query: v.strictObject({ q: SearchTextSchema }),
});
