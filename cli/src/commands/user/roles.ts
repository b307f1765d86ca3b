import { rolesStore } from '@academy/server/roles/roles.store';
import { defineCommand, EXIT } from '../../command.ts';
import { withDatabase } from '../../database-access.ts';
import { table } from '../../table.ts';
import { DATA, EMAIL, findPerson, ID, JSON_OPTION, settingsOf } from './people.ts';

const COMMAND = 'user roles';

export const userRoles = defineCommand({
  name: COMMAND,
  summary: 'List roles with a scope, of everybody or of one person.',
  options: { email: EMAIL, id: ID, data: DATA, json: JSON_OPTION },
  async run(values, terminal) {
    const rows = await withDatabase(settingsOf(values.data, terminal), async ({ db }) => {
      const isOfOne = values.email !== undefined || values.id !== undefined;
      const one = isOfOne ? await findPerson(db, values, COMMAND) : undefined;
      return rolesStore(db).list(null, one?.personId);
    });
    const shown = rows.map(({ grant, holder, group }) => ({
      holder: holder?.email ?? `group ${group?.name}`,
      role: grant.role,
      tenant: grant.tenantId ?? 'all',
      scope: grant.scope,
      source: grant.source,
    }));
    if (values.json === true) terminal.out(JSON.stringify(shown));
    else
      for (const line of table(
        ['Who', 'Role', 'Tenant', 'Scope', 'Given by'],
        shown.map(({ holder, role, tenant, scope, source }) => [holder, role, tenant, scope, source]),
      ))
        terminal.out(line);
    return EXIT.ok;
  },
});
