import * as v from 'valibot';
import { defineCall } from './call.ts';
import { CONTACT_LIMITS } from './constants.ts';
import { defineExport } from './exports.ts';
import { HandlingChangeSchema, HandlingSchema, HandlingStateQuery } from './handling.ts';
import { PeriodQuery, SearchTextSchema, TablePageQuery } from './table-queries.ts';

/** A message of the contact form, as administrators read it. */
export const ContactMessageSchema = v.object({
  messageId: v.string(),
  at: v.string(),
  /** Name and address as typed. */
  firstName: v.string(),
  lastName: v.string(),
  email: v.string(),
  subject: v.string(),
  message: v.string(),
  /** Id of the writer; null for a visitor. */
  userId: v.nullable(v.string()),
  ...HandlingSchema.entries,
});
export type ContactMessage = v.InferOutput<typeof ContactMessageSchema>;

export const CONTACT_SORT_KEYS = ['at', 'name', 'subject'] as const;
export type ContactSortKey = (typeof CONTACT_SORT_KEYS)[number];

/** Filters of messages. */
const FILTERS = {
  /** Every word must occur in name, address, subject or message. */
  q: SearchTextSchema,
  subject: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(CONTACT_LIMITS.subject))),
  state: HandlingStateQuery,
  ...PeriodQuery,
};

export const listContactMessages = defineCall({
  name: 'listContactMessages',
  method: 'GET',
  path: '/admin/contact',
  summary: 'Messages of the contact form of an academy, newest first.',
  who: 'admin',
  reach: 'academy',
  tenant: true,
  loader: false,
  query: v.strictObject({
    ...FILTERS,
    sortBy: v.optional(v.picklist(CONTACT_SORT_KEYS), 'at'),
    sortDir: v.optional(v.picklist(['asc', 'desc']), 'desc'),
    ...TablePageQuery,
  }),
  reply: v.object({
    result: v.object({
      content: v.array(ContactMessageSchema),
      totalElements: v.number(),
      /** The academy's topics, and former ones that messages have. */
      subjects: v.array(v.string()),
    }),
  }),
});

export const exportContactMessages = defineExport({
  name: 'exportContactMessages',
  file: 'contact.csv',
  summary: 'Messages of the contact form as a CSV file, newest first.',
  reach: 'academy',
  query: v.strictObject(FILTERS),
});

export const handleContactMessage = defineCall({
  name: 'handleContactMessage',
  method: 'PUT',
  path: '/admin/contact/:messageId',
  summary: 'Sets state and note of a contact message, and mails its writer an answer.',
  who: 'admin',
  reach: 'academy',
  tenant: true,
  loader: false,
  params: v.strictObject({ messageId: v.pipe(v.string(), v.uuid()) }),
  body: HandlingChangeSchema,
  reply: HandlingSchema,
});
