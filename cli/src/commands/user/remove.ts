import { COMMAND_LINE, writeAudit } from '@academy/server/audit/audit.store';
import { removePerson } from '@academy/server/people/remove-person';
import { CommandProblem, defineCommand, EXIT, usageProblem } from '../../command.ts';
import { withDatabase } from '../../database-access.ts';
import { printable } from '../../table.ts';
import { DATA, EMAIL, findPerson, ID, JSON_OPTION, refusalsTold, settingsOf } from './people.ts';

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
      const row = await findPerson(db, values, COMMAND);
      const name = `${row.firstName} ${row.lastName}`.trim();
      if (values.yes !== true) {
        const answer = await terminal.ask?.(
          `Remove ${printable(`${name} (${row.email})`)} with all progress? Type yes: `,
        );
        if (answer?.trim().toLowerCase() !== 'yes')
          throw new CommandProblem(EXIT.failed, 'Nobody was removed.', 'Type "yes" to remove the person.');
      }
      await refusalsTold(
        db.transaction(async (tx) => {
          const removed = await removePerson(tx, row.personId);
          if (removed === null) return;
          await writeAudit(tx, {
            action: 'person.remove',
            target: { kind: 'person', id: row.personId },
            tenantId: null,
            details: { email: removed.email },
            by: COMMAND_LINE,
          });
        }),
      );
      return row.email;
    });
    terminal.out(values.json === true ? JSON.stringify({ removed: email }) : `Removed ${printable(email)}.`);
    return EXIT.ok;
  },
});
