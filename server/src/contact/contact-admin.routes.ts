import {
  type ContactMessage,
  exportContactMessages,
  handleContactMessage,
  listContactMessages,
} from '@academy/contract/contact-admin';
import type { CallTable } from '../calls/bind.ts';
import { type CsvColumn, csvReply } from '../exports/csv.ts';
import { handlingOf } from '../handling/handled.ts';
import type { ContactAdminStore, ContactRow } from './contact-admin.store.ts';
import type { contactHandling } from './contact-handling.service.ts';

export function bindContactAdmin(
  calls: CallTable,
  store: ContactAdminStore,
  handle: ReturnType<typeof contactHandling>,
): void {
  calls.bind(handleContactMessage, ({ scope, params, body }) => handle(scope, params.messageId, body));

  calls.bind(listContactMessages, async ({ scope: { tenant, tenantId }, query }) => {
    const [{ rows, total }, written] = await Promise.all([
      store.page(tenantId, query, query),
      store.subjects(tenantId),
    ]);
    const subjects = [...new Set([...tenant.contactTopics, ...written])];
    return { result: { content: rows.map(present), totalElements: total, subjects } };
  });

  calls.bind(exportContactMessages, async ({ scope: { tenantId }, query }) =>
    csvReply('contact', COLUMNS, (after: ContactRow | null, max) => store.after(tenantId, query, after, max)),
  );
}

const present = (row: ContactRow): ContactMessage => ({
  messageId: row.messageId,
  at: row.createdAt.toISOString(),
  firstName: row.firstName,
  lastName: row.lastName,
  email: row.email,
  subject: row.subject,
  message: row.message,
  userId: row.personId,
  ...handlingOf(row),
});

const COLUMNS: readonly CsvColumn<ContactRow>[] = [
  ['When', ({ createdAt }) => createdAt],
  ['First name', ({ firstName }) => firstName],
  ['Last name', ({ lastName }) => lastName],
  ['E-mail', ({ email }) => email],
  ['Subject', ({ subject }) => subject],
  ['Message', ({ message }) => message],
  ['User', ({ personId }) => personId],
  ['State', ({ state }) => state],
  ['Note', ({ note }) => note],
  ['Answer', ({ answer }) => answer],
  ['Admin', ({ handledBy }) => handledBy],
  ['Id', ({ messageId }) => messageId],
];
