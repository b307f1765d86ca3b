import {
  addEmail,
  checkVerificationCode,
  deleteEmail,
  exportEmails,
  listEmails,
  type ManagedEmail,
  sendVerificationCode,
  updateEmail,
} from '@academy/contract/managed-emails';
import { matchesEmail } from '@academy/contract/rules/table-search';
import type { CallTable } from '../calls/bind.ts';
import { type CsvColumn, csvOf } from '../exports/csv.ts';
import type { ManagedEmailsService } from './managed-emails.service.ts';
import type { ManagedEmailRow } from './managed-emails.store.ts';

export function bindManagedEmails(calls: CallTable, emails: ManagedEmailsService): void {
  calls.bind(exportEmails, async ({ scope, query }) => {
    const rows = await emails.ofAcademy(scope);
    return csvOf(
      'addresses',
      COLUMNS,
      rows.filter((row) => matchesEmail(present(row), query.q)),
    );
  });

  calls.bind(listEmails, async ({ scope, query }) => ({
    result: (await emails.list(scope, query.type)).map(present),
  }));

  calls.bind(addEmail, async ({ scope, query }) =>
    present(await emails.add(scope, { type: query.emailType, email: query.emailId })),
  );

  calls.bind(updateEmail, async ({ scope, query: { type, currentEmail, newEmail } }) =>
    present(await emails.update(scope, { type, email: currentEmail }, newEmail)),
  );

  calls.bind(deleteEmail, async ({ scope, query: { type, email } }) => {
    await emails.remove(scope, { type, email });
    return { deleted: true as const };
  });

  calls.bind(sendVerificationCode, async ({ scope, query }) => {
    await emails.sendCode(scope, { type: query.emailType, email: query.verifiableEmail });
    return { sent: true as const };
  });

  calls.bind(checkVerificationCode, async ({ scope, query }) => ({
    isEmailVerified: await emails.checkCode(
      scope,
      { type: query.emailType, email: query.verifiableEmail },
      query.verificationCode,
    ),
  }));
}

const present = ({ email, type, verifiedAt }: ManagedEmailRow): ManagedEmail => ({
  email,
  type: type as ManagedEmail['type'],
  isVerified: verifiedAt !== null,
  isEdit: false,
});

const COLUMNS: readonly CsvColumn<ManagedEmailRow>[] = [
  ['Type', ({ type }) => type],
  ['Address', ({ email }) => email],
  ['Verified', ({ verifiedAt }) => verifiedAt],
  ['Added', ({ createdAt }) => createdAt],
];
