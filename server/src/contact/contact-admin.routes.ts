import {
  type ContactMessage,
  exportContactMessages,
  handleContactMessage,
  listContactMessages,
} from '@academy/contract/contact-admin';
import { ORIGINAL } from '@academy/contract/i18n/languages';
import type { CallTable } from '../calls/bind.ts';
import { type CsvColumn, csvReply } from '../exports/csv.ts';
import { type HandlingOptions, handlingOf } from '../handling/handled.ts';
import type { TenantScope } from '../values/scope.ts';
import type { ContactAdminStore, ContactFilters, ContactRow } from './contact-admin.store.ts';
import type { contactHandling } from './contact-handling.service.ts';
import { subjectIn } from './contact-topics.ts';

export function bindContactAdmin(
  calls: CallTable,
  store: ContactAdminStore,
  handle: ReturnType<typeof contactHandling>,
  { brandOf }: Pick<HandlingOptions, 'brandOf'>,
): void {
  /** Messages have their subject in the words of the academy itself; readers see it in their language. */
  const stored = (tenantId: TenantScope, query: ContactFilters): ContactFilters =>
    query.subject === undefined
      ? query
      : { ...query, subject: subjectIn(brandOf(tenantId).tenant, query.subject, ORIGINAL) };

  calls.bind(handleContactMessage, ({ scope, params, body }) => handle(scope, params.messageId, body));

  calls.bind(listContactMessages, async ({ scope: { tenant, tenantId }, query }) => {
    const [{ rows, total }, written] = await Promise.all([
      store.page(tenantId, stored(tenantId, query), query),
      store.subjects(tenantId),
    ]);
    const inWords = (subject: string) => subjectIn(brandOf(tenantId).tenant, subject);
    const subjects = [...new Set([...tenant.contactTopics, ...written.map(inWords)])];
    const content = rows.map((row) => ({ ...present(row), subject: inWords(row.subject) }));
    return { result: { content, totalElements: total, subjects } };
  });

  calls.bind(exportContactMessages, async ({ scope: { tenantId }, query }) =>
    csvReply('contact', COLUMNS, (after: ContactRow | null, max) =>
      store.after(tenantId, stored(tenantId, query), after, max),
    ),
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
