import { PersonNameSchema } from '@academy/contract/account';
import { hashPassword } from '@academy/identity/passwords';
import { COMMAND_LINE, writeAudit } from '@academy/server/audit/audit.store';
import type { Database } from '@academy/server/db/connect';
import type { Transaction } from '@academy/server/db/transaction';
import { EMBEDDED_ISSUER } from '@academy/server/identity/bearer';
import { identityStore } from '@academy/server/identity/identity.store';
import type { InvitationsService } from '@academy/server/people/invitations.service';
import { peopleStore } from '@academy/server/people/people.store';
import { peopleAdminStore } from '@academy/server/people/people-admin.store';
import { addPerson as addPersonWithoutPassword } from '@academy/server/people/people-import.store';
import type { ChangedBy } from '@academy/server/people/rights-news';
import * as v from 'valibot';
import { CommandProblem, defineCommand, EXIT, required, usageProblem } from '../../command.ts';
import { withDatabase } from '../../database-access.ts';
import { INVITE, invitationsOf, TENANT } from './invitations.ts';
import {
  BY_OPERATOR,
  DATA,
  EMAIL,
  emailOption,
  findPerson,
  JSON_OPTION,
  newPassword,
  rightsOf,
  settingsOf,
} from './people.ts';

const COMMAND = 'user add';

export const userAdd = defineCommand({
  name: COMMAND,
  summary: 'Add a person to the embedded sign-in, or make an existing person an administrator.',
  details: [
    'The password is read from standard input when something is piped in; otherwise a random one is made and printed once.',
    'With --invite the account has no password: a mail with a link for the first one goes to the address.',
    'With an external provider people come by signing in; --admin then raises one who did.',
  ],
  options: {
    email: EMAIL,
    'first-name': { type: 'string', value: '<name>', about: 'First name' },
    'last-name': { type: 'string', value: '<name>', about: 'Last name' },
    admin: { type: 'boolean', about: 'Make the person an administrator' },
    invite: INVITE,
    tenant: TENANT,
    data: DATA,
    json: JSON_OPTION,
  },
  async run(values, terminal) {
    const email = emailOption(values.email, COMMAND);
    const settings = settingsOf(values.data, terminal);
    const admin = values.admin === true;

    const result = await withDatabase(settings, async ({ db }) => {
      const rights = await rightsOf(db, settings);
      const existing = await peopleAdminStore(db).byEmail(email);
      if (existing.length > 0) {
        if (!admin) {
          throw new CommandProblem(
            EXIT.failed,
            `${email} exists already.`,
            'Add --admin to make that person an administrator.',
          );
        }
        const row = await findPerson(db, { email }, COMMAND, 'Name one of them to "./academy user make-admin --id".');
        await rights.setAdmin(row.personId, true, BY_OPERATOR);
        return { made: false, password: null };
      }
      if (settings.identity === 'external') {
        throw new CommandProblem(
          EXIT.failed,
          `${email} has not signed in yet, and accounts are kept by the external provider.`,
          'Let the person sign in once, then run the same command again.',
        );
      }
      const firstName = nameOption(values['first-name'], 'first-name');
      const lastName = nameOption(values['last-name'], 'last-name');
      if (values.invite === true) {
        const { invitations, by } = await invitationsOf(db, settings, values.tenant, COMMAND);
        const personId = await invite(db, { email, firstName, lastName }, invitations, by);
        if (admin) await rights.setAdmin(personId, true, BY_OPERATOR);
        return { made: true, password: null };
      }
      const { password, shown } = await newPassword(terminal, email, [firstName, lastName], COMMAND);
      const personId = await addPerson(db, { email, firstName, lastName, passwordHash: await hashPassword(password) });
      if (admin) await rights.setAdmin(personId, true, BY_OPERATOR);
      return { made: true, password: shown };
    });

    if (values.json === true) terminal.out(JSON.stringify({ email, admin, ...result }));
    else {
      terminal.out(
        result.made
          ? `Added ${email}${admin ? ', an administrator' : ''}${values.invite === true ? ', and sent an invitation' : ''}.`
          : `${email} is an administrator now.`,
      );
      if (result.password !== null) terminal.out(`Password (shown once): ${result.password}`);
    }
    return EXIT.ok;
  },
});

function nameOption(value: string | undefined, name: string): string {
  const parsed = v.safeParse(PersonNameSchema, required(value, name, COMMAND));
  if (parsed.success) return parsed.output;
  throw usageProblem(`--${name} ${parsed.issues[0].message}.`, COMMAND);
}

/** Adds a person without a password, and mails them a link for the first one. @returns the id of the person */
async function invite(
  db: Database,
  { email, ...names }: { email: string; firstName: string; lastName: string },
  invitations: InvitationsService,
  by: ChangedBy,
): Promise<string> {
  return db.transaction(async (tx) => {
    const row = await addPersonWithoutPassword(tx, email, names);
    await writeAdded(tx, row.personId, email);
    await invitations.invitePerson(tx, row, by);
    return row.personId;
  });
}

const writeAdded = (tx: Transaction, personId: string, email: string): Promise<void> =>
  writeAudit(tx, {
    action: 'person.add',
    target: { kind: 'person', id: personId },
    tenantId: null,
    details: { email },
    by: COMMAND_LINE,
  });

/** @returns the id of the person */
async function addPerson(
  db: Database,
  given: { email: string; firstName: string; lastName: string; passwordHash: string },
): Promise<string> {
  return db.transaction(async (tx) => {
    const { passwordHash, ...names } = given;
    const { accounts } = identityStore(tx);
    const account =
      (await accounts.create({ ...given, emailVerified: true })) ?? (await accounts.findByEmail(given.email));
    if (account === null) throw new Error('the account was not written');
    // A person who registered but never opened the academy has an account without a person; their password is replaced.
    await accounts.setPasswordHash(account.accountId, passwordHash);
    const identity = { issuer: EMBEDDED_ISSUER, subject: account.accountId };
    const row = await peopleStore(tx).upsert({ ...identity, ...names, emailVerified: true }, { addedAt: new Date() });
    await writeAdded(tx, row.personId, given.email);
    return row.personId;
  });
}
