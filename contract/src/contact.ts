import * as v from 'valibot';
import { defineCall } from './call.ts';
import { CONTACT_LIMITS } from './constants.ts';
import { EmailSchema } from './email.ts';
import { IdempotencyHeadersSchema } from './entities.ts';
import { inputTexts } from './rules/input-texts.ts';
import { TenantIdSchema } from './tenants.ts';
import { TEXTS } from './texts.ts';

const max = (count: number) =>
  v.maxLength<string, number, () => string>(count, () => inputTexts.maxCharacters({ count }));
const NameSchema = (path: string) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1, () => TEXTS.fieldRequired({ field: path })),
    max(CONTACT_LIMITS.name),
  );

/** The fields of the contact form. */
export const ContactFieldsSchema = v.object({
  firstName: NameSchema('firstName'),
  lastName: NameSchema('lastName'),
  email: EmailSchema,
  /** One of the academy's topics, which the server checks. */
  subject: v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1, () => TEXTS.fieldRequired({ field: 'subject' })),
    max(CONTACT_LIMITS.subject),
  ),
  message: v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1, () => TEXTS.fieldRequired({ field: 'message' })),
    v.minLength(CONTACT_LIMITS.minMessage, () => inputTexts.minCharacters({ count: CONTACT_LIMITS.minMessage })),
    max(CONTACT_LIMITS.message),
  ),
});

/** The contact form. */
export const ContactSchema = v.strictObject({
  ...ContactFieldsSchema.entries,
  /** A hidden field (honeypot). A message that fills it comes from a program: it is accepted and dropped. */
  website: v.optional(v.pipe(v.string(), v.maxLength(2_000)), ''),
  tenantId: v.optional(TenantIdSchema),
});
export type ContactForm = v.InferInput<typeof ContactSchema>;

export const sendContactMessage = defineCall({
  name: 'sendContactMessage',
  method: 'POST',
  path: '/email/contactUs',
  summary: 'Stores a message to the academy and mails it to the contact addresses.',
  who: 'optional',
  reach: 'own',
  rateLimit: 'visitor-message',
  tenant: true,
  headers: IdempotencyHeadersSchema,
  query: v.strictObject({ tenant: v.optional(TenantIdSchema), tenantId: v.optional(TenantIdSchema) }),
  body: ContactSchema,
  form: true,
  /** HTML that thanks the sender. */
  reply: v.object({ message: v.string() }),
});
