import { presentRow } from '@academy/server/people/people.present';
import { peopleAdminStore } from '@academy/server/people/people-admin.store';
import { defineCommand, EXIT } from '../../command.ts';
import { withDatabase } from '../../database-access.ts';
import { table } from '../../table.ts';
import { DATA, JSON_OPTION, settingsOf } from './people.ts';

export const userList = defineCommand({
  name: 'user list',
  summary: 'List everybody who is known to the academy.',
  options: { data: DATA, json: JSON_OPTION },
  async run(values, terminal) {
    const rows = await withDatabase(settingsOf(values.data, terminal), ({ db }) => peopleAdminStore(db).all());
    const now = Date.now();
    const people = rows.map((row) => {
      const { userId, email, firstName, lastName, isAdmin, isPro, userVerified } = presentRow(row, now);
      return {
        ...{ userId, email, firstName, lastName, isAdmin, isPro, userVerified },
        proEndsAt: row.proEndsAt?.toISOString() ?? null,
        createdAt: row.createdAt.toISOString(),
      };
    });
    if (values.json === true) terminal.out(JSON.stringify(people));
    else {
      const lines = table(
        ['E-mail', 'Name', 'Role', 'Pro until', 'Since', 'Id'],
        people.map((person) => [
          person.email,
          `${person.firstName} ${person.lastName}`.trim(),
          person.isAdmin ? 'admin' : person.isPro ? 'pro' : 'learner',
          person.proEndsAt?.slice(0, 10) ?? '',
          person.createdAt.slice(0, 10),
          person.userId,
        ]),
      );
      for (const line of lines) terminal.out(line);
    }
    return EXIT.ok;
  },
});
