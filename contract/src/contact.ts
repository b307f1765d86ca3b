import * as v from 'valibot';
import { defineCall } from './call.ts';
import { EmailSchema } from './email.ts';
import { IdempotencyHeadersSchema } from './entities.ts';
import { TenantIdSchema } from './tenants.ts';
import { fieldRequired } from './texts.ts';

/** Lengths of what somebody writes to an academy, in characters. */
export const CONTACT_NAME_MAX = 80;
export const CONTACT_SUBJECT_MAX = 200;
export const CONTACT_MESSAGE_MIN = 10;
export const CONTACT_MESSAGE_MAX = 5_000;

const most = (count: number) =>
  v.maxLength<string, number, string>(count, `must have at most ${count.toLocaleString('en')} characters`);
const NameSchema = (path: string) =>
  v.pipe(v.string(), v.trim(), v.minLength(1, fieldRequired(path)), most(CONTACT_NAME_MAX));

/** The contact form (decision 5). */
export const ContactSchema = v.strictObject({
  firstName: NameSchema('firstName'),
  lastName: NameSchema('lastName'),
  email: EmailSchema,
  /** One of the academy's topics; the server knows which there are. */
  subject: v.pipe(v.string(), v.trim(), v.minLength(1, fieldRequired('subject')), most(CONTACT_SUBJECT_MAX)),
  message: v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1, fieldRequired('message')),
    v.minLength(CONTACT_MESSAGE_MIN, `must have at least ${CONTACT_MESSAGE_MIN} characters`),
    most(CONTACT_MESSAGE_MAX),
  ),
  /** A field that people do not see. Who fills it in is no person: nothing is kept, and nothing tells so. */
  website: v.optional(v.pipe(v.string(), v.maxLength(2_000)), ''),
  tenantId: v.optional(TenantIdSchema),
});
export type ContactForm = v.InferInput<typeof ContactSchema>;

export const sendContactMessage = defineCall({
  name: 'sendContactMessage',
  method: 'POST',
  path: '/email/contactUs',
  summary: 'Keeps a message to the academy and mails it to the contact addresses.',
  who: 'optional',
  tenant: true,
  headers: IdempotencyHeadersSchema,
  query: v.strictObject({ tenant: v.optional(TenantIdSchema), tenantId: v.optional(TenantIdSchema) }),
  body: ContactSchema,
  /** HTML that thanks. */
  reply: v.object({ message: v.string() }),
});
