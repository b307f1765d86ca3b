import { defineCommand, EXIT } from '../../command.ts';
import { withDatabase } from '../../database-access.ts';
import { printable } from '../../table.ts';
import {
  BY_OPERATOR,
  DATA,
  EMAIL,
  explainingRefusals,
  findPerson,
  ID,
  JSON_OPTION,
  rightsOf,
  settingsOf,
} from './people.ts';

const COMMAND = 'user make-admin';

export const userMakeAdmin = defineCommand({
  name: COMMAND,
  summary: 'Make a person an administrator, or no longer one.',
  details: ['At least one administrator stays. All administrators are told by mail.'],
  options: {
    email: EMAIL,
    id: ID,
    remove: { type: 'boolean', about: 'End the role instead' },
    data: DATA,
    json: JSON_OPTION,
  },
  async run(values, terminal) {
    const settings = settingsOf(values.data, terminal);
    const { email, isAdmin } = await withDatabase(settings, async ({ db }) => {
      const row = await findPerson(db, values, COMMAND);
      const rights = await rightsOf(db, settings);
      return explainingRefusals(rights.setAdmin(row.personId, values.remove !== true, BY_OPERATOR));
    });
    if (values.json === true) terminal.out(JSON.stringify({ email, isAdmin }));
    else
      terminal.out(
        isAdmin ? `${printable(email)} is an administrator now.` : `${printable(email)} is no administrator any more.`,
      );
    return EXIT.ok;
  },
});
