import type { Account } from '@academy/identity/accounts-store';
import { COMMAND_LINE, writeAudit } from '@academy/server/audit/audit.store';
import type { Database } from '@academy/server/db/connect';
import { identityStore } from '@academy/server/identity/identity.store';
import { peopleAdminStore } from '@academy/server/people/people-admin.store';
import { removeAccount, removePerson } from '@academy/server/people/remove-person';
import { CommandProblem, defineCommand, EXIT, usageProblem } from '../../command.ts';
import { withDatabase } from '../../database-access.ts';
import { printable } from '../../table.ts';
import { DATA, EMAIL, emailOption, explainingRefusals, findPerson, ID, JSON_OPTION, settingsOf } from './people.ts';

const COMMAND = 'user remove';

export const userRemove = defineCommand({
  name: COMMAND,
  summary: 'Remove a person with everything that is kept about him or her.',
  details: [
    'Account, progress, favorites and tokens are deleted, and every device is logged out. The audit keeps what was done.',
    'Asks first, unless --yes is given. The only administrator cannot be removed.',
  ],
  options: {
    email: EMAIL,
    id: ID,
    yes: { type: 'boolean', short: 'y', about: 'Do not ask' },
    data: DATA,
    json: JSON_OPTION,
  },
  async run(values, terminal) {
    if (values.yes !== true && terminal.ask === undefined)
      throw usageProblem('Nobody is there to be asked: give --yes to remove the person.', COMMAND);
    const email = await withDatabase(settingsOf(values.data, terminal), async ({ db }) => {
      const whom = (await accountAlone(db, values)) ?? (await findPerson(db, values, COMMAND));
      if (values.yes !== true) {
        const name = `${whom.firstName} ${whom.lastName} (${whom.email})`.trim();
        const answer = await terminal.ask?.(`Remove ${printable(name)} with everything? Type yes: `);
        if (answer?.trim().toLowerCase() !== 'yes')
          throw new CommandProblem(EXIT.failed, 'Nobody was removed.', 'Type "yes" to remove the person.');
      }
      await explainingRefusals(
        db.transaction(async (tx) => {
          const entry = { tenantId: null, details: { email: whom.email }, by: COMMAND_LINE };
          if ('personId' in whom) {
            await removePerson(tx, whom.personId);
            await writeAudit(tx, { action: 'person.remove', target: { kind: 'person', id: whom.personId }, ...entry });
          } else {
            await removeAccount(tx, whom.accountId);
            await writeAudit(tx, {
              action: 'account.remove',
              target: { kind: 'account', id: whom.accountId },
              ...entry,
            });
          }
        }),
      );
      return whom.email;
    });
    terminal.out(values.json === true ? JSON.stringify({ removed: email }) : `Removed ${printable(email)}.`);
    return EXIT.ok;
  },
});

/**
 * The account of a person who registered and never opened the academy; null when there is none, or there is a person.
 */
async function accountAlone(db: Database, { id, email }: { id?: string; email?: string }): Promise<Account | null> {
  if (id !== undefined || email === undefined) return null;
  const address = emailOption(email, COMMAND);
  const people = await peopleAdminStore(db).byEmail(address);
  return people.length > 0 ? null : identityStore(db).accounts.findByEmail(address);
}
